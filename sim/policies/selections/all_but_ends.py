"""All turns except the first n and the last n: the beginning is kept for the task, and the end for what is being done."""

from __future__ import annotations

from typing import Protocol

from sim.lesson.pairs import whole
from sim.policies.moment import Moment
from sim.policies.selections.users_turns import nothing_else, request_at_hand
from sim.policies.shared import HasPairs, HasRequest, HasRetention
from sim.state.chosen import Chosen
from sim.state.may_leave import binding
from sim.state.reasons import Held
from sim.state.staying import EndsStay


class HasEnds(HasRetention, HasPairs, HasRequest, Protocol):
    """How many turns stay at the beginning, too."""

    @property
    def head(self) -> int: ...


def all_but_ends(moment: Moment[HasEnds]) -> Chosen | Held:
    """The unpinned turns between the first `head` and the last `retention`.

    With `pairs` "whole", a turn stays if a call or a result of it stays, and until the model has read it. With `request`
    "stays", the user's newest turn stays, too.
    """
    context, parameters = moment.context, moment.parameters
    between = max(0, context.unpinned_count - parameters.retention)
    if between <= parameters.head:
        return _ends_stay(moment)
    stays = request_at_hand(moment)
    leaving = tuple(k for k in context.earliest_unpinned(between)[parameters.head :] if k != stays)
    if not leaving:
        return nothing_else(moment)
    return Chosen.of(leaving) if parameters.pairs == "split" else _whole(moment, leaving)


def _whole(moment: Moment[HasEnds], leaving: tuple[int, ...]) -> Chosen | Held:
    """Those of the turns that leave no call or result behind; or why none may leave."""
    session, arrived, inside = moment.session, moment.context.arrived, frozenset(leaving)
    held: Held | None = None
    free = []
    for position in leaving:
        bound = binding(position, session, arrived)
        if bound is not None:
            held = held or bound
        elif whole([position], session.partners) <= inside:
            free.append(position)
    return Chosen.of(tuple(free)) if free else held or _ends_stay(moment)


def _ends_stay(moment: Moment[HasEnds]) -> EndsStay:
    return EndsStay(head=moment.parameters.head, retention=moment.parameters.retention)
