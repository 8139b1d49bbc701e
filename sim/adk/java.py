"""The same two compactions after the Java rules.

Source: google/adk-java 1.8.1-SNAPSHOT, read and not executed. It fires strictly over the threshold; the newest
count is used even if it is older than the last summary; the seed counts as a retained event; nothing
keeps a call and its result together, nothing is trimmed, and no worth is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.adk.event import Event
from sim.adk.ranges import latest
from sim.adk.sliding import invocation_window
from sim.adk.token import Selected


def prompt_count(events: Sequence[Event], estimate: int | None = None) -> int | None:
    """The newest prompt count recorded anywhere; the estimate only if no event ever had one."""
    return next((event.prompt_tokens for event in reversed(events) if event.prompt_tokens is not None), estimate)


def token_selection(events: Sequence[Event], retention: int) -> Selected:
    """What is to be summarized so that the newest `retention` events stay, the seed among those counted."""
    previous = latest(events)
    end = previous.compaction.end if previous is not None and previous.compaction is not None else 0.0
    candidates = [event for event in events if event.compaction is None and event.timestamp > end]
    leaving = len(candidates) + (previous is not None) - retention
    chosen = tuple(candidates[: max(0, leaving - (previous is not None))])
    return Selected(previous, chosen) if chosen else Selected()


def sliding_selection(events: Sequence[Event], interval: int, overlap: int) -> tuple[Event, ...]:
    """The whole window, whatever calls are open in it."""
    return invocation_window(events, interval, overlap)
