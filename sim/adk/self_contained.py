"""How much of a session may be summarized without leaving a call open.

Source: google-adk 2.13.0, `apps.compaction._longest_self_contained_prefix` and `_provably_dead_call_ids`. Calls without an
id cannot be followed, so they block nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sim.adk.cuts import Stream
from sim.adk.event import Event


def self_contained(stream: Stream, first: int, cut: int, everything: Callable[[], Sequence[Event]]) -> int:
    """The latest cut, at `cut` or before it, so that no call between event `first` and the cut waits for its result.

    If the cut found first is not between two invocations, a second attempt ignores the calls that can no longer be
    answered after the events that `everything()` returns. The result is `first` if there is no such cut.
    """
    events = stream.events
    safe = stream.safe_for_head(first, cut)
    if safe == cut or (safe > first and events[safe - 1].invocation != events[safe].invocation):
        return safe
    if safe in stream.for_ever:
        return safe  # the call there is never answered, so no later cut is possible
    dead = _dead(events[first:cut], everything())
    return max(safe, first + _balanced(events[first:cut], dead)) if dead else safe


def _balanced(events: Sequence[Event], dead: frozenset[str]) -> int:
    """The largest number of first events after which no call is open, ignoring the `dead` calls."""
    waiting: set[str] = set()
    safe = 0
    for k, event in enumerate(events, 1):
        waiting -= event.result_ids
        waiting |= event.call_ids - dead
        if not waiting:
            safe = k
    return safe


def _dead(events: Sequence[Event], everything: Sequence[Event]) -> frozenset[str]:
    """The ids of unanswered calls in `events` that can no longer be answered.

    A call in the newest invocation and a long-running call can still be answered.
    """
    newest = next((event.invocation for event in reversed(everything) if event.invocation), None)
    answered = frozenset[str]().union(*(event.result_ids for event in everything))
    pending = {call.id for event in everything for call in event.calls if call.pending}
    return frozenset(
        name
        for event in events
        if not (newest and event.invocation == newest)
        for name in event.call_ids
        if name not in answered and name not in pending
    )
