"""The labels of the page's controls and what it announces, so that help, tests and screen agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.describe import lesson, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sim.fixture import Fixture
    from sim.invalid import InvalidInput
    from sim.replay import Frame
    from sim.settings import Settings

NAME = "Palimpsest"
QUESTION = "What can the agent still prove, after its context was compressed?"

TRANSPORT = {
    "play": "Play messages",
    "pause": "Pause messages",
    "resume": "Resume messages",
    "replay": "Replay messages",
    "position": "{seconds} seconds, message {index} of {count}",
    "position_one": "1 second, message {index} of {count}",
}

BOOT = {
    "fetch": "Fetching Python for this page",
    "python": "Starting Python",
    "lesson": "Preparing the lesson",
    "ready": "Ready. Play the messages, or step through them.",
    "waiting": "The controls wake up when Python is here; you can already read.",
    "failed": "The simulator could not start: {why}. The lesson above can still be read, and your notes are safe.",
    "stopped": "The simulator stopped: {why}. Your notes are safe; starting again returns to this moment.",
    "again": "Try again",
    "old": "This browser is too old for the simulator: it needs module workers and WebAssembly",
}

NOTES = {
    "saved": "Saved in this browser.",
    "empty": "Nothing noted yet. What you type is saved in this browser, and nowhere else.",
    "refused": "This browser refuses to store notes: they last until this page is closed. Export them to keep them.",
    "adopted": "Brought up to date from another tab.",
    "merged": "Another tab wrote at the same time. Both texts are kept, one below the other.",
    "divider": "--- from another tab ---",
    "exported": "Notes exported as {name}.",
}

FILES = {
    "exported": "Exported as {name}.",
    "too_large": "{name}: the file is {size} MB, and at most {limit} MB are read. What was open stays open.",
    "unreadable": "{name}: the browser could not read the file ({why}). What was open stays open.",
    "drop": "Let go to open this file",
}

KEYS = {
    "play": "Play, pause, resume or replay the messages",
    "next": "Next message",
    "previous": "Previous message",
    "restart": "Restart from zero, settings unchanged",
    "capture": "Capture or replace the baseline",
    "expand": "Expand the experiment, and back",
    "help": "Show this help",
    "second-on": "One second on",
    "second-back": "One second back",
    "leap-on": "A sixth of the lesson on",
    "leap-back": "A sixth of the lesson back",
    "start": "To the start",
    "end": "To the end",
    "collapse": "Leave the expanded experiment",
}

PLACES = {
    "experiment": "anywhere in the experiment, but not in the notes",
    "timeline": "on the timeline",
}

BASELINE_CLEARED = "Baseline cleared."
NO_BASELINE = "No baseline yet. Capture one here, change a setting, and come back to this moment to compare."
MAP_HINT = "Choosing a cell loads its settings and returns to the start."
PICTURE = "Chart: what the context held over time, against the budget. The text and the table below say the same."


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


def not_in_lesson(reasons: Sequence[InvalidInput]) -> str:
    """Values of an address that do not exist."""
    return " ".join([*map(str, reasons), "The rest of the address applies."])
