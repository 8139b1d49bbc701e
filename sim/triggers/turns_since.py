"""Turns since the last compaction: a clock that knows nothing of tokens, and starts anew when one happens."""

from __future__ import annotations

from sim.describe import reasons
from sim.moment import Moment


def turns_since(moment: Moment) -> str | None:
    """`every` turns or more have arrived since the last compaction, or since the start."""
    since = moment.context.arrived - moment.context.ledger.compacted_at
    return reasons.turns_since(since, moment.settings["every"]) if since >= moment.settings["every"] else None
