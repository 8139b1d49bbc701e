"""Turns since the last compaction: a counter that ignores tokens and restarts at every compaction."""

from __future__ import annotations

from typing import Protocol

from sim.policies.moment import Moment
from sim.state.reasons import NotDue, TurnsSince


class HasEvery(Protocol):
    """After how many turns a compaction is due."""

    @property
    def every(self) -> int: ...


def turns_since(moment: Moment[HasEvery]) -> TurnsSince | NotDue:
    """Holds if at least `every` turns have arrived since the last compaction, or since the start."""
    since = moment.context.arrived - moment.context.ledger.compacted_at
    every = moment.parameters.every
    if since < every:
        return NotDue(since=since, every=every, unit="turn")
    return TurnsSince(since=since, every=every)
