"""The labels of the page's controls and panels, so that help, tests and screen agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sim
from sim.describe import words
from sim.describe.comparisons import SAME

if TYPE_CHECKING:
    from sim.comparison import Cell
    from sim.fixture import Fact, Fixture
    from sim.provenance import Standing
    from sim.replay import Frame, Replay
    from sim.summary import Summary

NAME = "Palimpsest"
QUESTION = "What can the agent still prove, after its context was compressed?"

SKIP = "Skip to the experiment"
HELP = "Keys and help"
HELP_INTRODUCTION = (
    "Play the messages or step through them, and watch the context fill. Change a setting and the replay begins again. "
    "Everything can be reached with Tab; these keys are quicker."
)
KEYS_CAPTION = "Keys"
SINGLE_KEYS = "Single-letter keys act in the experiment"
CLOSE = "Close"
EXPERIMENT = "Experiment"
EXPAND = "Expand experiment"
COLLAPSE = "Back to the page"
DROP = "Let go to open this file"
NO_SCRIPT = "This page simulates in your browser, with JavaScript and WebAssembly. Without them the lesson can only be read."
VERSION = sim.__version__
FOOTER = "Runs in this browser alone: nothing that you do here is sent anywhere."

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
    "stumbled": "That did not work: {why}.",
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
    "hint": "The export holds the lesson, the settings and every frame. It can be opened again, here or at the command line. "
    "To open a file, choose it or drop it anywhere on this page.",
    "exported": "Exported as {name}.",
    "too_large": "{name}: the file is {size} MB, and at most {limit} MB are read. What was open stays open.",
    "unreadable": "{name}: the browser could not read the file ({why}). What was open stays open.",
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

KEY_NAMES = {
    "ArrowRight": "Right arrow",
    "ArrowUp": "Up arrow",
    "ArrowLeft": "Left arrow",
    "ArrowDown": "Down arrow",
    "PageUp": "Page Up",
    "PageDown": "Page Down",
}

PLACES = {
    "experiment": "in the experiment, never in the notes",
    "timeline": "on the timeline",
}

BUDGET = "Context budget"
BUDGET_UNIT = "Teaching tokens; pinned turns count."
POLICY = "Policy"
FIDELITY = "Critical fact"
LESSON_DATA = "The lesson's data (JSON)"

METER = "Context budget used"
CONTEXT_HINT = "What the model would read now, in reading order."
EMPTY_CONTEXT = "Nothing yet: no message has arrived."
PINNED = "pinned: it is never removed, and it counts"
CAPTURE = "Capture baseline"
REPLACE = "Replace baseline"
CLEAR = "Clear baseline"
BASELINE_CAPTION = "Baseline and current, side by side"
NOT_SAID = "No user has said it yet, so no budget backs it."
STATE = "Exact state"
DISMISS = "Dismiss"

LEGEND = {
    "pinned": "pinned",
    "backed": "user's own evidence",
    "mentioned": "mentions only",
    "summary": "summary without evidence",
    "plain": "other turns",
    "evicted": "evicted",
    "folded": "folded",
}
AXES = {"tokens": "Teaching tokens", "seconds": "Seconds"}
PICTURE_TABLE = "The picture as a table"
START = "the start"

SUMMARY = "summary"
PROMPTS = "Session and prompt"
GENERATIONS = "The summary's generations"
REQUESTS = "What each agent reads"
REQUESTS_HINT = "Each agent's request, assembled from the one session as ADK does it."

NO_BASELINE = "No baseline yet. Capture one here, change a setting, and come back to this moment to compare."
MAP_HINT = "Choosing a cell loads its settings and returns to the start."
PICTURE = "Chart: what the context held over time, against the budget. The text and the table before it say the same."


def title(fixture: Fixture) -> str:
    """The title of the browser's tab."""
    return f"{NAME}: {fixture.title}"


def from_file(name: str) -> str:
    """Where the lesson's data is when it came from a file."""
    return f"Opened from {name}."


def overflows(replay: Replay) -> str:
    """When the budget overflows, for the marks on the timeline."""
    moments = replay.overflows
    if not moments:
        return "The budget never overflows in this replay."
    return f"Marks: the budget overflows at {words.names([words.number(at) for at in moments])} seconds."


