"""Puts back the calls that a summary has removed although their results stayed.

Source: google-adk 2.13.0, `flows.llm_flows.contents._recover_compacted_function_calls`. A result belongs to the latest call
before it with its id. The results of parallel calls in the same event come back with the call.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.adk.event import Event

Owned = tuple[int, str]


def recover(events: Sequence[Event], source: Sequence[Event]) -> tuple[Event, ...]:
    """`events` with the missing calls of their results, taken from `source`, from which they were chosen.

    An event is known by its id, which must be unique in both.
    """
    place = {event.id: k for k, event in enumerate(source)}
    present = {place[event.id] for event in events if event.compaction is None}
    owner, newest = _owners(source)
    surviving = {(owner[k, name], name) for k, name in owner if k in present}
    found: list[Event] = []
    restored: set[int] = set()
    for event in events:
        for result in event.results:
            call = owner.get((place[event.id], result.id)) if result.id else None
            if call is None or call in present or call in restored:
                continue
            restored.add(call)
            found.append(source[call])
            for sibling in source[call].calls:
                if sibling.id and (call, sibling.id) not in surviving and (call, sibling.id) in newest:
                    answer = newest[call, sibling.id]
                    if answer not in restored:
                        restored.add(answer)
                        found.append(source[answer])
        found.append(event)
    return tuple(found)


def _owners(source: Sequence[Event]) -> tuple[dict[Owned, int], dict[Owned, int]]:
    """By event and result id, the place of the call; and by call and id, the place of the call's newest result."""
    calls: dict[str, int] = {}
    owner: dict[Owned, int] = {}
    newest: dict[Owned, int] = {}
    for k, event in enumerate(source):
        calls |= {call.id: k for call in event.calls if call.id}
        for result in event.results:
            if result.id and result.id in calls:
                call = calls[result.id]
                owner[k, result.id] = call
                known = newest.get((call, result.id))
                if known is None or event.timestamp >= source[known].timestamp:
                    newest[call, result.id] = k
    return owner, newest
