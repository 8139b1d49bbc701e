"""Reads addresses carefully, because people change them by hand. Values that do not exist are named to the person."""

from __future__ import annotations

import hashlib
from typing import Any
from urllib.parse import parse_qsl, urlencode

import msgspec

from sim.analysis.viewpoint import Viewpoint
from sim.export.writing import fixture_bytes
from sim.guide import steps as guide
from sim.lesson.fixture import Fixture
from sim.lesson.invalid import InvalidInput, shown
from sim.library import lessons
from sim.policies.choice import choose
from sim.settings import Settings

from .changes import changed

NAME = "the address"  # named as the source when a value is refused


class Destination(msgspec.Struct, frozen=True):
    """The place in a lesson to which an address leads: settings, a moment in seconds, and a step of the guide (0 for none)."""

    settings: Settings
    seconds: float
    step: int


def content(fixture: Fixture) -> str:
    """A digest of a lesson's content, by which an address can ask for the lesson's file again."""
    return hashlib.sha256(fixture_bytes(fixture)).hexdigest()[:16]


def asked(query: str) -> dict[str, str]:
    """The values of a query by their names."""
    return dict(parse_qsl(query.removeprefix("?"), keep_blank_values=True))


def leads_to(view: Viewpoint) -> str:
    """The query of an address that leads to the moment in a bundled lesson."""
    return urlencode({"lesson": view.fixture.id, **view.settings.query(), "t": f"{view.seconds:g}"})


def number(text: str) -> int | str:
    """The text as a whole number, or the unchanged text if it is not one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else text


def step(text: str, fixture: Fixture, refused: list[InvalidInput]) -> int:
    """The number of a step of the lesson's guide. If there is no such step, add it to `refused` and return 0."""
    asked_for = number(text)
    if isinstance(asked_for, int) and 1 <= asked_for <= len(fixture.steps):
        return asked_for
    has = f"it has {len(fixture.steps)}" if fixture.steps else "it has none"
    refused.append(InvalidInput(NAME, "step", shown(text), f"which is no step of this lesson's guide ({has})"))
    return 0


def moment(text: str, fixture: Fixture, refused: list[InvalidInput]) -> float:
    """A moment of the lesson in seconds. If there is no such moment, add it to `refused` and return 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if 0 <= seconds <= fixture.duration:
        return seconds
    problem = f"which is not a moment of this lesson (0 to {fixture.duration:g} seconds)"
    refused.append(InvalidInput(NAME, "t", shown(text), problem))
    return 0.0


def stays(given: dict[str, str], refused: list[InvalidInput]) -> bool:
    """Whether new settings keep the moment. Another value than 0 or 1 is added to `refused`."""
    text = given.get("stay", "0")
    if text not in ("0", "1"):
        refused.append(InvalidInput(NAME, "stay", shown(text), "where 0 or 1 is expected"))
    return text == "1"


def place(given: dict[str, str], fixture: Fixture, refused: list[InvalidInput]) -> Destination:
    """The place to which a query leads. Values that do not exist in the lesson are added to `refused`, and the rest applies.

    A step has its own settings and moment. Other values of the query are then applied to these.
    """
    asked_step = step(given["step"], fixture, refused) if "step" in given else 0
    settings, seconds = choose(fixture), 0.0
    if asked_step:
        page = guide.page(fixture, asked_step)
        settings, seconds = page.settings, page.opening
    for field in ("policy", "budget", "fidelity"):
        if field in given:
            value = number(given[field]) if field == "budget" else given[field]
            settings = _applied(fixture, settings, {field: value}, refused)
    for name in settings.offered:
        if name in given:
            settings = _applied(fixture, settings, {"parameters": {name: given[name]}}, refused)
    if "t" in given:
        seconds = moment(given["t"], fixture, refused)
    return Destination(settings, seconds, asked_step)


def no_lesson(name: str) -> InvalidInput:
    """The reason to give when no lesson has that id."""
    return InvalidInput(NAME, "lesson", shown(name), f"which is not a lesson (there is {', '.join(lessons())})")


def _applied(fixture: Fixture, settings: Settings, changes: dict[str, Any], refused: list[InvalidInput]) -> Settings:
    try:
        return changed(fixture, settings, changes, NAME)
    except InvalidInput as reason:
        refused.append(reason)
        return settings
