"""Turns since the last compaction: a counter that ignores tokens and restarts at every compaction.

A known mistake is never to reset it. Once it has reached its number it then fires at every check, for ever.
"""

from __future__ import annotations

from typing import Literal, Protocol

from sim.policies.moment import Moment
from sim.state.reasons import NotDue, TurnsSince

Counter = Literal["resets", "never-resets"]


class HasEvery(Protocol):
    """After how many turns a compaction is due, and whether the counter restarts then."""

    @property
    def every(self) -> int: ...

    @property
    def counter(self) -> Counter: ...


def turns_since(moment: Moment[HasEvery]) -> TurnsSince | NotDue:
    """Holds if at least `every` turns have arrived since the last compaction, or since the start."""
    parameters = moment.parameters
    runs_on = parameters.counter == "never-resets"
    since = moment.context.arrived - (0 if runs_on else moment.context.ledger.compacted_at)
    if since < parameters.every:
        return NotDue(since=since, every=parameters.every, unit="turn", runs_on=runs_on)
    return TurnsSince(since=since, every=parameters.every, runs_on=runs_on)
