"""No compression: everything stays. It shows the most that can be proven, and what that costs.

Every lesson offers it, because a policy can only be judged beside what would be there without it.
"""

from __future__ import annotations

from sim.parameters import Parameters
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.replacements.nothing import NOTHING
from sim.policies.triggers.never import never

NO_COMPRESSION = Policy(
    name="no-compression",
    title="No compression",
    line="Nothing leaves. A prompt over the budget would fail.",
    shares_session=None,
    declares=Parameters,
    composition=Composition[Parameters](trigger=never, selection=never, replacement=NOTHING),
)
