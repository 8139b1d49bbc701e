"""Joins several triggers: the first that holds gives the reason."""

from __future__ import annotations

from sim.policies.moment import Moment
from sim.policies.triggers.trigger import P, Trigger
from sim.state import reasons


def any_of(first: Trigger[P], *others: Trigger[P]) -> Trigger[P]:
    """The reason of the first trigger that holds; if none holds, why the first one that checks at this point does not."""

    def trigger(moment: Moment[P]) -> reasons.Trigger | reasons.Held:
        held = first(moment)
        for one in others:
            if isinstance(held, reasons.Trigger):
                return held
            found = one(moment)
            if isinstance(found, reasons.Trigger) or isinstance(held, reasons.NotChecked):
                held = found
        return held

    return trigger
