"""A heavy result of a tool: the policy then acts at a lower share, because the next result may not fit.

A result is heavy by its own weight, or because the lesson names its tool as heavy: a tool that is known to return long
results, even if this one is short.
"""

from __future__ import annotations

from typing import Literal, Protocol

from sim.policies.counting import last_count
from sim.policies.moment import Moment
from sim.policies.shared import HasCounts
from sim.state.reasons import BelowThreshold, HeavyResult, NoHeavyResult

HeavyBy = Literal["weight", "name", "either"]


class HasHeavy(HasCounts, Protocol):
    """When a result is heavy, and the threshold after it: teaching tokens, or at most 1 a share of the budget."""

    @property
    def heavy(self) -> float: ...

    @property
    def heavy_by(self) -> HeavyBy: ...

    @property
    def heavy_share(self) -> float: ...


def heavy_result(moment: Moment[HasHeavy]) -> HeavyResult | NoHeavyResult | BelowThreshold:
    """Holds if the newest turn is a heavy result and the last count is `heavy_share` or more.

    By "weight" it is heavy from `heavy` on; by "name" if the lesson's `heavy_tools` name its tool.
    """
    turn, parameters = moment.turn, moment.parameters
    if turn.effective_kind != "result":
        return NoHeavyResult()
    tool = None if parameters.heavy_by == "weight" else _named(moment)
    weighs = parameters.heavy_by != "name" and turn.tokens >= moment.tokens(parameters.heavy)
    if tool is None and not weighs:
        return NoHeavyResult()
    count, limit = last_count(moment.context, parameters.counts), moment.tokens(parameters.heavy_share)
    if count is None or count.tokens < limit:
        return BelowThreshold(count=count, limit=limit, after=turn.id)
    return HeavyResult(turn=turn.id, tokens=turn.tokens, count=count, limit=limit, tool=tool)


def _named(moment: Moment[object]) -> str | None:
    """The first tool whose result the newest turn gives and that the lesson names as heavy; None if there is none."""
    named = moment.session.fixture.heavy_tools
    return next((result.tool for result in moment.turn.results if result.tool in named), None)
