"""How much of a prompt a provider's cache could reuse.

A provider caches the beginning of a prompt. If a policy changes something near the start, everything after it must be
read again. So a summary that saves tokens can still make the next call more expensive. The result is worked out from
sums, because in a long session something may change at every arrival.
"""

from __future__ import annotations

from bisect import bisect_left

from sim.state.context import Context
from sim.state.summaries import Summaries
from sim.state.summary import Summary

Position = tuple[int, int]  # a turn's position, and the number of a summary before that turn; TURN for the turn itself

TURN = 1_000_000_000


def reusable(before: Context | None, now: Context) -> int:
    """The teaching tokens of the items with which both prompts begin; 0 if there was no prompt before.

    `now` is a later context of the same replay than `before`. A summary that was written again counts as another item,
    even if it has the same id.
    """
    if before is None:
        return 0
    differences = [*_left(before, now), *_summaries(before, now)]
    return _weight(before, min(differences)) if differences else before.tokens


def _left(before: Context, now: Context) -> list[Position]:
    """The place of the first turn that has left since then; empty if none has."""
    for position in before.kept:
        if not now.retains(position):
            return [(position, TURN)]
    for number in range(before.gone, now.gone):
        position = before.session.unpinned[number]
        if position >= before.arrived:
            break
        if position not in now.kept:
            return [(position, TURN)]
    return []


def _summaries(before: Context, now: Context) -> list[Position]:
    """The places at which one of the two contexts has a summary that the other does not have there."""
    shared = before.summaries.shared_with(now.summaries)
    places = [*_above(before, shared), *_above(now, shared)]
    lowest = shared.newest
    # A summary that is not "in-place" may have moved. A context has at most one such summary, so one check is enough.
    if lowest is not None and _moved(lowest, before, now):
        places.append((before.stands(lowest), shared.count - 1))
    return places


def _moved(summary: Summary, before: Context, now: Context) -> bool:
    """Whether a turn now comes before the summary that did not before."""
    if summary.place == "at-end":
        return any(now.retains(k) for k in range(before.arrived, now.arrived))
    pinned = before.session.pinned
    return bisect_left(pinned, before.stands(summary)) < bisect_left(pinned, now.stands(summary))


def _above(context: Context, shared: Summaries) -> list[Position]:
    """The places of the context's summaries that are not shared."""
    stack, places = context.summaries, []
    while stack.count > shared.count and stack.newest is not None and stack.below is not None:
        places.append((context.stands(stack.newest), stack.count - 1))
        stack = stack.below
    return places


def _weight(context: Context, end: Position) -> int:
    """What the items before that place weigh, in teaching tokens."""
    session, position = context.session, min(end[0], context.arrived)
    gone = min(context.gone, session.unpinned_before(position))
    turns = session.own_weights[position] - session.unpinned_weights[gone]
    turns += sum(session.turns[k].tokens for k in context.kept if k < position)
    stack = context.summaries
    while (
        stack.newest is not None and stack.below is not None and (context.stands(stack.newest), stack.count - 1) >= end
    ):
        stack = stack.below
    return turns + stack.tokens
