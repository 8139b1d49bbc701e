"""What the model would read now, and what it weighs.

Most of what a policy keeps is an unbroken run of turns up to the newest, with the pinned turns before it. So
a context is a few numbers over the shared session and the few exceptions to that rule, and its items
are listed only for a frame that somebody looks at.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

import msgspec

from sim.fixture import Turn
from sim.ledger import Ledger
from sim.request import reading
from sim.selections.chosen import Chosen
from sim.session import Session
from sim.summary import SUMMARY_TOKENS, Summary

__all__ = ["SUMMARY_TOKENS", "Context", "Pending", "Summary"]


class Pending(msgspec.Struct, frozen=True):
    """A summary that has been asked for and is not there yet: of what, and why."""

    chosen: Chosen
    reason: str


class Context(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The context after `arrived` turns, of which the first `gone` unpinned ones have left, but for those `kept`.

    `tokens` is the weight of all of it. A turn that has left is covered by a summary, or evicted.
    `ledger` keeps the accounts, and `pending` the summary that is late.
    """

    session: Session
    arrived: int = 0
    gone: int = 0
    tokens: int = 0
    kept: tuple[int, ...] = ()
    summaries: tuple[Summary, ...] = ()
    ledger: Ledger = Ledger()
    pending: Pending | None = None

    def __len__(self) -> int:
        return self.arrived - self.gone + len(self.kept) + len(self.summaries)

    @property
    def summary(self) -> Summary | None:
        """The newest summary, or None."""
        return self.summaries[-1] if self.summaries else None

    @property
    def first(self) -> int:
        """The position from which every turn is retained; `arrived` if that is none."""
        loose = self.session.loose
        return min(loose[self.gone], self.arrived) if self.gone < len(loose) else self.arrived

    @property
    def earliest(self) -> Turn | None:
        """The earliest retained turn that is not pinned, or None."""
        if self.kept:
            return self.session.turns[self.kept[0]]
        return self.session.turns[self.first] if self.first < self.arrived else None

    @property
    def loose(self) -> tuple[int, ...]:
        """The positions of the retained turns that are not pinned."""
        session = self.session
        return self.kept + session.loose[self.gone : session.loose_before(self.arrived)]

    @property
    def pinned(self) -> tuple[Turn, ...]:
        """The pinned turns that have arrived."""
        session = self.session
        return tuple(session.turns[k] for k in session.pinned[: bisect_left(session.pinned, self.arrived)])

    @property
    def characters(self) -> int:
        """The length of the texts in it; a summary counts four a token, for it has no text."""
        session = self.session
        retained = session.lengths[self.arrived] - session.loose_lengths[self.gone]
        retained += sum(len(session.turns[k].text) for k in self.kept)
        return retained + 4 * sum(summary.tokens for summary in self.summaries)

    def items(self) -> tuple[Turn | Summary, ...]:
        """The items in reading order: turns as they arrived, a summary where it is placed.

        After the system's turns means after the pinned turns before the first unpinned one retained.
        """
        turns = self.session.turns
        entries: list[tuple[int, int, Turn | Summary]] = [(k, len(self.summaries), turns[k]) for k in self._retained]
        entries += [(self.stands(summary), k, summary) for k, summary in enumerate(self.summaries)]
        return tuple(item for _, _, item in sorted(entries, key=lambda entry: entry[:2]))

    def stands(self, summary: Summary) -> int:
        """The position before whose turn a summary of this context stands."""
        match summary.place:
            case "after-system":
                return min(self.kept[0], self.first) if self.kept else self.first
            case "in-place":
                return summary.anchor
            case "at-end":
                return self.arrived

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns retained, in order of arrival."""
        return tuple(self.session.turns[k] for k in self._retained)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the items in reading order."""
        return tuple(item.id for item in self.items())

    @property
    def left(self) -> tuple[str, ...]:
        """The ids of the turns that have left, in order."""
        turns, kept = self.session.turns, set(self.kept)
        return tuple(turns[k].id for k in self.session.loose[: self.gone] if k not in kept)

    def retains(self, position: int) -> bool:
        """Whether the turn at that position of the session is in the context itself."""
        if position >= self.arrived:
            return False
        session = self.session
        return session.turns[position].pinned or session.loose_before(position) >= self.gone or position in self.kept

    def covering(self, position: int) -> Summary | None:
        """The newest summary that covers the turn at that position, or None."""
        if self.session.turns[position].pinned:
            return None
        return next((summary for summary in reversed(self.summaries) if summary.includes(position)), None)

    def joined(self, turn: Turn) -> Context:
        """This context with the session's next turn in it; an assistant's turn means that it was read."""
        ledger = self.ledger
        if turn.role == "assistant":
            ledger = ledger.read(self.arrived, self.read_by(turn), turn.prompt_tokens)
        return self.changed(arrived=self.arrived + 1, tokens=self.tokens + turn.tokens, ledger=ledger)

    def read_by(self, turn: Turn) -> int:
        """The tokens that the model reads to write the turn: the context, or the request of the reader who writes it."""
        readers = (reader for reader in self.session.fixture.readers if reader.name == turn.by)
        reader = next(readers, None)
        return reading(self, reader).tokens if reader else self.tokens

    def without(self, positions: Iterable[int], ledger: Ledger | None = None) -> Context:
        """This context without the turns there, which are retained and not pinned, and with that ledger."""
        session, leaving, ledger = self.session, frozenset(positions), ledger or self.ledger
        if not leaving:
            return self.changed(ledger=ledger)
        if len(leaving) == 1 and not self.kept and self.first in leaving:
            # The usual case, and the one that happens at every arrival of a long session.
            weight = session.turns[self.first].tokens
            return self.changed(gone=self.gone + 1, tokens=self.tokens - weight, ledger=ledger)
        stop = max(self.gone, session.loose_before(max(leaving)) + 1)
        candidates = self.kept + session.loose[self.gone : stop]
        kept = tuple(k for k in candidates if k not in leaving)
        if len(candidates) - len(kept) != len(leaving):
            raise LookupError("only a retained turn that is not pinned may leave the context")
        weight = sum(session.turns[k].tokens for k in leaving)
        return self.changed(gone=stop, kept=kept, tokens=self.tokens - weight, ledger=ledger)

    def with_summaries(self, summaries: tuple[Summary, ...]) -> Context:
        """This context with these summaries in place of those that it has."""
        weight = sum(summary.tokens for summary in summaries) - sum(summary.tokens for summary in self.summaries)
        return self.changed(summaries=summaries, tokens=self.tokens + weight)

    def changed(self, **changes: object) -> Context:
        """This context with some fields changed."""
        return msgspec.structs.replace(self, **changes)

    @property
    def _retained(self) -> tuple[int, ...]:
        """The positions of the retained turns, in order."""
        session, first = self.session, self.first
        leading = session.pinned[: bisect_left(session.pinned, first)]
        if self.kept:
            leading = tuple(sorted(leading + self.kept))
        return leading + tuple(range(first, self.arrived))
