"""What the page announces when something was done, opened or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.describe import lesson, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sim.fixture import Fixture
    from sim.invalid import InvalidInput
    from sim.replay import Frame
    from sim.settings import Settings

BASELINE_CLEARED = "Baseline cleared."


def recomputed(settings: Settings) -> str:
    """After a setting changed."""
    return f"{lesson.choices(settings)}. Recomputed, back at zero."


def captured(frame: Frame, seconds: float) -> str:
    """After a baseline was captured."""
    return f"Baseline captured at {words.seconds(seconds)}: {words.tokens(frame.tokens)}."


def opened(fixture: Fixture, name: str = "") -> str:
    """After a lesson or a file was opened."""
    return f"{fixture.title}{f', from {name},' if name else ''} is open."


def not_opened(reason: InvalidInput) -> str:
    """A file that cannot be used; what was open stays."""
    return f"{reason} What was open stays open."


def lesson_alone(reason: InvalidInput) -> str:
    """A replay too long to export."""
    return f"{reason} The lesson alone was exported; it replays to the same frames."


def not_in_lesson(reasons: Sequence[InvalidInput]) -> str:
    """Values of an address that do not exist."""
    return " ".join([*map(str, reasons), "The rest of the address applies."])
