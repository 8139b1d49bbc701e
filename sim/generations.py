"""A summary's generations, and what each changed: where drift can be seen, one step at a time."""

from __future__ import annotations

import msgspec

from sim.replay import Replay
from sim.structure import Noted
from sim.summary import Summary


class Generation(msgspec.Struct, frozen=True):
    """A summary as it was written, with the index of the frame in which it was."""

    frame: int
    summary: Summary


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """From one generation to the next.

    `covered` are the ids of the turns that are new in it, `wordings` the facts (ids) that it words otherwise,
    before and after ("" for nothing), `gained` and `lost` the entries of a structured one by section.
    """

    generation: int
    covered: tuple[str, ...]
    wordings: dict[str, tuple[str, str]]
    gained: tuple[tuple[str, Noted], ...] = ()
    lost: tuple[tuple[str, Noted], ...] = ()


def generations(replay: Replay, until: int | None = None) -> tuple[Generation, ...]:
    """Every summary that was written, in order, up to the frame of index `until` if there is one."""
    found: list[Generation] = []
    before: tuple[Summary, ...] = ()
    for frame in replay.frames[: None if until is None else until + 1]:
        if frame.context.summaries is not before:
            known = {id_of(summary) for summary in before}
            found += [Generation(frame.index, one) for one in frame.context.summaries if id_of(one) not in known]
            before = frame.context.summaries
    return tuple(found)


def id_of(summary: Summary) -> tuple[str, int, int]:
    """What tells one summary of a replay from every other: its name, its generation and where it ends."""
    return summary.id, summary.generation, summary.stop


def change(before: Summary | None, after: Summary) -> Change:
    """What a generation changed; without one before, all of it is new."""
    was = before.said if before else None
    now = after.said
    known = set(before.covers) if before else set()
    words = was.wordings if was else {}
    entries = was.structure.entries if was and was.structure else ()
    newer = now.structure.entries if now.structure else ()
    return Change(
        generation=after.generation,
        covered=tuple(turn for turn in after.covers if turn not in known),
        wordings={
            fact: (words.get(fact, ""), now.wordings.get(fact, ""))
            for fact in words | now.wordings
            if words.get(fact, "") != now.wordings.get(fact, "")
        },
        gained=tuple(one for one in newer if one not in entries),
        lost=tuple(one for one in entries if one not in newer),
    )
