"""When a turn may leave: a call and its results stay together until a model has read them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import accumulate

from sim.lesson.pairs import whole
from sim.state.reasons import Held, Unread, WaitsForResult
from sim.state.session import Session


def binding(position: int, session: Session, arrived: int) -> Held | None:
    """Why the turn at that position may not leave yet; None if it may.

    A call and its results may leave once all of them have arrived and a model has read them.
    """
    group = whole([position], session.partners)
    if len(group) == 1:
        return None
    last = max(group)
    if last >= arrived:
        return WaitsForResult(call=session.turns[min(group)].id)
    if session.answers[last] >= arrived:
        return Unread(turns=tuple(session.turns[k].id for k in sorted(group)))
    return None


def first_bound(session: Session, arrived: int, first: int, last: int) -> int | None:
    """The first of the unpinned positions from `first` to `last` whose turn may not leave yet; None if all may.

    All unpinned turns before `first` have left, which they could only do once they were read.
    """
    number = bisect_left(_read_by(session), arrived, session.unpinned_before(first), session.unpinned_before(last) + 1)
    return session.unpinned[number] if number <= session.unpinned_before(last) else None


def last_whole_cut(session: Session, end: int) -> int:
    """The last position up to `end` before which the turns can be cut off without separating a call from its results."""
    cuts = _whole_cuts(session)
    return cuts[bisect_right(cuts, end) - 1]


@lru_cache(maxsize=8)
def _read_by(session: Session) -> tuple[int, ...]:
    """For each unpinned turn, the latest position at which a model reads the pairs of the turns up to it; -1 without pairs."""
    read: dict[int, int] = {}
    for position in session.partners:
        if position not in read:
            group = whole([position], session.partners)
            read |= dict.fromkeys(group, session.answers[max(group)])
    return tuple(accumulate((read.get(position, -1) for position in session.unpinned), max))


@lru_cache(maxsize=8)
def _whole_cuts(session: Session) -> tuple[int, ...]:
    """The positions before which the unpinned turns can be cut off so that every pair stays together, rising from 0."""
    reach, cuts = -1, [0]
    for position in session.unpinned:
        reach = max(reach, *session.partners.get(position, (-1,)))
        if reach <= position:
            cuts.append(position + 1)
    return tuple(cuts)
