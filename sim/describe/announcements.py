"""What the page announces after something was done, opened or refused."""

from __future__ import annotations

from collections.abc import Sequence

from sim.analysis.failed_calls import NONE_FAILED, Failures
from sim.describe import frames, lesson, words
from sim.lesson.fixture import Fixture
from sim.lesson.invalid import InvalidInput, shown
from sim.replay import Frame
from sim.settings import Settings

BASELINE_CLEARED = "Baseline cleared."
NO_LONGER_OPEN = "That was chosen for a lesson that is no longer open, so it changed nothing."


def recomputed(settings: Settings, seconds: float = 0.0) -> str:
    """The announcement after a setting was changed; `seconds` is where the playhead is then."""
    return f"{lesson.choices(settings)}. Recomputed, {f'at {words.seconds(seconds)}' if seconds else 'back at zero'}."


def stays(stay: bool) -> str:
    """The announcement after the switch was pressed that keeps the moment."""
    return "A new setting now keeps the moment." if stay else "A new setting now goes back to zero."


def visited(frame: Frame, seconds: float, failures: Failures = NONE_FAILED) -> str:
    """What is shown after the browser's Back or Forward, or after a link."""
    choices = lesson.choices(frame.settings)
    return f"{frame.fixture.title}, {words.seconds(seconds)}. {choices}. {frames.arrival(frame, failures)}"


def not_chosen(reason: InvalidInput) -> str:
    """The announcement that a choice was refused because it does not fit what was chosen just before."""
    return f"{reason} What was chosen before stays."


def captured(frame: Frame, seconds: float) -> str:
    """The announcement after a baseline was captured."""
    return f"Baseline captured at {words.seconds(seconds)}: {words.tokens(frame.tokens)}."


def opened(fixture: Fixture, name: str = "") -> str:
    """The announcement after a lesson or a file was opened; `name` is the file's name, empty for a bundled lesson."""
    return f"{fixture.title}{f', from {name},' if name else ''} is open."


def not_opened(reason: InvalidInput) -> str:
    """The announcement that a file cannot be used."""
    return f"{reason} What was open stays open."


def not_written(reason: OSError) -> str:
    """What the command line says if its output cannot be written, for example because a disk is full."""
    return f"The output cannot be written: {(reason.strerror or str(reason)).lower()}."


def file_missing(lesson: str, broken: bool) -> str:
    """The announcement that the lesson of an address is not there; `broken` if it was in the address but is unreadable."""
    if broken:
        return "The link carries a lesson that cannot be read: it was cut off or changed on the way. Ask for the link again. What was open stays open."
    return (
        f"The address is that of a lesson opened from a file ({shown(lesson)}), and this browser does not have that file. "
        "Open the file, and this address's settings and moment apply. What was open stays open."
    )


def lesson_alone(reason: InvalidInput) -> str:
    """The announcement that a replay is too long, so that only its lesson was exported."""
    return f"{reason} The lesson alone was exported; it replays to the same frames."


def not_in_lesson(reasons: Sequence[InvalidInput]) -> str:
    """The announcement that some values of an address do not exist."""
    return " ".join([*map(str, reasons), "The rest of the address applies."])
