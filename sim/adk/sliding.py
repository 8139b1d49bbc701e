"""Compaction by a sliding window of invocations, with overlap.

Source: google-adk 2.13.0, `apps.compaction._run_compaction_for_sliding_window`. An earlier summary is never given to the
summarizer again; the windows share only the overlap, which is taken from the raw events.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.adk.cuts import Stream
from sim.adk.event import Event
from sim.adk.self_contained import self_contained


def sliding_selection(events: Sequence[Event], interval: int, overlap: int) -> tuple[Event, ...]:
    """The events to summarize if there are at least `interval` new invocations; none if there are fewer.

    The window begins `overlap` invocations before the first new one and ends with the last new one. It is cut back to a
    point where every call in it has its result.
    """
    window = invocation_window(events, interval, overlap)
    if not window:
        return ()
    raw = [event for event in events if event.compaction is None]
    stream, first = Stream.of(raw), raw.index(window[0])
    return stream.events[first : self_contained(stream, first, first + len(window), lambda: raw)]


def invocation_window(events: Sequence[Event], interval: int, overlap: int) -> tuple[Event, ...]:
    """The window before it is cut back: all events from its first to its last, without summaries."""
    end = next((e.compaction.end for e in reversed(events) if e.compaction and e.compaction.end), 0.0)
    newest: dict[str, float] = {}
    for event in events:
        if event.invocation and event.compaction is None:
            newest[event.invocation] = max(newest.get(event.invocation, 0.0), event.timestamp)
    order = list(newest)
    new = [invocation for invocation in order if newest[invocation] > end]
    # Without a new invocation there is no window, even if `interval` is 0.
    if not new or len(new) < interval:
        return ()
    opening = order[max(0, order.index(new[0]) - overlap)]
    first = next(k for k, event in enumerate(events) if event.invocation == opening)
    last = max(k for k, event in enumerate(events) if event.invocation == new[-1])
    return tuple(event for event in events[first : last + 1] if event.compaction is None)
