"""Evict oldest: the plainest way to forget, and so the measure for every other.

What leaves is gone. Whether the agent can still prove a fact depends on nothing but how long
ago the user said it.
"""

from __future__ import annotations

from sim.describe import reasons
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.shared import PAIRS
from sim.replacements.nothing import NOTHING
from sim.selections.oldest import oldest
from sim.triggers.over_budget import over_budget

EVICT_OLDEST = Policy(
    name="evict-oldest",
    title="Evict oldest",
    line="While the context is over the budget, the earliest turn that is not pinned is removed.",
    uses_fidelity=False,
    arrive=Composition(
        trigger=over_budget, selection=oldest, replacement=NOTHING, repeats=True, explain=reasons.removal
    ).arrive,
    parameters=(PAIRS,),
    local=True,
)
