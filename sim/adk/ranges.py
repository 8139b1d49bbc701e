"""Which summaries are still in use, and what a request reads instead of the events that they cover.

Source: google-adk 2.13.0, `apps.compaction._get_compaction_ranges` and
`flows.llm_flows.contents._process_compaction_events`.

A flaw that is kept on purpose: only its timestamp decides whether an event is hidden. So an event of any branch that shares
the last covered timestamp vanishes although it was not summarized.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import msgspec

from sim.adk.event import Event


def surviving(events: Sequence[Event]) -> tuple[int, ...]:
    """The indexes of the summaries whose range is not inside another's range, in stream order.

    Of several with the same range, only the latest counts. Of two ranges that overlap in part, both count.
    """
    ranges = [(event.compaction.start, event.compaction.end, k) for k, event in enumerate(events) if event.compaction]
    # In this order, a range comes before all ranges inside it, so only the largest end so far must be compared.
    ranges.sort(key=lambda item: (item[0], -item[1], -item[2]))
    standing, furthest = [], None
    for _, end, k in ranges:
        if furthest is None or end > furthest:
            standing.append(k)
            furthest = end
    return tuple(sorted(standing))


def latest(events: Sequence[Event]) -> Event | None:
    """The last of the surviving summaries in stream order, or None."""
    standing = surviving(events)
    return events[standing[-1]] if standing else None


def substitute(events: Sequence[Event], agent: str = "") -> tuple[Event, ...]:
    """The events that a request for `agent` reads: those that no surviving summary hides, and these summaries.

    A summary is placed at the end of its range, with the agent as its author. The order is by timestamp, then by stream.
    """
    standing = surviving(events)
    hidden = _union([(c.start, c.end) for k in standing if (c := events[k].compaction) and c.start <= c.end])
    starts = [start for start, _ in hidden]

    def is_hidden(timestamp: float) -> bool:
        place = bisect_right(starts, timestamp) - 1
        return place >= 0 and timestamp <= hidden[place][1]

    items = []
    for k in standing:
        if found := events[k].compaction:
            summary = msgspec.structs.replace(events[k], timestamp=found.end, author=agent or "model")
            items.append((found.end, k, summary))
    items += [
        (event.timestamp, k, event)
        for k, event in enumerate(events)
        if event.compaction is None and not is_hidden(event.timestamp)
    ]
    items.sort(key=lambda item: item[:2])
    return tuple(event for _, _, event in items)


def _union(ranges: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The ranges in rising order; those that touch or overlap are joined."""
    joined: list[tuple[float, float]] = []
    for start, end in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined
