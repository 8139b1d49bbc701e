"""The session's state in words: what it holds, who wrote it, who reads it, and which instruction lacks a value."""

from __future__ import annotations

from collections.abc import Sequence

from sim.describe import words
from sim.lesson.placeholders import ARTIFACT, TEMPORARY
from sim.lesson.turn import Turn
from sim.lesson.write import StateValue
from sim.prompt.resolved import Reading, Resolved
from sim.replay import Frame
from sim.state.held import Kept, Lack, Value, ended, lacks, values, written_now

HEADING = "The session's state"
HINT = "What the state holds now. It is no part of the context: what a turn wrote stays after the turn has left."
EMPTY = "The state holds nothing yet."
TEMPLATE = "Its text with the placeholders"
NOBODY = ("no instruction",)
FIXED_WEIGHT = "its weight is fixed, whatever is filled in"
LONGEST = 80  # characters of a value in a line


def key(name: str) -> str:
    """The key in the words of a sentence: "user:limit", "the artifact plan"."""
    return f"the artifact {name.removeprefix(ARTIFACT)}" if name.startswith(ARTIFACT) else name


def value(held: StateValue) -> str:
    """The value in quotation marks, shortened if it is long; "empty" without any for none."""
    if held is None or held == "":
        return "empty"
    text = str(held)
    shown = text if len(text) <= LONGEST else text[: LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"
    return f"\N{LEFT DOUBLE QUOTATION MARK}{shown}\N{RIGHT DOUBLE QUOTATION MARK}"


def written(held: Value) -> str:
    """Who wrote the value, and when: "written by T4 at 8 seconds", "there from the start"."""
    if held.written_by is None:
        return "there from the start"
    over = f", over the value of {held.over}" if held.over else ""
    return f"written by {held.written_by} at {words.seconds(held.at)}{over}"


def kept(by: Sequence[Kept]) -> str:
    """Through which keys the state keeps a fact in the context; empty if it keeps it through none."""
    if not by:
        return ""
    readers: dict[tuple[str, str], list[str]] = {}
    for one in by:
        readers.setdefault((one.key, one.written_by), []).append(one.read_by)
    parts = [
        f"under {name}, written by {writer}, read by {words.names(read)}" for (name, writer), read in readers.items()
    ]
    return f"Kept in the state {'; and '.join(parts)}."


def lack(one: Lack) -> str:
    """Which key of which instruction has no value, so that a call fails, and who would write it later."""
    failing = f"A call made now would fail: the instruction {one.instruction} reads {{{one.key}}}"
    if not one.service:
        return f"{failing}, and this lesson has no artifacts at all."
    gone = f"what {one.ended} wrote ended with its invocation" if one.ended else "nothing has written it"
    if one.later is not None and one.at is not None:
        return f"{failing}, and {gone}; {one.later} writes it at {words.seconds(one.at)}."
    again = "no turn of this invocation writes it" if one.key.startswith(TEMPORARY) else "no later turn does"
    return f"{failing}, and {gone}; {again}."


def lacking(frame: Frame) -> tuple[str, ...]:
    """One sentence for each instruction that cannot be sent now; empty if all can."""
    return tuple(map(lack, lacks(frame.context)))


def wrote(frame: Frame) -> tuple[str, ...]:
    """What the arrival changed in the state, one sentence for each key that was written, overwritten, emptied or ended."""
    found = [_wrote(one) for one in written_now(frame.context)]
    found += [f"The invocation of {one.written_by} is over, and {one.key} with it." for one in ended(frame.context)]
    return tuple(found)


def _wrote(one: Value) -> str:
    if one.key.startswith(ARTIFACT):
        again = f" over that of {one.over}" if one.over else ""
        return f"{one.written_by} saved {key(one.key)}{again}."
    if one.value is None:
        return f"{one.written_by} emptied {one.key} in the state."
    over = f", over the value of {one.over}" if one.over else ""
    return f"{one.written_by} wrote {one.key} to the state{over}."


def writes(turn: Turn) -> str:
    """A note on a turn that writes: "writes user:limit to the state"; empty if it writes nothing."""
    parts = []
    if turn.written:
        parts.append(f"writes {words.names([one.key for one in turn.written])} to the state")
    if turn.saves:
        parts.append(f"saves {words.names([key(f'{ARTIFACT}{name}') for name in turn.saves])}")
    return " and ".join(parts)


def reads(found: Resolved) -> str:
    """A note on an instruction with placeholders: the keys that it reads, each with who wrote it; empty without any."""
    if not found.reads:
        return ""
    return f"reads {words.names([_reading(one) for one in found.reads])}; {FIXED_WEIGHT}"


def _reading(one: Reading) -> str:
    if one.value is None:
        return f"{key(one.key)} ({'no value, so it is left empty' if one.optional else 'no value'})"
    by = f"written by {one.value.written_by}" if one.value.written_by else "there from the start"
    return f"{key(one.key)} ({by})"


def rows(frame: Frame) -> tuple[str, ...]:
    """A line for each key: "user:limit: “140 euros”, written by T4 at 8 seconds, read by T1."."""
    readers = readers_of(frame)
    return tuple(
        f"{key(one.key)}: {value(one.value)}, {written(one)}, read by {words.names(readers.get(one.key, NOBODY))}."
        for one in values(frame.context)
    )


def readers_of(frame: Frame) -> dict[str, tuple[str, ...]]:
    """For each key that an instruction in the context reads, the ids of those instructions."""
    found: dict[str, dict[str, None]] = {}
    turns = frame.fixture.turns
    for position, read in frame.context.session.writes.templates.items():
        if position < frame.index:
            for placeholder in read:
                found.setdefault(placeholder.name, {})[turns[position].id] = None
    return {name: tuple(ids) for name, ids in found.items()}


def shown(frame: Frame) -> bool:
    """Whether the lesson has a state to show: something is there from the start, is written, or is read."""
    held = frame.context.session.writes
    return bool(held.keys or held.templates)
