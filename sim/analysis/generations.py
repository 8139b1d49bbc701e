"""A summary's generations, and what each of them changed, so that drift can be seen step by step."""

from __future__ import annotations

import msgspec

from sim.analysis.rewording import Rewording, lines, rewording
from sim.replay import Replay
from sim.state.summary import Summary


class Generation(msgspec.Struct, frozen=True):
    """A summary as it was written.

    - `frame`: the index of the frame in which it was written.
    - `summary`: the summary.
    """

    frame: int
    summary: Summary


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What a generation changed of the one before.

    - `generation`: the number of the new generation, from 1.
    - `since`: the number of the generation before; None: there is none, so every line is added.
    - `covered`: the ids of the turns that it covers and the one before did not; empty: none.
    - `lines`: what became of every line; empty: neither has lines.
    """

    generation: int
    since: int | None
    covered: tuple[str, ...]
    lines: tuple[Rewording, ...]

    @property
    def different(self) -> tuple[Rewording, ...]:
        """The lines that were not kept as they were."""
        return tuple(line for line in self.lines if line.kind != "kept")


def generations(replay: Replay, until: int | None = None) -> tuple[Generation, ...]:
    """Every summary that was written, in order, up to the frame of index `until`; None: up to the end."""
    found: list[Generation] = []
    before: Summary | None = None
    for frame in replay.frames[: None if until is None else until + 1]:
        newest = frame.context.summary
        if newest is not None and newest is not before:
            found.append(Generation(frame.index, newest))
            before = newest
    return tuple(found)


def changes(replay: Replay, until: int | None = None) -> tuple[tuple[Generation, Change], ...]:
    """Each generation with what it changed from the one before with the same id."""
    before: dict[str, Summary] = {}
    found = []
    for one in generations(replay, until):
        found.append((one, change(before.get(one.summary.id), one.summary)))
        before[one.summary.id] = one.summary
    return tuple(found)


def change(before: Summary | None, after: Summary) -> Change:
    """What a generation changed; if there is none before it, everything is new."""
    known = set(before.covers) if before else set()
    return Change(
        generation=after.generation,
        since=before.generation if before else None,
        covered=tuple(turn for turn in after.covers if turn not in known),
        lines=rewording(lines(before) if before else (), lines(after)),
    )


def newest_change(replay: Replay, summary: Summary) -> Change:
    """What a summary of the replay changed of the generation before; if there is none before it, everything is new."""
    return change(_before(replay, summary), summary)


def _before(replay: Replay, summary: Summary) -> Summary | None:
    """The summary with the same id in the frame before the one in which it was written; None if there is none.

    Its generation is lower by more than one if the policy wrote it several times at one arrival.
    """
    if summary.generation == 1:
        return None
    summaries = replay.frames[summary.written - 1].context.summaries
    return next((one for one in reversed(summaries) if one.id == summary.id), None)
