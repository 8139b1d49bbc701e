"""What an export holds: its header, the lesson, the settings, where the learner was looking, and what every arrival did."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from sim.export import earlier
from sim.lesson.fixture import FORMAT as FIXTURE_FORMAT
from sim.lesson.fixture import VERSION as FIXTURE_VERSION
from sim.lesson.fixture import Fixture
from sim.settings import ChosenSettings

FORMAT: Final = "palimpsest/replay"
VERSION: Final = 2
READ: Final = {FIXTURE_FORMAT: (FIXTURE_VERSION,), FORMAT: (earlier.VERSION, VERSION)}


class Application(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The program that wrote the document.

    - `name`: its name.
    - `version`: its version.
    """

    name: str
    version: str


class Inspection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the learner was looking.

    - `seconds`: the playhead, in seconds.
    - `arrival`: the index of the frame, from 0.
    - `shown`: everything that is shown there, as `exact.moment` gives it.
    """

    seconds: float
    arrival: int
    shown: dict[str, Any]


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was chosen at the question of one step of the guide.

    - `step`: the number of the step, from 1.
    - `chosen`: the id of the choice; None: the question was skipped.
    """

    step: int
    chosen: str | None


class Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole export. Version 1, which can still be opened, is in `earlier`.

    - `format`: the name of this format.
    - `version`: the version of the format.
    - `application`: the program that wrote it.
    - `statement`: says what the simulation is, and what it does not measure.
    - `fixture`: the lesson.
    - `settings`: the settings of the replay.
    - `inspection`: where the learner was looking.
    - `answers`: what was answered in the lesson's guide, in the order of its steps; empty: nothing was, and the field is
      not written.
    - `summaries`: every summary that was written, as `trace.summaries` writes it; empty: none was.
    - `arrivals`: what every arrival did, from arrival 0, as `trace.Trace` writes it.
    """

    format: Literal["palimpsest/replay"]
    version: Literal[2]
    application: Application
    statement: str
    fixture: Fixture
    settings: ChosenSettings
    inspection: Inspection
    answers: tuple[Answer, ...] = ()
    summaries: list[msgspec.Raw]
    arrivals: list[msgspec.Raw]
