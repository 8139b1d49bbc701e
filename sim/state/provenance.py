"""Which facts are mentioned in a context, which are backed or recorded, and by which items.

To mention a fact is not to establish it: after the turn that established it has left, the agent may still repeat the fact. A
user's fact is established by the user's own turn, which backs it, and a tool's fact by the tool's own result, which records it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.lesson.fact import Fact, Source
from sim.lesson.fixture import Fixture
from sim.state.context import Context
from sim.state.summary import Summary, SummaryContent

FactState = Literal["proven", "mentioned", "gone", "unsaid"]
"""The four states of a fact in a context: a turn of its source establishes it; it is mentioned and nothing establishes it; it
was established and nothing mentions it any more; it was never established."""


class FactStatus(msgspec.Struct, frozen=True, kw_only=True):
    """The status of one fact in one context. Empty means that there is no such item or turn.

    - `source`: the fact's source. Only a user's fact is ever backed, and only a tool's is ever recorded.
    - `mentioned_by`: the ids of the items in which the fact occurs, in reading order.
    - `backed_by`: the ids of the user's turns that prove it.
    - `recorded_by`: the ids of the results that record it.
    - `through`: pairs of ids, the item that holds the evidence or the record and the turn that is its source: ("T2", "T2") if
      the turn itself is retained, ("S", "T2") if the summary carries it.
    - `said_by`: the ids of the user's turns that are evidence for it and have arrived, retained or not.
    - `reported_by`: the ids of the results that record it and have arrived, retained or not.
    - `worded`: pairs of the id of a summary that mentions the fact in other words, and those words.
    - `answerable`: whether the exact answer can be read from an item that mentions the fact.
    """

    source: Source = "user"
    mentioned_by: tuple[str, ...] = ()
    backed_by: tuple[str, ...] = ()
    recorded_by: tuple[str, ...] = ()
    through: tuple[tuple[str, str], ...] = ()
    said_by: tuple[str, ...] = ()
    reported_by: tuple[str, ...] = ()
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
    def established_by(self) -> tuple[str, ...]:
        """The ids of the turns that back the fact, or of those that record it."""
        return self.backed_by or self.recorded_by

    @property
    def established(self) -> bool:
        """Whether the context holds what the fact's source demands: a user's turn backs it, or a tool's result records it."""
        return bool(self.established_by)

    @property
    def origins(self) -> tuple[str, ...]:
        """The ids of the turns that have established the fact, retained or not."""
        return self.said_by or self.reported_by

    @property
    def state(self) -> FactState:
        """Which of the four states the fact is in."""
        if self.established:
            return "proven"
        if self.mentioned:
            return "mentioned"
        return "gone" if self.origins else "unsaid"


Said = tuple[tuple[Summary, SummaryContent], ...]  # the summaries of a context, each with what it says


def facts(context: Context, fixture: Fixture) -> dict[str, FactStatus]:
    """The status in the context of every fact of the fixture, by id.

    Only annotated turns are looked at, never the whole session.
    """
    said = tuple((summary, summary.said) for summary in context.summaries)
    return {fact.id: _standing(context, fact, said) for fact in fixture.facts}


def standing(context: Context, fixture: Fixture, fact_id: str) -> FactStatus:
    """The status of one fact in the context; KeyError if the fixture has no such fact."""
    fact = {fact.id: fact for fact in fixture.facts}[fact_id]
    return _standing(context, fact, tuple((summary, summary.said) for summary in context.summaries))


def _standing(context: Context, fact: Fact, said: Said) -> FactStatus:
    session, name = context.session, fact.id
    retained = [k for k in session.mentions[name] if context.retains(k)]
    mentioning = [summary for summary, words in said if name in words.wordings]
    through = _through(context, fact, said)
    sources = tuple(dict.fromkeys(source for _, source in through))
    once = tuple(session.turns[k].id for k in session.establishing(fact) if k < context.arrived)
    tool = fact.source == "tool"
    return FactStatus(
        source=fact.source,
        mentioned_by=_in_reading_order(context, retained, mentioning),
        backed_by=() if tool else sources,
        recorded_by=sources if tool else (),
        through=through,
        said_by=() if tool else once,
        reported_by=once if tool else (),
        worded=tuple(
            (summary.id, words.wordings[name])
            for summary, words in said
            if words.wordings.get(name, fact.statement) != fact.statement
        ),
        answerable=bool(retained) or any(name in words.answers for _, words in said),
    )


def _through(context: Context, fact: Fact, said: Said) -> tuple[tuple[str, str], ...]:
    """Everything in the context that holds the fact's evidence or record, each with its source.

    This is the one place that knows where these may be: in a summary, or in the retained turn itself. A state of the session
    that holds a tool's fact belongs here too, as a further pair of an item and the result that was written into it.
    """
    turns = context.session.turns
    own = (k for k in context.session.establishing(fact) if context.retains(k))
    carried = ((summary.id, source) for summary, words in said for source in words.sources(fact.id))
    return (*carried, *((turns[k].id, turns[k].id) for k in own))


def _in_reading_order(context: Context, positions: list[int], summaries: list[Summary]) -> tuple[str, ...]:
    session = context.session
    # A summary comes before the turn at its place, and after the older summaries at the same place.
    entries = [(k, len(summaries), session.turns[k].id) for k in positions]
    entries += [(context.stands(summary), k, summary.id) for k, summary in enumerate(summaries)]
    return tuple(name for _, _, name in sorted(entries))
