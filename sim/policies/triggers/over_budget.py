"""Over the budget: a local policy checks this at every arrival."""

from __future__ import annotations

from sim.policies.moment import Moment
from sim.state.reasons import OverBudget, WithinBudget


def over_budget(moment: Moment[object]) -> OverBudget | WithinBudget:
    """Holds if the context weighs more than the budget."""
    tokens, budget = moment.context.tokens, moment.budget
    return OverBudget(tokens=tokens, budget=budget) if tokens > budget else WithinBudget()
