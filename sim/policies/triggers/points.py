"""The points at which a framework checks its triggers, because it does not check at every arrival.

Source: google-adk 2.13.0, which checks tokens before every model call and again after each invocation, and windows only
after an invocation; adk-java 1.8.1-SNAPSHOT checks tokens only before model calls.
"""

from __future__ import annotations

from typing import Literal

from sim.policies.moment import Moment
from sim.policies.triggers.trigger import Finding, P, Parted, Trigger, findings
from sim.state import reasons


class AtPoint(Parted[P], frozen=True):
    """A trigger that is checked only at some arrivals.

    - `point`: where it is checked: before a "model-call" or after an "invocation".
    - `trigger`: the trigger.
    """

    point: Literal["model-call", "invocation"]
    trigger: Trigger[P]

    def __call__(self, moment: Moment[P]) -> Finding:
        """What the trigger finds, or that this is not the point."""
        return self.trigger(moment) if self._here(moment) else reasons.NotChecked(point=self.point)

    def findings(self, moment: Moment[P], anywhere: bool) -> tuple[Finding, ...]:
        """What the trigger's parts find; only that this is not the point, if it is not."""
        if not anywhere and not self._here(moment):
            return (reasons.NotChecked(point=self.point),)
        return findings(self.trigger, moment, anywhere)

    def _here(self, moment: Moment[P]) -> bool:
        if self.point == "invocation":
            return moment.session.ends_invocation(moment.position)
        return moment.session.model_reads_after(moment.position)


def before_model_calls(trigger: Trigger[P]) -> Trigger[P]:
    """The trigger, checked only when the model is about to be called."""
    return AtPoint("model-call", trigger)


def after_invocations(trigger: Trigger[P]) -> Trigger[P]:
    """The trigger, checked only when an invocation is over."""
    return AtPoint("invocation", trigger)
