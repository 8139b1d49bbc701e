"""A floor: too short a context is not worth a summary, whatever else says so."""

from __future__ import annotations

from sim.moment import Moment
from sim.triggers import Trigger


def floor(trigger: Trigger) -> Trigger:
    """The trigger, but only with at least `floor` unpinned turns in the context."""

    def above(moment: Moment) -> str | None:
        context = moment.context
        loose = context.session.loose_before(context.arrived) - context.gone + len(context.kept)
        return trigger(moment) if loose >= moment.settings["floor"] else None

    return above
