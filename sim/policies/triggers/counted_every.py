"""Counts only every few turns, because counting costs time too. What happens in between is noticed late.

Many agents count the tokens of their prompt only at every n-th turn. A policy that looks before model calls seldom has a
call exactly at that turn, so here it counts at the first look after it.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from sim.policies.moment import Moment
from sim.policies.triggers.trigger import Finding, Parted, Trigger, findings
from sim.state import reasons


class HasCheckEvery(Protocol):
    """After how many arriving turns a policy counts again; 1: whenever it looks."""

    @property
    def check_every(self) -> int: ...


E = TypeVar("E", bound=HasCheckEvery)


class CountedEvery(Parted[E], frozen=True):
    """A trigger that is asked only at the first look after every `check_every` turns.

    - `trigger`: the trigger.
    """

    trigger: Trigger[E]

    def __call__(self, moment: Moment[E]) -> Finding:
        """What the trigger finds, or that nothing is counted here."""
        return _not_counted(moment) or self.trigger(moment)

    def findings(self, moment: Moment[E], anywhere: bool) -> tuple[Finding, ...]:
        """What the trigger's parts find; only that nothing is counted, if that is so."""
        skipped = _not_counted(moment)
        if skipped and not anywhere:
            return (skipped,)
        return (*((skipped,) if skipped else ()), *findings(self.trigger, moment, anywhere))


def counted_every(trigger: Trigger[E]) -> Trigger[E]:
    """The trigger, asked only at the first look after every `check_every` turns."""
    return CountedEvery(trigger)


def _not_counted(moment: Moment[HasCheckEvery]) -> reasons.NotCounted | None:
    """Why nothing is counted: no multiple of `check_every` turns has been passed since the model was last called.

    The look before that call came when as many turns had arrived as the position of the turn that answered it.
    """
    every, arrived = moment.parameters.check_every, moment.context.arrived
    due = (max(0, moment.context.ledger.counted_at) // every + 1) * every
    return reasons.NotCounted(arrived=arrived, every=every, due=due) if arrived < due else None
