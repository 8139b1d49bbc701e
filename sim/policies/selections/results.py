"""The results of tools that may be cleared: all but the newest n, and none that the model has not read yet.

A result that proves something for a user is never chosen, nor one that weighs no more than its placeholder.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import Protocol

from sim.policies.moment import Moment
from sim.policies.replacements.clearing import HasPlaceholder
from sim.policies.shared import HasLimit
from sim.state.chosen import Chosen
from sim.state.session import Session
from sim.state.staying import ResultsStay


class HasKeep(HasPlaceholder, Protocol):
    """How many of the newest results stay as they are."""

    @property
    def keep(self) -> int: ...


class HasLimitAndKeep(HasKeep, HasLimit, Protocol):
    """Also the weight over which the policy acts."""


def old_results(moment: Moment[HasKeep]) -> Chosen | ResultsStay:
    """All results that may be cleared."""
    # They are cleared in order, so as many as are cleared already come first.
    leaving = _may_be_cleared(moment)[moment.context.cleared.count :]
    return Chosen.of(leaving) if leaving else ResultsStay(keep=moment.parameters.keep)


def largest_results(moment: Moment[HasLimitAndKeep]) -> Chosen | ResultsStay:
    """The largest of the results that may be cleared, only as many as it takes until the rest fits; of equal ones the earlier.

    It looks at every result that may be cleared and is not, at each arrival at which the policy acts.
    """
    context, turns, parameters = moment.context, moment.session.turns, moment.parameters
    candidates = _may_be_cleared(moment)
    number, waiting = len(candidates) - context.cleared.count, list[int]()
    for position in reversed(candidates):
        if len(waiting) == number:
            break
        if context.cleared.at(position) is None:
            waiting.append(position)
    excess = context.tokens - moment.tokens(parameters.threshold)
    leaving = []
    for position in sorted(waiting, key=lambda k: (-turns[k].tokens, k)):
        if excess <= 0:
            break
        leaving.append(position)
        excess -= turns[position].tokens - parameters.placeholder
    return Chosen.of(tuple(leaving)) if leaving else ResultsStay(keep=parameters.keep)


def _may_be_cleared(moment: Moment[HasKeep]) -> tuple[int, ...]:
    """The positions of the results that may be cleared, rising, with those that are cleared already."""
    session, arrived, parameters = moment.session, moment.context.arrived, moment.parameters
    newest = bisect_left(session.clearable, arrived) - parameters.keep
    if newest <= 0:
        return ()
    end = session.clearable[newest] if newest < len(session.clearable) else arrived
    heavier = _heavier(session, parameters.placeholder)
    read = bisect_left(heavier, arrived, key=lambda position: session.answers[position])
    return heavier[: min(read, bisect_left(heavier, end))]


@lru_cache(maxsize=8)
def _heavier(session: Session, placeholder: int) -> tuple[int, ...]:
    """The positions of the results that weigh more than their placeholder would, rising."""
    return tuple(k for k in session.clearable if session.turns[k].tokens > placeholder)
