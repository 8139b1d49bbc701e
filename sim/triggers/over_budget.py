"""Over the budget: what a local policy acts on, at every arrival."""

from __future__ import annotations

from sim.describe import reasons
from sim.moment import Moment


def over_budget(moment: Moment) -> str | None:
    """The context weighs more than the budget."""
    tokens, budget = moment.context.tokens, moment.settings.budget
    return reasons.over(tokens, budget) if tokens > budget else None
