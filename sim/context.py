"""What the model would read now, and what it weighs.

What a local policy keeps is always the pinned turns, at most one summary, and an unbroken run
of the other turns up to the newest. So a context is two counts over the shared session, and
its items are listed only for a frame that somebody looks at.
"""

from __future__ import annotations

from bisect import bisect_left

import msgspec

from sim.checks import SUMMARY_ID
from sim.fixture import Fidelity, Turn
from sim.session import Session

SUMMARY_TOKENS = 6


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The item that stands for the first `count` turns of the session that are not pinned."""

    session: Session
    count: int
    fidelity: Fidelity
    id: str = SUMMARY_ID
    tokens: int = SUMMARY_TOKENS

    @property
    def covers(self) -> tuple[str, ...]:
        """The id of every turn that it ever absorbed, in order."""
        turns = self.session.turns
        return tuple(turns[k].id for k in self.session.loose[: self.count])

    @property
    def carries(self) -> dict[str, tuple[str, ...]]:
        """The facts that it carries: each one's id, with the ids of the source turns."""
        if self.fidelity == "drop" or not self.count:
            return {}
        session, last = self.session, self.session.loose[self.count - 1]
        # Only a user's turn is evidence and no user's turn is pinned, so whatever evidence
        # stands no later than the last turn absorbed was absorbed with it.
        sources = {
            fact: tuple(session.turns[k].id for k in positions if k <= last)
            for fact, positions in session.evidence.items()
        }
        return {fact: ids for fact, ids in sources.items() if ids}


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """The context after `arrived` turns, of which the first `gone` unpinned ones have left.

    `tokens` is the weight of all of it. A turn that has left is covered by `summary` if
    there is one, and evicted if there is none.
    """

    session: Session
    arrived: int = 0
    gone: int = 0
    tokens: int = 0
    summary: Summary | None = None

    def __len__(self) -> int:
        return self.arrived - self.gone + (self.summary is not None)

    @property
    def first(self) -> int:
        """The position of the earliest retained turn that is not pinned; `arrived` if there is none."""
        loose = self.session.loose
        return min(loose[self.gone], self.arrived) if self.gone < len(loose) else self.arrived

    @property
    def earliest(self) -> Turn | None:
        """The earliest retained turn that is not pinned, or None."""
        return self.session.turns[self.first] if self.first < self.arrived else None

    @property
    def pinned(self) -> tuple[Turn, ...]:
        """The pinned turns that have arrived."""
        session = self.session
        return tuple(session.turns[k] for k in session.pinned[: bisect_left(session.pinned, self.arrived)])

    def items(self) -> tuple[Turn | Summary, ...]:
        """The items in reading order: turns as they arrived, the summary after the pinned ones.

        The pinned turns that it stands after are those before the first unpinned one retained.
        """
        leading, rest = self._parts()
        return leading + ((self.summary,) if self.summary else ()) + rest

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns retained, in order of arrival."""
        leading, rest = self._parts()
        return leading + rest

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the items in reading order."""
        return tuple(item.id for item in self.items())

    @property
    def left(self) -> tuple[str, ...]:
        """The ids of the turns that have left, in order."""
        turns = self.session.turns
        return tuple(turns[k].id for k in self.session.loose[: self.gone])

    def retains(self, position: int) -> bool:
        """Whether the turn at that position of the session is in the context itself."""
        if position >= self.arrived:
            return False
        return self.session.turns[position].pinned or self.session.loose_before(position) >= self.gone

    def joined(self, turn: Turn) -> Context:
        """This context with the session's next turn in it."""
        return self._with(arrived=self.arrived + 1, tokens=self.tokens + turn.tokens)

    def evicted(self) -> Context:
        """This context without its earliest unpinned turn."""
        earliest = self._must_have_earliest()
        return self._with(gone=self.gone + 1, tokens=self.tokens - earliest.tokens)

    def folded(self, fidelity: Fidelity) -> Context:
        """This context with its earliest unpinned turn folded into the summary."""
        earliest = self._must_have_earliest()
        gained = 0 if self.summary else SUMMARY_TOKENS
        return self._with(
            gone=self.gone + 1,
            tokens=self.tokens - earliest.tokens + gained,
            summary=Summary(session=self.session, count=self.gone + 1, fidelity=fidelity),
        )

    def _with(self, **changes: object) -> Context:
        return msgspec.structs.replace(self, **changes)

    def _must_have_earliest(self) -> Turn:
        if (earliest := self.earliest) is None:
            raise LookupError("nothing is left that may leave the context")
        return earliest

    def _parts(self) -> tuple[tuple[Turn, ...], tuple[Turn, ...]]:
        session, first = self.session, self.first
        # Everything from the first unpinned turn retained to the newest is retained.
        leading = session.pinned[: bisect_left(session.pinned, first)]
        return tuple(session.turns[k] for k in leading), session.turns[first : self.arrived]
