"""Never: for the policy that removes nothing, with which every other can be compared."""

from __future__ import annotations

from sim.policies.moment import Moment
from sim.state.reasons import NeverActs


def never(moment: Moment[object]) -> NeverActs:
    """Does not hold. As a selection it chooses nothing, for the same reason."""
    return NeverActs()
