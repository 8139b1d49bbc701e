"""Compaction by tokens: the tail is kept, and older events go into a rolling summary.

Source: google-adk 2.13.0, `apps.compaction._events_to_compact_for_token_threshold`. It acts when the count
(`sim.adk.count`) is at or over the threshold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from sim.adk.cuts import Stream
from sim.adk.event import Event
from sim.adk.ranges import latest
from sim.adk.self_contained import self_contained


class Selected(msgspec.Struct, frozen=True):
    """What a summarizer is given. The new summary replaces the seed, because its range begins where the seed's does.

    - `seed`: the event of the previous summary; None: there is none.
    - `events`: the newer events; empty: nothing is summarized.
    """

    seed: Event | None = None
    events: tuple[Event, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.events)

    @property
    def start(self) -> float:
        """The first timestamp of the new summary's range, in seconds."""
        if self.seed is not None and self.seed.compaction is not None:
            return self.seed.compaction.start
        return self.events[0].timestamp

    @property
    def end(self) -> float:
        """The last timestamp of the range, in seconds; other events with this timestamp are hidden too."""
        return self.events[-1].timestamp


def cut(stream: Stream, first: int, end: int, retention: int, everything: Callable[[], Sequence[Event]]) -> int:
    """The cut at which, of the events from `first` to before `end`, the newest `retention` stay; `first` if nothing leaves.

    A call and its result are not separated, so more than `retention` events may stay. `everything` returns all events so
    far, in order; it is called only if a call blocks the cut.
    """
    if end - first <= retention:
        return first
    tail = stream.safe_for_tail(first, end - retention, end) if retention else end
    return self_contained(stream, first, tail, everything)


def token_selection(events: Sequence[Event], retention: int) -> Selected:
    """What is summarized of a log, which includes its summaries, so that the newest `retention` events stay."""
    previous = latest(events)
    since = previous.compaction.end if previous is not None and previous.compaction is not None else 0.0
    raw = [event for event in events if event.compaction is None]
    # The timestamps in a log may fall, so the events that are no candidates are moved before the others.
    older = [event for event in raw if event.timestamp <= since]
    stream = Stream.of([*older, *(event for event in raw if event.timestamp > since)])
    chosen = stream.events[len(older) : cut(stream, len(older), len(raw), retention, lambda: raw)]
    return Selected(previous, chosen) if chosen else Selected()
