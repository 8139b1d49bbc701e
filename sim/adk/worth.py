"""Whether a summary will save more than it costs, checked before it is written.

Source: google-adk 2.13.0, `apps.compaction._is_range_worth_compacting`. The next summary's size is not known yet, so the
last summary's size is used. So an oversized summary is kept, and only the next check notices it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.adk.event import Compaction, Event
from sim.adk.ranges import latest, substitute


def pays(saved: int, previous: int) -> bool:
    """Whether what vanishes (`saved`) weighs more than the last surviving summary (`previous`, 0 without one).

    Both are in the same unit, which may be any.
    """
    return saved > previous


def worthwhile(events: Sequence[Event], chosen: Sequence[Event], empty: int = 0) -> bool:
    """Whether it pays to replace the chosen events of a log by a summary.

    `chosen` are the events given to the summarizer, beginning with the previous summary if there is one. Sizes are the
    events' own; `empty` is the size of a summary without text.
    """
    stamps = [event.compaction.start if event.compaction else event.timestamp for event in chosen]
    weightless = Event(id="", timestamp=0.0, size=empty, compaction=Compaction(min(stamps), max(stamps)))
    saved = _size(substitute(events)) - _size(substitute([*events, weightless]))
    previous = latest(events)
    return pays(saved, previous.size if previous is not None else 0)


def _size(events: Sequence[Event]) -> int:
    return sum(event.size for event in events)
