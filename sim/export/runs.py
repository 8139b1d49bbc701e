"""Where all turns are, as runs in the lesson's order, so that even in a long session the text for an arrival is short.

A run of neighbours is written as its first and its last id, and a single turn as its id. Runs are worked out from a
context's few numbers, without listing the turns.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from sim.state.context import Context
from sim.state.session import Session
from sim.state.summary import Summary

Range = tuple[int, int]  # the first, and the one after the last
Run = str | tuple[str, str]


class Runs:
    """The runs of one session's contexts. A range is one of positions, or one of numbers of unpinned turns."""

    def __init__(self, session: Session) -> None:
        self._session = session
        unpinned = session.unpinned
        # The numbers of the unpinned turns that do not come right after the unpinned turn before them.
        self._breaks = [k for k in range(1, len(unpinned)) if unpinned[k] != unpinned[k - 1] + 1]

    def context(self, context: Context) -> list[Run]:
        """The items of the context in reading order; a summary is written as its id."""
        leading = sorted((*self._session.pinned[: bisect_left(self._session.pinned, context.first)], *context.kept))
        ranges = _joined([*((k, k + 1) for k in leading), (context.first, context.arrived)])
        found: list[Run] = []
        for place, _, name in sorted((context.stands(one), k, one.id) for k, one in enumerate(context.summaries)):
            while ranges and ranges[0][0] < place:
                start, stop = ranges.pop(0)
                found.append(self._named(start, min(stop, place)))
                if stop > place:
                    ranges.insert(0, (place, stop))
            found.append(name)
        return found + [self._named(*one) for one in ranges]

    def covers(self, summary: Summary) -> list[Run]:
        """The turns that a summary covers."""
        return self._of(self._covered(summary))

    def evicted(self, context: Context) -> list[Run]:
        """The turns that have left and that no summary covers or hides."""
        return self._of(_minus(self._uncovered(context), self._hidden(context)))

    def hidden(self, context: Context) -> list[Run]:
        """The turns that a summary hides and does not cover."""
        return self._of(self._hidden(context))

    def _uncovered(self, context: Context) -> list[Range]:
        kept = (self._session.unpinned_before(k) for k in context.kept)
        left = _minus([(0, context.gone)], [(k, k + 1) for k in kept])
        covered = [one for summary in context.summaries for one in self._covered(summary)]
        return _minus(left, _joined(sorted(covered)))

    def _hidden(self, context: Context) -> list[Range]:
        if not context.summaries:
            return []
        unpinned = self._session.unpinned
        return [
            (k, k + 1)
            for start, stop in self._uncovered(context)
            for k in range(start, stop)
            if context.hides(unpinned[k])
        ]

    def _covered(self, summary: Summary) -> list[Range]:
        without = (self._session.unpinned_before(k) for k in summary.without)
        return _minus([(summary.start, summary.stop)], [(k, k + 1) for k in without])

    def _of(self, ranges: Iterable[Range]) -> list[Run]:
        """The runs of ranges of unpinned turns."""
        unpinned = self._session.unpinned
        found = []
        for start, stop in ranges:
            cuts = self._breaks[bisect_right(self._breaks, start) : bisect_left(self._breaks, stop)]
            found += [(unpinned[a], unpinned[b - 1] + 1) for a, b in zip([start, *cuts], [*cuts, stop])]
        return [self._named(*one) for one in _joined(found)]

    def _named(self, start: int, stop: int) -> Run:
        turns = self._session.turns
        return turns[start].id if stop == start + 1 else (turns[start].id, turns[stop - 1].id)


def _joined(ranges: Iterable[Range]) -> list[Range]:
    """The given rising ranges, without empty ones; those that touch or overlap are joined."""
    found: list[Range] = []
    for start, stop in ranges:
        if start >= stop:
            continue
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(stop, found[-1][1])
        else:
            found.append((start, stop))
    return found


def _minus(ranges: Iterable[Range], holes: Iterable[Range]) -> list[Range]:
    """The given rising ranges without the holes, which must also rise."""
    found: list[Range] = []
    holes = list(holes)
    for start, stop in ranges:
        for first, last in holes[max(0, bisect_right(holes, (start, start)) - 1) :]:
            if first >= stop:
                break
            if first > start:
                found.append((start, first))
            start = max(start, last)
        found.append((start, stop))
    return _joined(found)
