"""Which facts are mentioned in a context, which are backed, and through what.

The two are kept apart because they come apart: after the user's turn has left, an agent's own
restatement still mentions the fact, and proves nothing.
"""

from __future__ import annotations

import msgspec

from sim.context import Context
from sim.fixture import Fixture


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How one fact stands in one context, in ids.

    `mentioned_by` names the items in which it occurs, in reading order. `backed_by` names the
    user's turns that prove it, and `through` pairs the item that holds each with that turn:
    ("T2", "T2") if the turn is retained, ("S", "T2") if the summary carries it. `said_by`
    names the user's turns that are evidence for it and have arrived, retained or not.
    """

    mentioned_by: tuple[str, ...] = ()
    backed_by: tuple[str, ...] = ()
    through: tuple[tuple[str, str], ...] = ()
    said_by: tuple[str, ...] = ()

    @property
    def mentioned(self) -> bool:
        """Whether anything in the context mentions the fact."""
        return bool(self.mentioned_by)

    @property
    def backed(self) -> bool:
        """Whether a user's own turn proves the fact."""
        return bool(self.backed_by)


def facts(context: Context, fixture: Fixture) -> dict[str, Standing]:
    """Every fact of the fixture, by id, as it stands in the context.

    It looks at annotated turns only, never at the whole session.
    """
    carried = context.summary.carries if context.summary else {}
    return {fact.id: _standing(context, fact.id, carried.get(fact.id, ())) for fact in fixture.facts}


def _standing(context: Context, fact: str, carried: tuple[str, ...]) -> Standing:
    session = context.session
    evidence = [k for k in session.evidence[fact] if k < context.arrived]
    retained = [k for k in session.mentions[fact] if context.retains(k)]
    through = [(context.summary.id, source) for source in carried] if context.summary else []
    through += [(session.turns[k].id, session.turns[k].id) for k in evidence if context.retains(k)]
    return Standing(
        mentioned_by=_in_reading_order(context, retained, bool(carried)),
        backed_by=tuple(source for _, source in through),
        through=tuple(through),
        said_by=tuple(session.turns[k].id for k in evidence),
    )


def _in_reading_order(context: Context, positions: list[int], by_summary: bool) -> tuple[str, ...]:
    session = context.session
    ids = [session.turns[k].id for k in positions]
    if by_summary and context.summary:
        ids.insert(sum(k < context.first for k in positions), context.summary.id)
    return tuple(ids)
