"""A session's events with the cuts that its calls and results forbid, worked out once.

A long session needs to know at every model call whether a cut would separate a call from its result. So the events are
not searched again each time: for every cut, two numbers say whether it is forbidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from sim.adk.event import Event

NEVER = 1 << 60


class Stream(msgspec.Struct, frozen=True, eq=False):
    """Events without summaries, in order, and their cuts. The cut at `k` is between the events number `k - 1` and `k`.

    - `events`: the events.
    - `parted_by`: for each cut, the number of the first event whose result it would separate from its call; `NEVER`: there
      is none. A result without an earlier call counts as separated by every cut before it.
    - `opened_by`: for each cut, the number of the last event before it with a call that has no result before it; -1: there
      is none.
    - `for_ever`: the numbers of the events with a long-running call that is never answered.
    """

    events: tuple[Event, ...]
    parted_by: tuple[int, ...]
    opened_by: tuple[int, ...]
    for_ever: frozenset[int]

    @classmethod
    def of(cls, events: Iterable[Event]) -> Stream:
        """The stream of these events, in time linear in their number. Calls without an id forbid nothing."""
        held = tuple(events)
        return cls(held, _parted_by(held), _opened_by(held), _for_ever(held))

    def safe_for_tail(self, first: int, cut: int, end: int) -> int:
        """The latest cut, from `first` to `cut`, at which no result before event `end` loses its call; `first` if none.

        Source: google-adk 2.13.0, `apps.compaction._safe_token_compaction_split_index`.
        """
        while cut > first and self.parted_by[cut] < end:
            cut -= 1
        return cut

    def safe_for_head(self, first: int, cut: int) -> int:
        """The latest cut, at `cut` or before it, so that no call between event `first` and the cut waits for its result."""
        while cut > first and self.opened_by[cut] >= first:
            cut = self.opened_by[cut]
        return cut


def _for_ever(events: Sequence[Event]) -> frozenset[int]:
    answered: set[str] = set()
    found = set()
    for k in range(len(events) - 1, -1, -1):
        if any(call.pending and call.id and call.id not in answered for call in events[k].calls):
            found.add(k)
        answered |= events[k].result_ids
    return frozenset(found)


def _parted_by(events: Sequence[Event]) -> tuple[int, ...]:
    parted = [NEVER] * (len(events) + 1)
    below = list(range(len(events) + 1))  # for each cut, where to look for the next free one, at or below it
    calls: dict[str, int] = {}
    for k, event in enumerate(events):
        calls.update(dict.fromkeys(event.call_ids, k))
        for name in event.result_ids:
            cut, call = _free(below, k), calls.get(name, -1)
            while cut > call:
                parted[cut] = k
                below[cut] = cut - 1
                cut = _free(below, cut - 1)
    return tuple(parted)


def _free(below: list[int], cut: int) -> int:
    while cut >= 0 and below[cut] != cut:
        if below[cut] >= 0:
            below[cut] = below[below[cut]]  # a shortcut for the next search
        cut = below[cut]
    return cut


def _opened_by(events: Sequence[Event]) -> tuple[int, ...]:
    opened = [-1]
    waiting: dict[str, int] = {}  # for each id, the last event that called it, in the order of these events
    for k, event in enumerate(events):
        for name in event.result_ids:
            waiting.pop(name, None)
        for name in event.call_ids:
            waiting.pop(name, None)
            waiting[name] = k
        opened.append(next(reversed(waiting.values()), -1))
    return tuple(opened)
