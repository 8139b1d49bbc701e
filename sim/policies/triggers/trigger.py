"""The types of triggers: a plain one finds one thing, and a trigger of parts can also say what each part finds.

A replay asks only until the answer is certain. A log of decisions asks every part, at the same moment, so it costs a replay
nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from sim.policies.moment import Moment
from sim.state import reasons

P = TypeVar("P")

Finding = reasons.Trigger | reasons.Held
"""The reason to act, or why it is too early."""
Trigger = Callable[[Moment[P]], Finding]
"""Takes a moment and returns what it finds there."""


class Parted(msgspec.Struct, Generic[P], frozen=True):
    """A trigger that is made of others."""

    def __call__(self, moment: Moment[P]) -> Finding:
        """What it finds at the moment."""
        raise NotImplementedError

    def findings(self, moment: Moment[P], anywhere: bool) -> tuple[Finding, ...]:
        """What each of its parts finds, as `findings` gives it."""
        raise NotImplementedError


def findings(trigger: Trigger[P], moment: Moment[P], anywhere: bool = False) -> tuple[Finding, ...]:
    """What each part of a trigger finds at a moment, in order and without repetition.

    Parts that are not looked at here find nothing; with `anywhere`, they answer as if this were a point at which the
    policy looks.
    """
    found = trigger.findings(moment, anywhere) if isinstance(trigger, Parted) else (trigger(moment),)
    return tuple(dict.fromkeys(found))
