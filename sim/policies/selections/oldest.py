"""The oldest turn: one at a time until the rest fits, if needed with the calls and results that belong to it."""

from __future__ import annotations

from sim.lesson.pairs import whole
from sim.policies.moment import Moment
from sim.policies.shared import HasPairs
from sim.state.chosen import Chosen
from sim.state.may_leave import binding
from sim.state.reasons import Held, NothingNew


def oldest(moment: Moment[HasPairs]) -> Chosen | Held:
    """The earliest unpinned turn.

    With `pairs` "whole", it leaves together with its calls and results. A call stays until its results have come and the
    model has read them, so the earliest turn that may leave is chosen.
    """
    context, session = moment.context, moment.session
    if moment.parameters.pairs == "split" or not session.partners:
        return Chosen.of((session.position[context.earliest.id],)) if context.earliest else NothingNew()
    held: Held = NothingNew()
    for position in context.unpinned_in_order():
        bound = binding(position, session, context.arrived)
        if bound is None:
            return Chosen.of(tuple(sorted(k for k in whole([position], session.partners) if context.retains(k))))
        held = held if not isinstance(held, NothingNew) else bound
    return held
