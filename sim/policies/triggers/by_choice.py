"""The trigger that the learner chose among several, so that they can be compared side by side."""

from __future__ import annotations

from typing import Protocol, TypeVar

from sim.policies.moment import Moment
from sim.policies.triggers.trigger import Finding, Parted, Trigger, findings


class HasTriggerChoice(Protocol):
    """The name of the trigger that was chosen."""

    @property
    def trigger(self) -> str: ...


T = TypeVar("T", bound=HasTriggerChoice)


class ByChoice(Parted[T], frozen=True):
    """One trigger of several.

    - `offered`: the triggers by their names.
    """

    offered: dict[str, Trigger[T]]

    def __call__(self, moment: Moment[T]) -> Finding:
        """What the chosen trigger finds."""
        return self.offered[moment.parameters.trigger](moment)

    def findings(self, moment: Moment[T], anywhere: bool) -> tuple[Finding, ...]:
        """What the parts of the chosen trigger find."""
        return findings(self.offered[moment.parameters.trigger], moment, anywhere)
