"""All turns except the last n: a tail is kept word for word, and everything before it leaves at once."""

from __future__ import annotations

from bisect import bisect_left

from sim.policies.moment import Moment
from sim.policies.shared import HasTail
from sim.state.chosen import Chosen
from sim.state.may_leave import binding, first_bound, last_whole_cut
from sim.state.reasons import Held, TailStays


def all_but_last(moment: Moment[HasTail]) -> Chosen | Held:
    """The unpinned turns except the last `retention`.

    With `pairs` "whole", the cut moves to an earlier turn until no call is separated from its results. Then a call and its
    results also stay until the model has read them.
    """
    context, retention = moment.context, moment.parameters.retention
    cut = max(0, context.unpinned_count - retention)
    if not cut:
        return TailStays(retention=retention)
    leaving = context.earliest_unpinned(cut)
    if moment.parameters.pairs == "whole":
        stay = _bound(moment, leaving)
        if isinstance(stay, Held):
            return stay
        leaving = leaving[:stay]
    return Chosen.of(leaving)


def _bound(moment: Moment[object], leaving: tuple[int, ...]) -> int | Held:
    """How many of the turns may leave, so that every pair leaves whole and has been read; or why none may."""
    session, arrived = moment.session, moment.context.arrived
    bound = first_bound(session, arrived, leaving[0], leaving[-1])
    free = bisect_left(leaving, last_whole_cut(session, leaving[-1] + 1 if bound is None else bound))
    if free:
        return free
    held = None if bound is None else binding(bound, session, arrived)
    return held or TailStays(retention=moment.context.unpinned_count - len(leaving))
