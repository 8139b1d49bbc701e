"""Compares one frame with another: what was gained, what was lost, and which facts stand otherwise."""

from __future__ import annotations

import msgspec

from sim.lesson.fact import Source
from sim.replay import Frame
from sim.state.provenance import FactStatus


class FactChange(msgspec.Struct, frozen=True, kw_only=True):
    """How a fact's status changed. Empty means that nothing was gained or lost.

    - `source`: the fact's source.
    - `mentions_gained`: the ids of the items that mention the fact only in the second frame.
    - `mentions_lost`: the ids of the items that mention it only in the first frame.
    - `backing_gained`: the ids of the user's turns that back it, or of the results that record it, only in the second frame.
    - `backing_lost`: the same for only the first frame.
    """

    source: Source = "user"
    mentions_gained: tuple[str, ...] = ()
    mentions_lost: tuple[str, ...] = ()
    backing_gained: tuple[str, ...] = ()
    backing_lost: tuple[str, ...] = ()


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """What changed from one frame to another. Each number is that of the second frame minus that of the first.

    - `tokens`: what the context weighs, in teaching tokens.
    - `items`: how many items the context holds.
    - `evicted`: how many turns were evicted.
    - `covered`: how many turns the summaries cover.
    - `hidden`: how many turns a summary hides without covering them.
    - `gained`: the ids of the items that are only in the second context.
    - `lost`: the ids of the items that are only in the first context.
    - `facts`: for the id of every fact of either frame, how its status changed.
    """

    tokens: int
    items: int
    evicted: int
    covered: int
    hidden: int
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    facts: dict[str, FactChange]


def difference(a: Frame, b: Frame) -> Difference:
    """What changed from frame `a` to frame `b`."""
    was, now = a.facts, b.facts
    gained, lost = _moved(a.context.ids, b.context.ids)
    return Difference(
        tokens=b.tokens - a.tokens,
        items=len(b.context) - len(a.context),
        evicted=len(b.evicted) - len(a.evicted),
        covered=len(b.covered) - len(a.covered),
        hidden=len(b.hidden) - len(a.hidden),
        gained=gained,
        lost=lost,
        facts={fact: _change(was.get(fact, FactStatus()), now.get(fact, FactStatus())) for fact in now | was},
    )


def _change(was: FactStatus, now: FactStatus) -> FactChange:
    mentions_gained, mentions_lost = _moved(was.mentioned_by, now.mentioned_by)
    backing_gained, backing_lost = _moved(was.established_by, now.established_by)
    return FactChange(
        source=now.source,
        mentions_gained=mentions_gained,
        mentions_lost=mentions_lost,
        backing_gained=backing_gained,
        backing_lost=backing_lost,
    )


def _moved(was: tuple[str, ...], now: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ids gained and the ids lost."""
    before, after = set(was), set(now)
    return tuple(i for i in now if i not in before), tuple(i for i in was if i not in after)
