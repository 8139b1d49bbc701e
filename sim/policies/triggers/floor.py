"""A floor: a context that is too short is not worth a summary, even if another trigger holds."""

from __future__ import annotations

from typing import Protocol, TypeVar

from sim.policies.moment import Moment
from sim.policies.triggers.trigger import Trigger
from sim.state import reasons


class HasFloor(Protocol):
    """From how many unpinned turns on a policy acts."""

    @property
    def floor(self) -> int: ...


F = TypeVar("F", bound=HasFloor)


def floor(trigger: Trigger[F]) -> Trigger[F]:
    """The trigger, but only with at least `floor` unpinned turns in the context."""

    def above(moment: Moment[F]) -> reasons.Trigger | reasons.Held:
        context = moment.context
        unpinned = context.session.unpinned_before(context.arrived) - context.gone + len(context.kept)
        if unpinned < moment.parameters.floor:
            return reasons.TooFewTurns(turns=unpinned, floor=moment.parameters.floor)
        return trigger(moment)

    return above
