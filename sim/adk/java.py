"""The same two compactions after the Java rules.

Source: google/adk-java 1.8.1-SNAPSHOT, read and not executed. It acts strictly over the threshold. The newest count is used
even if it is older than the last summary. The previous summary counts as a retained event. Calls and results are not kept
together, the window is not cut back, and it is not checked whether a summary is worth it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.adk.event import Event
from sim.adk.ranges import latest
from sim.adk.sliding import invocation_window
from sim.adk.token import Selected


def cut(first: int, end: int, retention: int, seeded: bool) -> int:
    """The number of the event before which the events from `first` to before `end` are cut.

    The newest `retention` events stay; if `seeded`, the previous summary counts as one more event, the oldest.
    """
    leaving = end - first + seeded - retention
    return first + max(0, leaving - seeded)


def token_selection(events: Sequence[Event], retention: int) -> Selected:
    """What is summarized so that the newest `retention` events stay, counting the previous summary as an event."""
    previous = latest(events)
    end = previous.compaction.end if previous is not None and previous.compaction is not None else 0.0
    candidates = [event for event in events if event.compaction is None and event.timestamp > end]
    chosen = tuple(candidates[: cut(0, len(candidates), retention, previous is not None)])
    return Selected(previous, chosen) if chosen else Selected()


def sliding_selection(events: Sequence[Event], interval: int, overlap: int) -> tuple[Event, ...]:
    """The whole window, even if calls in it are open."""
    return invocation_window(events, interval, overlap)
