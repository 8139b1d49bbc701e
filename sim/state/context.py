"""What the model would read now, and what it weighs.

A policy usually keeps the pinned turns and an unbroken run of turns up to the newest. So a context is stored as a few
numbers about the shared session, plus the few exceptions. Its items are listed only for a frame that is looked at.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

import msgspec

from sim.lesson.turn import Turn
from sim.state.chosen import Chosen
from sim.state.ledger import Ledger
from sim.state.reasons import Trigger
from sim.state.session import Session
from sim.state.summaries import NONE, Summaries
from sim.state.summary import SUMMARY_TOKENS, Summary

__all__ = ["SUMMARY_TOKENS", "Context", "Pending", "Summary"]


class Pending(msgspec.Struct, frozen=True):
    """A summary that was asked for and has not come yet.

    - `chosen`: the turns that it will cover, and those that will leave.
    - `reason`: what made the policy act.
    """

    chosen: Chosen
    reason: Trigger


class Context(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The turns that have arrived, minus the first `gone` unpinned turns, except `kept`, and the summaries.

    A turn that has left is covered by a summary, or evicted.

    - `session`: the session, shared by all contexts of a replay.
    - `arrived`: how many turns have arrived.
    - `gone`: the number of unpinned turns, counted from the session's start, that have left, except `kept`.
    - `tokens`: what the context weighs, in teaching tokens.
    - `kept`: the positions of those of the first `gone` unpinned turns that are still in the context, rising; usually
      empty.
    - `summaries`: the summaries, the oldest first; usually at most one.
    - `ledger`: the accounts so far.
    - `pending`: the summary that was asked for and is late; None: none is.
    """

    session: Session
    arrived: int = 0
    gone: int = 0
    tokens: int = 0
    kept: tuple[int, ...] = ()
    summaries: Summaries = NONE
    ledger: Ledger = Ledger()
    pending: Pending | None = None

    def __len__(self) -> int:
        return self._pinned_count + self.unpinned_count + len(self.summaries)

    @property
    def _pinned_count(self) -> int:
        return bisect_left(self.session.pinned, self.arrived)

    @property
    def unpinned_count(self) -> int:
        """How many retained turns are not pinned."""
        return self.session.unpinned_before(self.arrived) - self.gone + len(self.kept)

    def unpinned_in_order(self) -> Iterator[int]:
        """The positions of the retained turns that are not pinned, one by one."""
        yield from self.kept
        for number in range(self.gone, self.session.unpinned_before(self.arrived)):
            yield self.session.unpinned[number]

    def earliest_unpinned(self, count: int) -> tuple[int, ...]:
        """The positions of the first `count` retained turns that are not pinned."""
        if count <= len(self.kept):
            return self.kept[:count]
        return self.kept + self.session.unpinned[self.gone : self.gone + count - len(self.kept)]

    @property
    def summary(self) -> Summary | None:
        """The newest summary, or None."""
        return self.summaries.newest

    @property
    def first(self) -> int:
        """The position of the first retained unpinned turn, leaving out `kept`; `arrived` if there is none.

        From here on every turn is retained, except those that are apart.
        """
        unpinned = self.session.unpinned
        return min(unpinned[self.gone], self.arrived) if self.gone < len(unpinned) else self.arrived

    @property
    def earliest(self) -> Turn | None:
        """The earliest retained turn that is not pinned, or None."""
        if self.kept:
            return self.session.turns[self.kept[0]]
        return self.session.turns[self.first] if self.first < self.arrived else None

    @property
    def unpinned(self) -> tuple[int, ...]:
        """The positions of the retained turns that are not pinned."""
        session = self.session
        return self.kept + session.unpinned[self.gone : session.unpinned_before(self.arrived)]

    @property
    def pinned(self) -> tuple[Turn, ...]:
        """The pinned turns that have arrived."""
        session = self.session
        return tuple(session.turns[k] for k in session.pinned[: self._pinned_count])

    @property
    def characters(self) -> int:
        """The length of its texts, in characters; a summary has no text and counts four for each of its tokens."""
        session = self.session
        retained = session.lengths[self.arrived] - session.unpinned_lengths[self.gone]
        retained += sum(len(session.turns[k].text) for k in self.kept)
        return retained + 4 * self.summaries.tokens

    def items(self) -> tuple[Turn | Summary, ...]:
        """The items in reading order: turns in order of arrival, and each summary at its place.

        A summary "after-system" follows those pinned turns that come before the first retained unpinned turn.
        """
        turns = self.session.turns
        entries: list[tuple[int, int, Turn | Summary]] = [(k, len(self.summaries), turns[k]) for k in self.retained]
        entries += [(self.stands(summary), k, summary) for k, summary in enumerate(self.summaries)]
        return tuple(item for _, _, item in sorted(entries, key=lambda entry: entry[:2]))

    def stands(self, summary: Summary) -> int:
        """The position of the turn before which a summary of this context is placed."""
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
        return tuple(self.session.turns[k] for k in self.retained)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the items in reading order."""
        return tuple(item.id for item in self.items())

    @property
    def left(self) -> tuple[str, ...]:
        """The ids of the turns that have left, in order."""
        turns, kept = self.session.turns, set(self.kept)
        return tuple(turns[k].id for k in self.session.unpinned[: self.gone] if k not in kept)

    def retains(self, position: int) -> bool:
        """Whether the turn at that position of the session is in the context itself."""
        session = self.session
        if position >= self.arrived or position in session.apart:
            return False
        return session.turns[position].pinned or session.unpinned_before(position) >= self.gone or position in self.kept

    def hides(self, position: int) -> bool:
        """Whether the stamp of the turn at that position is within the range of a summary.

        Asked only of a turn that no summary covers.
        """
        stamp = self.session.timestamps[position]
        return any(one.first_timestamp <= stamp <= one.last_timestamp for one in self.summaries)

    def covering(self, position: int) -> Summary | None:
        """The newest summary that covers the turn at that position, or None."""
        if self.session.turns[position].pinned or position in self.session.apart:
            return None
        return next((summary for summary in reversed(self.summaries) if summary.includes(position)), None)

    def joined(self, turn: Turn, read: int = 0) -> Context:
        """This context with the session's next turn added.

        For an assistant's turn a model was called, and `read` is what it read to write the turn, in teaching tokens.
        """
        ledger = self.ledger.read(self.arrived, read) if turn.role == "assistant" else self.ledger
        weight = 0 if self.arrived in self.session.apart else turn.tokens
        return self.changed(arrived=self.arrived + 1, tokens=self.tokens + weight, ledger=ledger)

    def without(self, positions: Iterable[int], ledger: Ledger | None = None) -> Context:
        """This context without the turns at those positions, and with that ledger if one is given.

        LookupError if a turn among them is pinned or not retained.
        """
        session, leaving, ledger = self.session, frozenset(positions), ledger or self.ledger
        if not leaving:
            return self.changed(ledger=ledger)
        if len(leaving) == 1 and not self.kept and self.first in leaving:
            # Fast path: in a long session this happens at every arrival.
            weight = session.turns[self.first].tokens
            return self.changed(gone=self.gone + 1, tokens=self.tokens - weight, ledger=ledger)
        stop = max(self.gone, session.unpinned_before(max(leaving)) + 1)
        candidates = self.kept + session.unpinned[self.gone : stop]
        kept = tuple(k for k in candidates if k not in leaving)
        if len(candidates) - len(kept) != len(leaving):
            raise LookupError("only a retained turn that is not pinned may leave the context")
        weight = sum(session.turns[k].tokens for k in leaving)
        return self.changed(gone=stop, kept=kept, tokens=self.tokens - weight, ledger=ledger)

    def with_summaries(self, summaries: Summaries) -> Context:
        """This context with these summaries instead of its own."""
        weight = summaries.tokens - self.summaries.tokens
        return self.changed(summaries=summaries, tokens=self.tokens + weight)

    def changed(self, **changes: object) -> Context:
        """This context with some fields changed."""
        return msgspec.structs.replace(self, **changes)

    @property
    def retained(self) -> tuple[int, ...]:
        """The positions of the retained turns, in order."""
        session, first = self.session, self.first
        leading = session.pinned[: bisect_left(session.pinned, first)]
        if self.kept:
            leading = tuple(sorted(leading + self.kept))
        following = range(first, self.arrived)
        return (
            leading + tuple(k for k in following if k not in session.apart)
            if session.apart
            else leading + tuple(following)
        )
