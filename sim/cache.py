"""How much of a prompt a provider's cache could reuse.

A provider caches what a prompt begins with. Whatever a policy changes near the start makes all that follows
new, so a summary that saves tokens can still make the next call dearer. It is worked out from sums, because
at every arrival of a long session something may have changed.
"""

from __future__ import annotations

import msgspec

from sim.context import Context
from sim.summary import Summary

Place = tuple[int, int]  # a position, and what stands before its turn: summaries by number, then the turn

TURN = 1_000_000_000


class Reading(msgspec.Struct, frozen=True):
    """The context that the model read last, and how many tokens no cache could have kept, of all prompts so far."""

    prompt: Context | None = None
    uncached: int = 0

    def then(self, context: Context) -> Reading:
        """After the model has read that context too."""
        return Reading(context, self.uncached + context.tokens - reusable(self.prompt, context))


def reusable(before: Context | None, now: Context) -> int:
    """The teaching tokens of the items with which both prompts begin; 0 if there was none before.

    `now` has come from `before` by arrivals and by what a policy did. A summary that is written anew is
    another item, whatever it is called.
    """
    if before is None:
        return 0
    differences = [*_left(before, now), *_summaries(before, now)]
    return _weight(before, min(differences)) if differences else before.tokens


def _left(before: Context, now: Context) -> list[Place]:
    """The place of the first turn that has left since; none if all are there."""
    for position in before.kept:
        if not now.retains(position):
            return [(position, TURN)]
    for number in range(before.gone, now.gone):
        position = before.session.loose[number]
        if position >= before.arrived:
            break
        if position not in now.kept:
            return [(position, TURN)]
    return []


def _summaries(before: Context, now: Context) -> list[Place]:
    """The places at which one of the two has a summary that the other has not there."""
    places = [{(one.stands(summary), k): summary for k, summary in enumerate(one.summaries)} for one in (before, now)]
    was, new = places

    def same(place: Place) -> bool:
        found: tuple[Summary | None, Summary | None] = (was.get(place), new.get(place))
        return found[0] is found[1]

    return [place for place in was | new if not same(place)]


def _weight(context: Context, end: Place) -> int:
    """What the items before that place weigh."""
    session, position = context.session, min(end[0], context.arrived)
    gone = min(context.gone, session.loose_before(position))
    turns = session.weights[position] - session.loose_weights[gone]
    turns += sum(session.turns[k].tokens for k in context.kept if k < position)
    return turns + sum(
        summary.tokens for k, summary in enumerate(context.summaries) if (context.stands(summary), k) < end
    )
