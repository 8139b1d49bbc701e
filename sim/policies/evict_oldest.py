"""Evict oldest: the simplest policy, with which all others can be compared.

What leaves is gone. Whether the agent can still prove a fact depends only on how long ago the user said it.
"""

from __future__ import annotations

from sim.parameters import Parameters
from sim.policies.composition import Composition, earliest
from sim.policies.policy import Policy
from sim.policies.replacements.nothing import NOTHING
from sim.policies.selections.oldest import oldest
from sim.policies.shared import Pairs
from sim.policies.triggers.over_budget import over_budget


class EvictOldestParameters(Parameters, frozen=True, kw_only=True):
    """The parameters of this policy.

    - `pairs`: whether a call may leave without its results ("split") or only with them ("whole").
    """

    pairs: Pairs = "split"


EVICT_OLDEST = Policy(
    name="evict-oldest",
    title="Evict oldest",
    line="While the context is over the budget, the earliest turn that is not pinned is removed.",
    shares_session=False,
    declares=EvictOldestParameters,
    composition=Composition[EvictOldestParameters](
        trigger=over_budget, selection=oldest, replacement=NOTHING, repeats=True, explain=earliest
    ),
    budget_monotone=True,
)
