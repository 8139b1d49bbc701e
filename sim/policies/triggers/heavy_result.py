"""A heavy result of a tool: the policy then acts at a lower share, because the next result may not fit."""

from __future__ import annotations

from typing import Protocol

from sim.policies.counting import last_count
from sim.policies.moment import Moment
from sim.policies.shared import HasCounts
from sim.state.reasons import BelowThreshold, HeavyResult, NoHeavyResult


class HasHeavy(HasCounts, Protocol):
    """From which weight a result is heavy, and the threshold after it: teaching tokens, or at most 1 a share of the budget."""

    @property
    def heavy(self) -> float: ...

    @property
    def heavy_share(self) -> float: ...


def heavy_result(moment: Moment[HasHeavy]) -> HeavyResult | NoHeavyResult | BelowThreshold:
    """Holds if the newest turn is a result that weighs at least `heavy`, and the last count is `heavy_share` or more."""
    turn, parameters = moment.turn, moment.parameters
    if turn.effective_kind != "result" or turn.tokens < moment.tokens(parameters.heavy):
        return NoHeavyResult()
    count, limit = last_count(moment.context, parameters.counts), moment.tokens(parameters.heavy_share)
    if count is None or count.tokens < limit:
        return BelowThreshold(count=count, limit=limit)
    return HeavyResult(turn=turn.id, tokens=turn.tokens, count=count, limit=limit)
