"""The labels of the page's controls and panels, so that help, tests and screen agree."""

from __future__ import annotations

import sim
from sim.describe import words
from sim.describe.comparisons import SAME
from sim.describe.proofs import PROOFS
from sim.lesson.fact import Fact
from sim.lesson.fixture import Fixture
from sim.replay import Frame, Replay
from sim.state.provenance import FactStatus
from sim.state.summary import Summary

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
JUMPS = "Panels"
EXPERIMENT = "Experiment"
EXPAND = "Expand experiment"
COLLAPSE = "Back to the page"
DROP = "Let go to open this file"
ALONE = "This lesson on its own:"
NO_SCRIPT = (
    "This page simulates in your browser, with JavaScript and WebAssembly. Without them the lesson can only be read."
)
VERSION = sim.__version__
FOOTER = "Runs in this browser alone: nothing that you do here is sent anywhere."
NOTICES = "Licences of what this page carries"

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
    "file": "This page was opened as a file, and browsers run the simulator only from a web server. The lesson above can be read. "
    "To use it, put the page's folder on any host, or run 'python3 -m http.server' in it and open http://localhost:8000/.",
    "sandboxed": "The simulator cannot start here: the page around this one shows it in a sandbox. The lesson above can be read. "
    "To use it, open it in a tab of its own.",
    "missing": "{file} could not be fetched",
    "mistyped": "the server sends {file} as {type}, which browsers do not run; it must send files that end in .js as text/javascript",
    "silent": "the server does not answer when it is asked for {file}",
    "versions": "this page and its Python are of different versions",
    "awaited": "{file} has not come in {seconds} seconds. The page goes on waiting.",
    "late": "Nothing has come from Python for {seconds} seconds. After {limit} it is started again.",
    "busy": "Python has been at work for {seconds} seconds without an answer. After {limit} it is stopped and started again.",
    "stalled": "nothing came from it for {seconds} seconds",
    "endless": "it was at work for {seconds} seconds without an answer",
    "asked": "you asked for it",
    "restart": "Start Python again",
    "retried": "Python is started once more: {why}.",
    "restarted": "Python is started again: {why}. It returns to this lesson, these settings and this moment. Your notes are safe.",
    "resumed": "Python was started again, at the same lesson, settings and moment. A baseline has to be captured again.",
    "stopped": "The simulator stopped: {why}. Your notes are safe; starting again returns to this moment.",
    "stumbled": "That did not work: {why}.",
    "again": "Try again",
    "old": "This browser is too old for the simulator: it needs module workers and WebAssembly",
}

NOTES = {
    "saved": "Saved in this browser.",
    "empty": "Nothing noted yet. What you type is saved in this browser, and nowhere else.",
    "refused": "This browser refuses to store notes: those of every lesson last until this page is closed. Export them to keep them.",
    "adopted": "Brought up to date from another tab.",
    "merged": "Another tab wrote at the same time. Both texts are kept, one below the other.",
    "divider": "--- from another tab ---",
    "exported": "Notes exported as {name}.",
    "exported_all": "Notes exported as {name}: those of this lesson first, then those of the other lessons.",
}

FILES = {
    "hint": "The fixture holds the lesson, the settings, what every arrival did, and where you are looking. "
    "The lesson is what an author wrote, and nothing else. Both can be opened again, here or at the command line. "
    "To open a file, choose it or drop it anywhere on this page.",
    "exported": "Exported as {name}.",
    "too_large": "{name}: the file is {size} MB, and at most {limit} MB are read. What was open stays open.",
    "link": "A link to this moment that carries the lesson itself. Nothing is sent to a server until you pass it on.",
    "copied": "The link is copied. It carries the lesson, so whoever opens it needs no file.",
    "too_long": "The lesson is too long for a link: {length} characters, where at most {limit} still pass through mail and chat. "
    "Pass the file on instead.",
    "reading": "Reading {name}, {size} MB.",
    "unreadable": "{name}: the browser could not read the file ({why}). What was open stays open.",
}

COPY_LINK = "Copy link with the lesson"
ADDRESS_NAME = "the address"  # takes the place of a file's name for a lesson that came in a link

SAVING = {
    "heading": "Text to copy",
    "asked": "The browser was asked to save {name}. A page inside another page may be forbidden to save: if no file came, copy the text here.",
    "forbidden": "The page around this one forbids it to save {name}. Copy the text here instead.",
    "copy": "Copy the text",
    "copied": "The text is copied.",
    "refused": "The browser did not allow copying: mark the text and copy it by hand.",
}

BUDGET = "Context budget"
BUDGET_UNIT = "Teaching tokens; pinned turns count."
POLICY = "Policy"
FIDELITY = "Critical fact"
LESSON_DATA = "The lesson's data (JSON)"

METER = "Context budget used"


def new(summary: bool) -> str:
    """What marks an item of the context that this arrival brought."""
    return "written now" if summary else "new"


