"""Where history may be cut without parting a call from its result.

Source: google-adk 2.13.0, `apps.compaction._longest_self_contained_prefix`, `_provably_dead_call_ids` and
`_safe_token_compaction_split_index`. Calls without an id cannot be followed and so block nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.adk.event import Event


def self_contained(events: Sequence[Event], everything: Sequence[Event] | None = None) -> tuple[Event, ...]:
    """The longest beginning of `events` at whose end no call is waiting for its result.

    With the session's events in `everything`, calls that can never be answered are passed over in
    a second attempt, unless the first one already ends between two invocations.
    """
    events = tuple(events)
    safe = _balanced(events, frozenset())
    if safe == len(events) or everything is None:
        return events[:safe]
    if safe and events[safe - 1].invocation != events[safe].invocation:
        return events[:safe]
    dead = _dead(events, everything)
    return events[: max(safe, _balanced(events, dead))] if dead else events[:safe]


def safe_split(candidates: Sequence[Event], retention: int) -> int:
    """How many of the candidates to leave out of the last `retention`, so that no result there loses its call.

    The cut only ever moves to an earlier place; 0 if there is none.
    """
    start = len(candidates) - retention
    if start <= 0:
        return 0
    unmatched: set[str] = set()
    for k in range(len(candidates) - 1, -1, -1):
        unmatched |= candidates[k].result_ids
        unmatched -= candidates[k].call_ids
        if not unmatched and k <= start:
            return k
    return 0


def _balanced(events: Sequence[Event], dead: frozenset[str]) -> int:
    """How many events to take so that nothing is open at the end."""
    waiting: set[str] = set()
    safe = 0
    for k, event in enumerate(events, 1):
        waiting -= event.result_ids
        waiting |= event.call_ids - dead
        if not waiting:
            safe = k
    return safe


def _dead(events: Sequence[Event], everything: Sequence[Event]) -> frozenset[str]:
    """The ids of calls that nobody can answer any more: not the newest invocation's, not long-running."""
    raw = [event for event in everything if event.compaction is None]
    newest = next((event.invocation for event in reversed(raw) if event.invocation), None)
    answered = frozenset[str]().union(*(event.result_ids for event in everything))
    pending = {call.id for event in everything for call in event.calls if call.pending}
    return frozenset(
        name
        for event in events
        if not (newest and event.invocation == newest)
        for name in event.call_ids
        if name not in answered and name not in pending
    )
