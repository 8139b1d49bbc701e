"""A summary: an item of the context in place of turns. It knows which turns it covers, and its form says their content."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import msgspec

from sim.lesson.fact import Fact
from sim.lesson.identifiers import SUMMARY_ID
from sim.state.session import Session
from sim.state.structure import Structure

SUMMARY_TOKENS = 6

Placement = Literal["after-system", "in-place", "at-end"]
As = Literal["system", "user", "assistant"]
Carried = dict[str, tuple[str, ...]]


class SummaryContent(msgspec.Struct, frozen=True, kw_only=True):
    """What a summary says.

    - `carries`: for each fact (by id) that it carries word for word as the user's evidence, the ids of the user's turns.
    - `records`: for each fact (by id) that it carries word for word as a tool's record, the ids of the results.
    - `wordings`: for each fact (by id) that it mentions, the words for it.
    - `answers`: the ids of the facts whose exact answer can be read from it.
    - `structure`: the sections of a structured summary; None for any other.
    - `worded`: whether these are its words; False: only what it carries is simulated, and nobody wrote its words.
    """

    carries: dict[str, tuple[str, ...]] = {}
    records: dict[str, tuple[str, ...]] = {}
    wordings: dict[str, str] = {}
    answers: frozenset[str] = frozenset()
    structure: Structure | None = None
    worded: bool = True

    def sources(self, fact: str) -> tuple[str, ...]:
        """The ids of the turns from which it carries the fact (an id) as evidence or as a record; empty: it does not."""
        return self.carries.get(fact, ()) or self.records.get(fact, ())


Form = Callable[["Summary"], SummaryContent]


class Summary(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A summary of the session's unpinned turns from number `start` to before number `stop`, except `without`.

    - `session`: the session.
    - `start`: the number of the first unpinned turn of the range, from 0.
    - `stop`: the number of the unpinned turn after the range; larger than `start`.
    - `form`: a function that gives what the summary says.
    - `id`: its id; "S" if there is only one at a time.
    - `tokens`: what it weighs, in teaching tokens.
    - `generation`: how often it was written, from 1.
    - `since`: the number of the first unpinned turn that is new in this generation.
    - `written`: how many turns had arrived when this generation was written.
    - `without`: the positions of the unpinned turns in the range that it does not cover; usually empty.
    - `born`: pairs of a fact's id and the generation from which the fact ages: that in which it was first folded, or the
      one after the last that pinned it. Empty: facts do not age in this form.
    - `place`: "after-system": before the first retained unpinned turn; "in-place": where the last turn that it covers
      was; "at-end": after all turns.
    - `role`: whose message it is in the prompt.
    """

    session: Session
    start: int = 0
    stop: int
    form: Form
    id: str = SUMMARY_ID
    tokens: int = SUMMARY_TOKENS
    generation: int = 1
    since: int = 0
    written: int = 0
    without: tuple[int, ...] = ()
    born: tuple[tuple[str, int], ...] = ()
    place: Placement = "after-system"
    role: As = "system"

    @property
    def covered(self) -> tuple[int, ...]:
        """The positions of the turns that it covers."""
        positions = self.session.unpinned[self.start : self.stop]
        return tuple(k for k in positions if k not in self.without) if self.without else positions

    @property
    def covers(self) -> tuple[str, ...]:
        """The ids of the turns that it covers, in order, including those from earlier generations."""
        turns = self.session.turns
        return tuple(turns[k].id for k in self.covered)

    @property
    def anchor(self) -> int:
        """The position of the last turn that it covers, which is also its place if it is placed "in-place"."""
        return self.session.unpinned[self.stop - 1]

    @property
    def first_timestamp(self) -> float:
        """The first timestamp of its range, in seconds."""
        return self.session.timestamps[self.session.unpinned[self.start]]

    @property
    def last_timestamp(self) -> float:
        """The last timestamp of its range, in seconds."""
        return self.session.timestamps[self.anchor]

    def includes(self, position: int) -> bool:
        """Whether it covers the unpinned turn at that position."""
        return self.start <= self.session.unpinned_before(position) < self.stop and position not in self.without

    def last_of(self, positions: Sequence[int]) -> int | None:
        """The last of the given positions (rising) whose turn it covers; None if it covers none of them."""
        for number in range(bisect_right(positions, self.anchor) - 1, -1, -1):
            if self.includes(positions[number]):
                return positions[number]
            if positions[number] < self.session.unpinned[self.start]:
                break
        return None

    @property
    def said(self) -> SummaryContent:
        """What it says, worked out from the turns that it covers."""
        return self.form(self)

    def carried(self, facts: Iterable[Fact]) -> tuple[Carried, Carried]:
        """The sources of these facts among the turns that it covers: for each fact with any, the ids of the turns.

        First the evidence of users' facts, then the records of tools' facts.
        """
        turns = self.session.turns
        evidence, records = Carried(), Carried()
        for fact in facts:
            if ids := tuple(turns[k].id for k in self.session.establishing(fact) if self.includes(k)):
                (records if fact.source == "tool" else evidence)[fact.id] = ids
        return evidence, records
