"""What a summary says, and the change from one generation to the next, in words."""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

from sim.analysis.generations import Change
from sim.analysis.rewording import Kind, Line, Rewording
from sim.describe import words
from sim.lesson.entries import Decision, Entry, FailedAttempt, ToolCall
from sim.state.summary import Summary

Mark = Literal["", "inserted", "deleted"]
COUNTED: dict[Kind, str] = {"added": "new", "changed": "reworded", "dropped": "gone"}


class Said(NamedTuple):
    """The words of a line of a summary, with a word for what became of it.

    - `text`: the words; they begin with "new:", "was:", "now:" or "gone:" if the line was not kept.
    - `mark`: whether the newest generation inserted or deleted them; empty: neither.
    - `unsupported`: whether it is an entry that no covered turn supports.
    """

    text: str
    mark: Mark = ""
    unsupported: bool = False


SECTION = {
    "user_constraints": "User's constraints",
    "decisions": "Decisions",
    "failed_attempts": "Failed attempts",
    "tool_calls_summary": "Tool calls",
    "recent_narrative": "Recently",
    "task_state": "State of the task",
    "completed": "Done",
    "remaining": "To do",
    "blockers": "Blocked by",
}


PLACE = {
    "after-system": "right after the system's turns",
    "in-place": "where the turns that it covers were",
    "at-end": "at the end of the prompt",
}
ROLE = {"system": "the system's words", "user": "a user's words", "assistant": "the agent's own words"}


def standing(summary: Summary) -> str:
    """Where a summary is placed, and whose message it is."""
    return f"{summary.id} stands {PLACE[summary.place]}, as {ROLE[summary.role]}."


def entry(entry: Entry) -> str:
    """One entry in words."""
    match entry:
        case Decision():
            return f"{entry.text} (because: {entry.rationale})"
        case FailedAttempt():
            return f"{entry.text} (failed: {entry.reason})"
        case ToolCall():
            return f"{entry.tool} on {entry.target}: {entry.outcome}"
    return entry.text


def line(line: Line) -> str:
    """One line of a summary: the words for a fact, or an entry with its section, and the turns that it comes from."""
    if isinstance(line.says, str):
        carried = f" [carried from {words.names(line.sources)}]" if line.sources else ""
        return f"{line.about}: \N{LEFT DOUBLE QUOTATION MARK}{line.says}\N{RIGHT DOUBLE QUOTATION MARK}{carried}"
    source = f"from {words.names(line.sources)}" if line.sources else "unsupported: no covered turn says so"
    return f"{SECTION[line.about]}: {entry(line.says)} [{source}]"


def rewording(rewording: Rewording) -> tuple[Said, ...]:
    """What became of a line: its words, or for a changed line the old words and then the new ones."""
    was, now = rewording.was, rewording.now
    changed, found = rewording.kind == "changed", []
    if was and was != now:
        found.append(Said(f"{'was' if changed else 'gone'}: {line(was)}", "deleted", _unsupported(was)))
    if now and was != now:
        found.append(Said(f"{'now' if changed else 'new'}: {line(now)}", "inserted", _unsupported(now)))
    return tuple(found) or ((_kept(now),) if now else ())


def rewordings(change: Change) -> tuple[tuple[Said, ...], ...]:
    """Every line of a generation with what became of it; in a first generation the lines stand as they are."""
    if change.since is None:
        return tuple((_kept(one.now),) for one in change.lines if one.now)
    return tuple(map(rewording, change.lines))


def since(change: Change) -> str:
    """What a generation changed, in a sentence: which turns it took in, and how many lines became what."""
    if change.since is None:
        return "This is its first generation, so there is none before it to compare with."
    counts = Counter(one.kind for one in change.lines)
    told = [f"{words.counted(counts[kind], 'line')} {word}" for kind, word in COUNTED.items() if counts[kind]]
    lines = f"; {', '.join(told) or 'no line changed'}" if change.lines else ""
    return f"Since generation {change.since}: took in {words.names(change.covered)}{lines}."


def says(summary: Summary) -> str:
    """What kind of lines follow, or that there are none: entries, an author's words, or only facts that it carries."""
    said = summary.said
    if said.structure is not None:
        return "Its entries:" if said.structure.entries else "It has no entries."
    if said.worded:
        return "It says:" if said.wordings else "It says nothing of the lesson's facts."
    stands = "This simulator does not write its words. It stands for the turns that it covers, and carries"
    return f"{stands} these of the lesson's facts:" if said.wordings else f"{stands} none of the lesson's facts."


def change(change: Change) -> tuple[str, ...]:
    """What is different from the generation before, one line for each difference."""
    differences = (" ".join(said.text for said in rewording(one)) for one in change.different)
    return f"New in generation {change.generation}: {words.names(change.covered)}.", *differences


def _kept(now: Line) -> Said:
    return Said(line(now), unsupported=_unsupported(now))


def _unsupported(line: Line) -> bool:
    return not isinstance(line.says, str) and not line.sources
