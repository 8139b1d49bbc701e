"""What a summary says, line by line, and what became of each line when the summary was written anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from sim.lesson.entries import Completed, Entry, Remaining
from sim.state.summary import Summary

Kind = Literal["kept", "added", "changed", "dropped"]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of what a summary says.

    - `about`: the id of a fact, or the name of the section in which an entry stands.
    - `says`: the summary's words for the fact, or the entry.
    - `sources`: the ids of the covered turns that it comes from; empty: the words for a fact are neither evidence nor a
      record, or no turn supports the entry.
    """

    about: str
    says: str | Entry
    sources: tuple[str, ...] = ()

    @property
    def subject(self) -> tuple[str, str | Entry]:
        """What stays the same when the line is reworded: the fact, the task that may now be done, or else the entry."""
        match self.says:
            case str():
                return self.about, ""
            case Completed() | Remaining():
                return "task", self.says.text
        return self.about, self.says


class Rewording(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one line.

    - `was`: the line before; None: there was none.
    - `now`: the line now; None: there is none any more.
    """

    was: Line | None = None
    now: Line | None = None

    @property
    def kind(self) -> Kind:
        """What became of the line, in a word."""
        if self.was is None:
            return "added"
        if self.now is None:
            return "dropped"
        return "kept" if self.was == self.now else "changed"


def lines(summary: Summary) -> tuple[Line, ...]:
    """The lines of a summary, in its order; empty if it says nothing of the lesson's facts and has no entries."""
    said = summary.said
    if said.structure is not None:
        return tuple(
            Line(about=section, says=noted.entry, sources=(noted.source,) if noted.source else ())
            for section, noted in said.structure.entries
        )
    return tuple(Line(about=fact, says=words, sources=said.sources(fact)) for fact, words in said.wordings.items())


def rewording(before: Sequence[Line], after: Sequence[Line]) -> tuple[Rewording, ...]:
    """What became of every line: the new lines in their order, and each dropped line after the one that it followed.

    Each old line and each new line occurs exactly once. Two lines are the same one, reworded, if they have the same
    subject. Empty if there are no lines before and after.
    """
    waiting: dict[tuple[str, str | Entry], list[int]] = {}
    for number in reversed(range(len(before))):
        waiting.setdefault(before[number].subject, []).append(number)
    partners = [rest.pop() if (rest := waiting.get(line.subject)) else None for line in after]
    places = {was: place for place, was in enumerate(partners) if was is not None}
    dropped: dict[int, list[Rewording]] = {}
    place = -1  # before all new lines
    for number, line in enumerate(before):
        if number in places:
            place = places[number]
        else:
            dropped.setdefault(place, []).append(Rewording(was=line))
    found = dropped.get(-1, [])
    for place, (line, partner) in enumerate(zip(after, partners)):
        found += [Rewording(was=None if partner is None else before[partner], now=line), *dropped.get(place, ())]
    return tuple(found)
