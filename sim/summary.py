"""The item that stands for turns: what it covers, and what its form makes it say of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import msgspec

from sim.checks import SUMMARY_ID
from sim.fixture import Fidelity
from sim.session import Session

if TYPE_CHECKING:
    from sim.settings import Settings
    from sim.structure import Structure

SUMMARY_TOKENS = 6

Place = Literal["after-system", "in-place", "at-end"]
As = Literal["system", "user", "assistant"]


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What a summary says.

    `carries` holds the facts that it carries word for word from a user's turn, with the ids of those
    turns; `wordings` what it says of each fact that it mentions at all; `answers` the facts whose exact
    answer can be read from it. `structure` is what a structured summary holds.
    """

    carries: dict[str, tuple[str, ...]] = {}
    wordings: dict[str, str] = {}
    answers: frozenset[str] = frozenset()
    structure: Structure | None = None


Form = Callable[["Summary"], Said]


class Summary(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A summary of the session's loose turns from number `start` to before number `stop`, but for those `without`.

    `generation` counts how often it was written; the newest time, when `written` turns had arrived, the
    turns from number `since` were new. `born` pairs a fact with the generation in which it was first
    folded. `form` says what it reads like, `place` and `role` where and as what it stands.
    """

    session: Session
    start: int = 0
    stop: int
    settings: Settings
    form: Form
    id: str = SUMMARY_ID
    tokens: int = SUMMARY_TOKENS
    generation: int = 1
    since: int = 0
    written: int = 0
    without: tuple[int, ...] = ()
    born: tuple[tuple[str, int], ...] = ()
    place: Place = "after-system"
    role: As = "system"

    @property
    def fidelity(self) -> Fidelity:
        """What is done with the evidence of folded turns, where the form asks."""
        return self.settings.fidelity

    @property
    def covered(self) -> tuple[int, ...]:
        """The positions of the turns that it covers."""
        positions = self.session.loose[self.start : self.stop]
        return tuple(k for k in positions if k not in self.without) if self.without else positions

    @property
    def covers(self) -> tuple[str, ...]:
        """The id of every turn that it ever absorbed, in order."""
        turns = self.session.turns
        return tuple(turns[k].id for k in self.covered)

    @property
    def anchor(self) -> int:
        """The position of the last turn that it covers: where it stands if it stands in place."""
        return self.session.loose[self.stop - 1]

    @property
    def first_timestamp(self) -> float:
        """The first timestamp that it stands for, in seconds."""
        return self.session.timestamps[self.session.loose[self.start]]

    @property
    def last_timestamp(self) -> float:
        """The last one."""
        return self.session.timestamps[self.anchor]

    def includes(self, position: int) -> bool:
        """Whether it covers the loose turn at that position."""
        return self.start <= self.session.loose_before(position) < self.stop and position not in self.without

    @property
    def said(self) -> Said:
        """What it says, worked out from the turns that it covers."""
        return self.form(self)

    @property
    def carries(self) -> dict[str, tuple[str, ...]]:
        """The facts that it carries: each one's id, with the ids of the source turns."""
        return self.said.carries
