"""Whether a summary can pay for itself, asked before one is written.

Source: google-adk 2.13.0, `apps.compaction._is_range_worth_compacting`. The last summary's size stands in for
the next one's, which is not known yet; so an oversized summary is kept, and only the next check notices.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.adk.event import Compaction, Event
from sim.adk.ranges import latest, substitute


def worthwhile(events: Sequence[Event], chosen: Sequence[Event], empty: int = 0) -> bool:
    """Whether replacing the chosen events removes more than the last standing summary's size.

    `chosen` are the events given to the summarizer, a seed at its start included (with the timestamp at
    which its range begins); sizes are the events' own, and `empty` is that of a summary without text.
    """
    stamps = [event.compaction.start if event.compaction else event.timestamp for event in chosen]
    weightless = Event(id="", timestamp=0.0, size=empty, compaction=Compaction(min(stamps), max(stamps)))
    saved = _size(substitute(events)) - _size(substitute([*events, weightless]))
    previous = latest(events)
    return saved > (previous.size if previous is not None else 0)


def _size(events: Sequence[Event]) -> int:
    return sum(event.size for event in events)