LEFT_NOW = "Left now:"
MORE = "Comparison and prompts"
CONTEXT_HINT = "What the model would read now, in reading order."
EMPTY_CONTEXT = "Nothing yet: no message has arrived."
PINNED = "pinned: it is never removed, and it counts"
CAPTURE = "Capture baseline"
REPLACE = "Replace baseline"
CLEAR = "Clear baseline"
BASELINE_CAPTION = "Baseline and current, side by side"
STATE = "Exact state"
DISMISS = "Dismiss"

LEGEND = {
    "pinned": "pinned",
    "backed": "user's own evidence",
    "recorded": "tool's own record",
    "mentioned": "mentions only",
    "summary": "summary without evidence",
    "plain": "other turns",
    "budget": "budget",
    "alert": "alert line",
    "overflow": "the budget overflows",
    "evicted": "evicted, or hidden by a summary",
    "folded": "compaction: folded into a summary",
    "failed": "a call would fail",
}
AXES = {"tokens": "Teaching tokens", "seconds": "%g s"}
PICTURE_TABLE = "The picture as a table"
START = "the start"

SUMMARY = "summary"
PROMPTS = "Session and prompt"
GENERATIONS = "The summary's generations"
REQUESTS = "What each agent reads"
REQUESTS_HINT = "Each agent's request, assembled from the one session as ADK does it."

NO_BASELINE = "No baseline yet. Capture one here, change a setting, and come back to this moment to compare."
MAP_HINT = "Choosing a cell loads its settings, parameters included, and returns to the start. Arrow keys lead from cell to cell."
PICTURE = "Chart: what the context held over time, against the budget. The text and the table before it say the same."


def title(fixture: Fixture) -> str:
    """The title of the browser's tab."""
    return f"{NAME}: {fixture.title}"


def from_file(name: str, kept: bool | None = None) -> str:
    """Where the data of a lesson from a file is, and whether the browser still has it after a reload."""
    later = {
        None: "",
        True: " It is kept in this browser, so a reload finds it again.",
        False: " This browser keeps no files: after a reload, open the file again.",
    }
    return f"Opened from {name}.{later[kept]}"


def overflows(replay: Replay) -> str:
    """When the budget overflows, for the marks on the timeline."""
    moments = replay.overflows
    if not moments:
        return "The budget never overflows in this replay."
    return f"Marks: the budget overflows at {words.names([words.number(at) for at in moments])} seconds."


def yes(condition: bool) -> str:
    """ "Yes" or "No", which comes before the sentence that says where."""
    return "Yes." if condition else "No."


def transcript(frame: Frame, most: int) -> str:
    """What part of the session the transcript shows."""
    count, arrived = len(frame.fixture.turns), frame.index
    if count <= most:
        return "Every turn of the lesson, and where it is now."
    if not arrived:
        return f"No turn has arrived yet; the lesson has {count}."
    if arrived <= most:
        return f"What has arrived, {arrived} of {count} turns, and where each is now."
    return f"The newest {most} of the {arrived} turns that have arrived, and where each is now; the lesson has {count}."


def item_mentions(item_id: str, standings: dict[str, FactStatus]) -> str:
    """A note that an item mentions a fact without backing or recording it; empty if there is no such fact."""
    for standing in standings.values():
        if item_id in standing.mentioned_by and item_id not in [holder for holder, _ in standing.through]:
            return f"mentions the fact, and is no {'record of' if standing.source == 'tool' else 'evidence for'} it"
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
    told = (
        f", and whether the fact \N{LEFT DOUBLE QUOTATION MARK}{fact.id}\N{RIGHT DOUBLE QUOTATION MARK} is {PROOFS[fact.source].done}"
        if fact
        else ""
    )
    return f"Every budget under every policy after message {frame.index}: teaching tokens, turns retained{told}"


def no_map(fixture: Fixture) -> str:
    """Why a very long lesson has no map here."""
    return (
        f"This lesson has {len(fixture.turns)} turns: comparing every budget would keep this page waiting. "
        "The command line does it: python -m sim compare LESSON."
    )


def smallest_heading(fact: Fact) -> str:
    """The heading above the smallest budgets."""
    return f"The smallest budget that {PROOFS[fact.source].heading}: {fact.statement}"


def not_said(fact: Fact) -> str:
    """Why there is no smallest budget for a fact that nothing has established yet."""
    proof = PROOFS[fact.source]
    return f"{words.begun(proof.never)}, so no budget {proof.keeps}."


def state_label(frame: Frame) -> str:
    """The label of the JSON."""
    return f"The state after message {frame.index}, as JSON"


def state_too_long(frame: Frame) -> str:
    """Why the JSON of a very long session is not shown."""
    return f"After {frame.index} messages the state is too long to show here; the export has it whole."


def sentence(text: str) -> str:
    """The text as a sentence with a full stop; empty if the text is empty."""
    return f"{text}." if text else ""


def generations(count: int, most: int) -> str:
    """How many summaries were written, and how many of them are shown."""
    if not count:
        return "No summary has been written yet."
    shown = f" The newest {most} are shown." if count > most else ""
    return f"{words.counted(count, 'summary', 'summaries')} written so far, the newest first.{shown}"


def written_at(frame: Frame, summary: Summary) -> str:
    """When a generation was written."""
    return f"generation {summary.generation}, at {words.seconds(frame.seconds)}"
