"""Over a weight that the learner chose: as over the budget, but at a share of it, or at so many tokens."""

from __future__ import annotations

from sim.policies.moment import Moment
from sim.policies.shared import HasLimit
from sim.policies.triggers.over_budget import over_budget
from sim.state.reasons import OverBudget, OverLimit, WithinBudget, WithinLimit


def over_limit(moment: Moment[HasLimit]) -> OverBudget | OverLimit | WithinBudget | WithinLimit:
    """Holds if the context weighs more than the threshold. It is weighed as it is now, and not as it was last counted."""
    tokens, limit = moment.context.tokens, moment.tokens(moment.parameters.threshold)
    if limit == moment.budget:
        return over_budget(moment)
    return OverLimit(tokens=tokens, limit=limit) if tokens > limit else WithinLimit(tokens=tokens, limit=limit)
