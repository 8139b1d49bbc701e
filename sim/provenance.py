"""Which facts are mentioned in a context, which are backed, and through what.

The two are kept apart because they come apart: after the user's turn has left, an agent's own
restatement still mentions the fact, and proves nothing.
"""

from __future__ import annotations

import msgspec

from sim.context import Context
from sim.fixture import Fixture
from sim.summary import Said, Summary


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How one fact stands in one context, in ids.

    `mentioned_by` names the items in which it occurs, in reading order. `backed_by` names the
    user's turns that prove it, and `through` pairs the item that holds each with that turn:
    ("T2", "T2") if the turn is retained, ("S", "T2") if the summary carries it. `said_by`
    names the user's turns that are evidence for it and have arrived, retained or not. `worded` pairs
    a summary that mentions it in other words with those words, and `answerable` says whether
    the exact answer can be read from anything that mentions it.
    """

    mentioned_by: tuple[str, ...] = ()
    backed_by: tuple[str, ...] = ()
    through: tuple[tuple[str, str], ...] = ()
    said_by: tuple[str, ...] = ()
    worded: tuple[tuple[str, str], ...] = ()
    answerable: bool = False

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
    said = tuple((summary, summary.said) for summary in context.summaries)
    return {fact.id: _standing(context, fact.id, fact.statement, said) for fact in fixture.facts}


def _standing(context: Context, fact: str, statement: str, said: tuple[tuple[Summary, Said], ...]) -> Standing:
    session = context.session
    evidence = [k for k in session.evidence[fact] if k < context.arrived]
    retained = [k for k in session.mentions[fact] if context.retains(k)]
    mentioning = [summary for summary, words in said if fact in words.wordings]
    through = [(summary.id, source) for summary, words in said for source in words.carries.get(fact, ())]
    through += [(session.turns[k].id, session.turns[k].id) for k in evidence if context.retains(k)]
    return Standing(
        mentioned_by=_in_reading_order(context, retained, mentioning),
        backed_by=tuple(dict.fromkeys(source for _, source in through)),
        through=tuple(through),
        said_by=tuple(session.turns[k].id for k in evidence),
        worded=tuple(
            (summary.id, words.wordings[fact])
            for summary, words in said
            if words.wordings.get(fact, statement) != statement
        ),
        answerable=bool(retained) or any(fact in words.answers for _, words in said),
    )


def _in_reading_order(context: Context, positions: list[int], summaries: list[Summary]) -> tuple[str, ...]:
    session = context.session
    # A summary stands before the turn at its place, and after the summaries before it.
    entries = [(k, len(summaries), session.turns[k].id) for k in positions]
    entries += [(context.stands(summary), k, summary.id) for k, summary in enumerate(summaries)]
    return tuple(name for _, _, name in sorted(entries))
