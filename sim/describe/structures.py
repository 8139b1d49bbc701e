"""A structured summary and the change from one generation to the next, in lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.describe import words
from sim.entries import Decision, FailedAttempt, ToolCall

if TYPE_CHECKING:
    from sim.entries import Entry
    from sim.generations import Change
    from sim.structure import Noted, Structure
    from sim.summary import Summary

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
    """Where a summary stands, and as whose words."""
    return f"{summary.id} stands {PLACE[summary.place]}, as {ROLE[summary.role]}."


def entry(entry: Entry) -> str:
    """What one entry says."""
    match entry:
        case Decision():
            return f"{entry.text} (because: {entry.rationale})"
        case FailedAttempt():
            return f"{entry.text} (failed: {entry.reason})"
        case ToolCall():
            return f"{entry.tool} on {entry.target}: {entry.outcome}"
    return entry.text


def noted(one: Noted) -> str:
    """An entry with its source, or with the mark of having none."""
    source = f"from {one.source}" if one.source else "unsupported: no covered turn says so"
    return f"{entry(one.entry)} [{source}]"


def structure(structure: Structure | None) -> tuple[str, ...]:
    """A line an entry, under the name of its section; nothing for a summary without sections."""
    if structure is None:
        return ()
    return tuple(f"{SECTION[name]}: {noted(one)}" for name, one in structure.entries)


def change(change: Change) -> tuple[str, ...]:
    """What is different from the generation before, a line each."""
    lines = [f"New in generation {change.generation}: {words.names(change.covered)}."]
    for fact, (was, now) in change.wordings.items():
        lines.append(f"{fact}: {_quoted(was)} became {_quoted(now)}.")
    lines += [f"Gained, {SECTION[name].lower()}: {noted(one)}" for name, one in change.gained]
    lines += [f"Lost, {SECTION[name].lower()}: {noted(one)}" for name, one in change.lost]
    return tuple(lines)


def _quoted(text: str) -> str:
    return f"\N{LEFT DOUBLE QUOTATION MARK}{text}\N{RIGHT DOUBLE QUOTATION MARK}" if text else "nothing"
