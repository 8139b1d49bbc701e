"""A floor: a context that is too short is not worth a summary, even if another trigger holds."""

from __future__ import annotations

from typing import Protocol, TypeVar

from sim.policies.moment import Moment
from sim.policies.triggers.trigger import Finding, Parted, Trigger, findings
from sim.state import reasons


class HasFloor(Protocol):
    """From how many unpinned turns on a policy acts."""

    @property
    def floor(self) -> int: ...


F = TypeVar("F", bound=HasFloor)


class Floor(Parted[F], frozen=True):
    """A trigger, but only with at least `floor` unpinned turns in the context.

    - `trigger`: the trigger.
    """

    trigger: Trigger[F]

    def __call__(self, moment: Moment[F]) -> Finding:
        """What the trigger finds, or that there are too few turns."""
        return _too_few(moment) or self.trigger(moment)

    def findings(self, moment: Moment[F], anywhere: bool) -> tuple[Finding, ...]:
        """What the trigger's parts find, after the reason that keeps them from acting if there are too few turns."""
        few = _too_few(moment)
        return (*((few,) if few else ()), *findings(self.trigger, moment, anywhere))


def floor(trigger: Trigger[F]) -> Trigger[F]:
    """The trigger, but only with at least `floor` unpinned turns in the context."""
    return Floor(trigger)


def _too_few(moment: Moment[HasFloor]) -> reasons.TooFewTurns | None:
    turns, least = moment.context.unpinned_count, moment.parameters.floor
    return reasons.TooFewTurns(turns=turns, floor=least) if turns < least else None
