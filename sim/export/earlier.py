"""Exports of version 1, which wrote every frame whole. They can still be opened, but they are not written any more.

Their trace is checked only as far as later versions agree with it. The prompts' sizes, the faults and the wording of
reasons have been corrected since then.
"""

from __future__ import annotations

import re
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET

from sim.export import exact
from sim.export.differing import compare
from sim.lesson.fixture import Fixture
from sim.lesson.invalid import InvalidInput, shown
from sim.replay import Frame, Replay
from sim.settings import ChosenSettings

VERSION: Final = 1
CORRECTED = ("prompts", "faults")
ADDED = ("session",)  # an early export of version 1 lacks it
NEWER = ("hidden", "window", "kinds")


class Inspection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the learner was looking.

    - `seconds`: the playhead, in seconds.
    - `arrival`: the index of the frame, from 0.
    """

    seconds: float
    arrival: int


class Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole export.

    - `format`: the name of this format.
    - `version`: the version of the format.
    - `application`: the program that wrote it, with its version.
    - `statement`: says what the simulation is, and what it does not measure.
    - `fixture`: the lesson.
    - `settings`: the settings of the replay.
    - `inspection`: where the learner was looking.
    - `arrivals`: every frame, whole, from frame 0.
    """

    format: Literal["palimpsest/replay"]
    version: Literal[1]
    application: dict[str, str]
    statement: str
    fixture: Fixture
    settings: ChosenSettings
    inspection: Inspection
    arrivals: list[Any]


def check(whole: Document, replay: Replay, source: str) -> None:
    """InvalidInput for the first difference between the document's frames and those of the replay."""
    for number, (frame, found) in enumerate(zip(replay.frames, whole.arrivals)):
        compare(found, _state(frame), f"$.arrivals[{number}]", source, _forgiven)
    if len(whole.arrivals) != len(replay.frames):
        problem = f"where the lesson has {len(replay.frames)} frames from 0"
        raise InvalidInput(source, "$.arrivals", shown(whole.arrivals), problem)


def _state(frame: Frame) -> dict[str, Any]:
    """The frame as version 1 wrote it: a hidden turn counted as evicted."""
    held = exact.state(frame)
    gone = {*held["evicted"], *held["hidden"]}
    held["evicted"] = [turn for turn in frame.context.left if turn in gone]
    return {name: value for name, value in held.items() if name not in NEWER}


def _forgiven(path: str, value: Any) -> bool:
    field = re.sub(r"^\$\.arrivals\[\d+\]\.(\w+).*", r"\1", path)
    return field in CORRECTED or (field in ADDED and value is UNSET)
