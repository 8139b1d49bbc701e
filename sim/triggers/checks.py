"""When a framework looks at all: it does so at its own points, and not at every arrival.

Source: google-adk 2.13.0, which checks tokens before every model call and again after each invocation, and
windows after an invocation alone; adk-java 1.8.1-SNAPSHOT checks tokens before model calls only.
"""

from __future__ import annotations

from sim.moment import Moment
from sim.triggers import Trigger


def before_model_calls(trigger: Trigger) -> Trigger:
    """The trigger, looked at when the model is about to be called."""

    def checked(moment: Moment) -> str | None:
        return trigger(moment) if moment.session.model_reads_after(moment.position) else None

    return checked


def after_invocations(trigger: Trigger) -> Trigger:
    """The trigger, looked at when an invocation is over."""

    def checked(moment: Moment) -> str | None:
        return trigger(moment) if moment.session.ends_invocation(moment.position) else None

    return checked
