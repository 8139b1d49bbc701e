"""The oldest turn: one at a time until the rest fits, if needed with the calls and results that belong to it."""

from __future__ import annotations

from itertools import takewhile

from sim.lesson.pairs import whole
from sim.policies.moment import Moment
from sim.policies.selections.users_turns import next_turn, nothing_else, request_at_hand
from sim.policies.shared import HasCut
from sim.state.chosen import Chosen
from sim.state.may_leave import binding, first_bound, is_whole_cut
from sim.state.reasons import Held, NothingNew
from sim.state.staying import NoUsersTurn


def oldest(moment: Moment[HasCut]) -> Chosen | Held:
    """The earliest unpinned turn.

    With `pairs` "whole", it leaves together with its calls and results. A call stays until its results have come and the
    model has read them, so the earliest turn that may leave is chosen. With `cut` "user-turn", everything before the next
    user's turn leaves together. With `request` "stays", the user's newest turn is passed over.
    """
    context, session = moment.context, moment.session
    if moment.parameters.cut == "user-turn":
        return _before_the_next_users_turn(moment)
    stays = request_at_hand(moment)
    candidates = (position for position in context.unpinned_in_order() if position != stays)
    if moment.parameters.pairs == "split" or not session.partners:
        earliest = next(candidates, None)
        return nothing_else(moment) if earliest is None else Chosen.of((earliest,))
    held: Held | None = None
    for position in candidates:
        bound = binding(position, session, context.arrived)
        if bound is None:
            return Chosen.of(tuple(sorted(k for k in whole([position], session.partners) if context.retains(k))))
        held = held or bound
    return held or nothing_else(moment)


def _before_the_next_users_turn(moment: Moment[HasCut]) -> Chosen | Held:
    """The earliest turns up to the next turn of a user, or to a later one if a pair must stay whole."""
    context, session = moment.context, moment.session
    if context.earliest is None:
        return NothingNew()
    cut = next_turn(moment, session.position[context.earliest.id] + 1)
    if moment.parameters.pairs == "whole":
        while cut is not None and not is_whole_cut(session, cut):
            cut = next_turn(moment, cut + 1)
    if cut is None:
        return NoUsersTurn()
    leaving = tuple(takewhile(lambda position: position < cut, context.unpinned_in_order()))
    if moment.parameters.pairs == "whole":
        bound = first_bound(session, context.arrived, leaving[0], leaving[-1])
        if bound is not None and (held := binding(bound, session, context.arrived)):
            return held
    return Chosen.of(leaving)
