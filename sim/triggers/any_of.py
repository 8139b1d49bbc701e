"""Any of several triggers: the first that holds gives the reason."""

from __future__ import annotations

from sim.moment import Moment
from sim.triggers import Trigger


def any_of(*triggers: Trigger) -> Trigger:
    """The first of the triggers that has a reason."""

    def trigger(moment: Moment) -> str | None:
        return next((reason for one in triggers if (reason := one(moment))), None)

    return trigger
