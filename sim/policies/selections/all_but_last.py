"""All turns except the last n: a tail is kept word for word, and everything before it leaves at once."""

from __future__ import annotations

from bisect import bisect_left

from sim.policies.moment import Moment
from sim.policies.selections.users_turns import last_turn, next_turn, nothing_else, request_at_hand
from sim.policies.shared import HasTail
from sim.state.chosen import Chosen
from sim.state.may_leave import binding, first_bound, last_whole_cut
from sim.state.reasons import Held
from sim.state.staying import NoUsersTurn, TailStays


def all_but_last(moment: Moment[HasTail]) -> Chosen | Held:
    """The unpinned turns except the last `retention`.

    With `pairs` "whole", the cut moves to an earlier turn until no call is separated from its results. Then a call and its
    results also stay until the model has read them. With `cut` "user-turn", the cut moves to the next turn of a user, or
    if there is none to the last one before. With `request` "stays", the user's newest turn stays, wherever it is.
    """
    context, retention = moment.context, moment.parameters.retention
    cut = max(0, context.unpinned_count - retention)
    if not cut:
        return TailStays(retention=retention)
    leaving = _free(moment, context.earliest_unpinned(cut))
    if isinstance(leaving, Held):
        return leaving
    stays = request_at_hand(moment)
    leaving = tuple(k for k in leaving if k != stays)
    return Chosen.of(leaving) if leaving else nothing_else(moment)


def _free(moment: Moment[HasTail], leaving: tuple[int, ...]) -> tuple[int, ...] | Held:
    """The turns to leave after the cut has moved as `pairs` and `cut` require; or why none may leave."""
    if moment.parameters.cut == "user-turn":
        return _whole_turns(moment, leaving)
    if moment.parameters.pairs == "split":
        return leaving
    stay = _bound(moment, leaving)
    return stay if isinstance(stay, Held) else leaving[:stay]


def _whole_turns(moment: Moment[HasTail], leaving: tuple[int, ...]) -> tuple[int, ...] | Held:
    """The turns to leave if the cut after `leaving` has to move to where a user's turn begins; or why none may leave."""
    unpinned = moment.context.unpinned
    place = unpinned[len(leaving)] if len(leaving) < len(unpinned) else moment.context.arrived
    cut = next_turn(moment, place)
    if cut is None:
        cut = last_turn(moment, place)
    while cut is not None and (leaving := unpinned[: bisect_left(unpinned, cut)]):
        if moment.parameters.pairs == "split":
            return leaving
        stay = _bound(moment, leaving)
        if isinstance(stay, Held):
            return stay
        if stay == len(leaving):
            return leaving
        cut = last_turn(moment, leaving[stay] + 1)
    return NoUsersTurn()


def _bound(moment: Moment[object], leaving: tuple[int, ...]) -> int | Held:
    """How many of the turns may leave, so that every pair leaves whole and has been read; or why none may."""
    session, arrived = moment.session, moment.context.arrived
    bound = first_bound(session, arrived, leaving[0], leaving[-1])
    free = bisect_left(leaving, last_whole_cut(session, leaving[-1] + 1 if bound is None else bound))
    if free:
        return free
    held = None if bound is None else binding(bound, session, arrived)
    return held or TailStays(retention=moment.context.unpinned_count - len(leaving))
