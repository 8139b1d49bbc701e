"""The policies that a lesson can offer, in the order in which they are shown."""

from sim.policies.evict_oldest import EVICT_OLDEST
from sim.policies.policy import Policy
from sim.policies.summarize_older import SUMMARIZE_OLDER

POLICIES: dict[str, Policy] = {policy.name: policy for policy in (EVICT_OLDEST, SUMMARIZE_OLDER)}

__all__ = ["POLICIES", "Policy"]
