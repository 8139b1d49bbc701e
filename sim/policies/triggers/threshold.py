"""A threshold for the prompt's size, in tokens or as a share of the budget. The size is the last count: one call late."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sim.policies.counting import last_count
from sim.policies.moment import Moment
from sim.policies.shared import HasCounts, HasThreshold
from sim.policies.triggers.trigger import Trigger
from sim.state.reasons import AtThreshold, BelowThreshold

C = TypeVar("C", bound=HasCounts)


def at_or_over(figure: Callable[[C], float]) -> Trigger[C]:
    """Holds if the last count is at least the figure taken from the parameters."""

    def trigger(moment: Moment[C]) -> AtThreshold | BelowThreshold:
        count = last_count(moment.context, moment.parameters.counts)
        limit = moment.tokens(figure(moment.parameters))
        if count is None or count.tokens < limit:
            return BelowThreshold(count=count, limit=limit)
        return AtThreshold(count=count, limit=limit)

    return trigger


def over(figure: Callable[[C], float]) -> Trigger[C]:
    """Holds if the last count, even one older than a compaction, is more than the figure taken from the parameters."""

    def trigger(moment: Moment[C]) -> AtThreshold | BelowThreshold:
        count = last_count(moment.context, moment.parameters.counts, even_older=True)
        limit = moment.tokens(figure(moment.parameters))
        if count is None or count.tokens <= limit:
            return BelowThreshold(count=count, limit=limit)
        return AtThreshold(count=count, limit=limit, strictly=True)

    return trigger


def threshold(parameters: HasThreshold) -> float:
    """The figure of a policy that has one threshold: teaching tokens, or at most 1 a share of the budget."""
    return parameters.threshold


AT_OR_OVER: Trigger[HasThreshold] = at_or_over(threshold)
OVER: Trigger[HasThreshold] = over(threshold)