def left_out(count: int) -> str:
    """That a very long context is not listed whole."""
    return f"{words.counted(count, 'item')} after the leading ones are not listed here; the export has all."


def yes(condition: bool) -> str:
    """A plain yes or no before the sentence that says where."""
    return "Yes." if condition else "No."


def transcript(frame: Frame, most: int) -> str:
    """What the transcript shows."""
    count = len(frame.fixture.turns)
    if count > most:
        return f"The newest {most} of {count} turns that have arrived, and where each is now."
    return "Every turn of the lesson, and where it is now."


def item_mentions(item_id: str, standings: dict[str, Standing]) -> str:
    """That a row only repeats a fact; empty for a row that is evidence, or does not mention it."""
    for standing in standings.values():
        if item_id in standing.mentioned_by and item_id not in [holder for holder, _ in standing.through]:
            return "mentions the fact, and is no evidence for it"
    return ""


def differs(condition: bool) -> str:
    """Whether two choices differ."""
    return "different" if condition else SAME


def signed(value: int, noun: str) -> str:
    """ "+2 messages (more)"."""
    if not value:
        return SAME
    return f"{words.change(value)} {noun}{'' if abs(value) == 1 else 's'} ({'more' if value > 0 else 'fewer'})"


def map_caption(frame: Frame, fact: Fact | None) -> str:
    """What the map shows."""
    told = f", and whether the fact \N{LEFT DOUBLE QUOTATION MARK}{fact.id}\N{RIGHT DOUBLE QUOTATION MARK} is backed" if fact else ""
    return f"Every budget under every policy after message {frame.index}: teaching tokens, turns retained{told}"


def no_map(fixture: Fixture) -> str:
    """Why a very long lesson has no map here."""
    return (
        f"This lesson has {len(fixture.turns)} turns: comparing every budget would keep this page waiting. "
        "The command line does it: python -m sim compare LESSON."
    )


def cell_standing(standing: Standing) -> str:
    """The fact's standing in one cell."""
    return "backed" if standing.backed else "mentioned only" if standing.mentioned else "gone" if standing.said_by else "not said"


def smallest_heading(fact: Fact) -> str:
    """Over the smallest budgets."""
    return f"The smallest budget that backs: {fact.statement}"


def state_label(frame: Frame) -> str:
    """What the JSON is."""
    return f"The state after message {frame.index}, as JSON"


def state_too_long(frame: Frame) -> str:
    """Why the JSON of a very long session is not shown."""
    return f"After {frame.index} messages the state is too long to show here; the export has it whole."


def picture(replay: Replay) -> str:
    """The chart in words."""
    frames, budget = replay.frames, replay.settings.budget
    peak = max(frames, key=lambda frame: frame.before)
    lost = [life for life in replay.lives() if life.how]
    ending = f"At the end the context holds {words.tokens(frames[-1].tokens)}: {words.names(frames[-1].context.ids)}."
    if replay.overflows:
        passed = f"first passes the budget of {budget} at {words.seconds(replay.overflows[0])}"
    else:
        passed = f"never passes the budget of {budget}"
    weighs = f"The context {passed}; at most it weighs {peak.before}, at {words.seconds(peak.seconds)}."
    if not lost:
        return f"{weighs} {ending}"
    first = min(lost, key=lambda life: life.left or 0)
    return (
        f"{weighs} {first.id} is the first to leave ({first.how} at {words.seconds(first.left)}), "
        f"{words.counted(len(lost), 'turn')} in all. {ending}"
    )


def no_picture(fixture: Fixture) -> str:
    """Why a very long lesson has no chart."""
    return f"This lesson has {len(fixture.turns)} turns, too many to draw. The table below has the first ones, the export has all."


def sentence(text: str) -> str:
    """With its full stop, or still empty."""
    return f"{text}." if text else ""


def generations(count: int, most: int) -> str:
    """How many were written."""
    if not count:
        return "No summary has been written yet."
    shown = f" The newest {most} are shown." if count > most else ""
    return f"{words.counted(count, 'summary', 'summaries')} written so far, the newest first.{shown}"


def written_at(frame: Frame, summary: Summary) -> str:
    """When a generation was written."""
    return f"generation {summary.generation}, at {words.seconds(frame.seconds)}"
