"""The points at which a framework checks its triggers, because it does not check at every arrival.

Source: google-adk 2.13.0, which checks tokens before every model call and again after each invocation, and windows only
after an invocation; adk-java 1.8.1-SNAPSHOT checks tokens only before model calls.
"""

from __future__ import annotations

from sim.policies.moment import Moment
from sim.policies.triggers.trigger import P, Trigger
from sim.state import reasons


def before_model_calls(trigger: Trigger[P]) -> Trigger[P]:
    """The trigger, checked only when the model is about to be called."""

    def checked(moment: Moment[P]) -> reasons.Trigger | reasons.Held:
        if not moment.session.model_reads_after(moment.position):
            return reasons.NotChecked(point="model-call")
        return trigger(moment)

    return checked


def after_invocations(trigger: Trigger[P]) -> Trigger[P]:
    """The trigger, checked only when an invocation is over."""

    def checked(moment: Moment[P]) -> reasons.Trigger | reasons.Held:
        if not moment.session.ends_invocation(moment.position):
            return reasons.NotChecked(point="invocation")
        return trigger(moment)

    return checked
