"""Joins several triggers: the first that holds gives the reason."""

from __future__ import annotations

from sim.policies.moment import Moment
from sim.policies.triggers.trigger import Finding, P, Parted, Trigger, findings
from sim.state import reasons


class AnyOf(Parted[P], frozen=True):
    """The reason of the first trigger that holds; if none holds, why the first one that checks at this point does not.

    - `triggers`: the triggers in the order in which they are asked, at least one.
    """

    triggers: tuple[Trigger[P], ...]

    def __call__(self, moment: Moment[P]) -> Finding:
        """The first reason to act, or why it is too early."""
        held = self.triggers[0](moment)
        for one in self.triggers[1:]:
            if isinstance(held, reasons.Trigger):
                return held
            found = one(moment)
            if isinstance(found, reasons.Trigger) or isinstance(held, reasons.NotChecked):
                held = found
        return held

    def findings(self, moment: Moment[P], anywhere: bool) -> tuple[Finding, ...]:
        """What each trigger finds. One that does not look at this point is left out if another does."""
        found = tuple(one for trigger in self.triggers for one in findings(trigger, moment, anywhere))
        looked = tuple(one for one in found if not isinstance(one, reasons.NotChecked))
        return looked or found


def any_of(first: Trigger[P], *others: Trigger[P]) -> Trigger[P]:
    """These triggers, asked in this order."""
    return AnyOf((first, *others))
