"""Which facts are mentioned in a context, which are backed, and by which items.

The two differ: after the user's turn has left, the agent may still repeat the fact. That mentions the fact but proves
nothing.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.lesson.fixture import Fixture
from sim.state.context import Context
from sim.state.summary import Summary, SummaryContent

FactState = Literal["proven", "mentioned", "gone", "unsaid"]
"""The four states of a fact in a context: a user's own turn proves it; it is mentioned and nothing proves it; a user said
it and nothing mentions it any more; no user has said it."""


class FactStatus(msgspec.Struct, frozen=True, kw_only=True):
    """The status of one fact in one context. Empty means that there is no such item or turn.

    - `mentioned_by`: the ids of the items in which the fact occurs, in reading order.
    - `backed_by`: the ids of the user's turns that prove it.
    - `through`: pairs of ids, the item that holds a proof and the user's turn that is the proof: ("T2", "T2") if the turn
      itself is retained, ("S", "T2") if the summary carries it.
    - `said_by`: the ids of the user's turns that are evidence for it and have arrived, retained or not.
    - `worded`: pairs of the id of a summary that mentions the fact in other words, and those words.
    - `answerable`: whether the exact answer can be read from an item that mentions the fact.
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

    @property
    def state(self) -> FactState:
        """Which of the four states the fact is in."""
        if self.backed:
            return "proven"
        if self.mentioned:
            return "mentioned"
        return "gone" if self.said_by else "unsaid"


def facts(context: Context, fixture: Fixture) -> dict[str, FactStatus]:
    """The status in the context of every fact of the fixture, by id.

    Only annotated turns are looked at, never the whole session.
    """
    said = tuple((summary, summary.said) for summary in context.summaries)
    return {fact.id: _standing(context, fact.id, fact.statement, said) for fact in fixture.facts}


def standing(context: Context, fixture: Fixture, fact_id: str) -> FactStatus:
    """The status of one fact in the context; KeyError if the fixture has no such fact."""
    fact = {fact.id: fact for fact in fixture.facts}[fact_id]
    return _standing(context, fact.id, fact.statement, tuple((summary, summary.said) for summary in context.summaries))


def _standing(
    context: Context, fact: str, statement: str, said: tuple[tuple[Summary, SummaryContent], ...]
) -> FactStatus:
    session = context.session
    evidence = [k for k in session.evidence[fact] if k < context.arrived]
    retained = [k for k in session.mentions[fact] if context.says(k)]
    mentioning = [summary for summary, words in said if fact in words.wordings]
    through = [(summary.id, source) for summary, words in said for source in words.carries.get(fact, ())]
    through += [(session.turns[k].id, session.turns[k].id) for k in evidence if context.retains(k)]
    return FactStatus(
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
    # A summary comes before the turn at its place, and after the older summaries at the same place.
    entries = [(k, len(summaries), session.turns[k].id) for k in positions]
    entries += [(context.stands(summary), k, summary.id) for k, summary in enumerate(summaries)]
    return tuple(name for _, _, name in sorted(entries))
