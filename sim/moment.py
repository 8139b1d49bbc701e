"""What a policy decides on: the context with the newest turn in it, and the learner's settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sim.context import Context
from sim.fixture import Turn
from sim.session import Session

if TYPE_CHECKING:
    from sim.settings import Settings


class Moment(msgspec.Struct, frozen=True):
    """`turn` has just joined the context, and the policy has not yet acted, or not on all of it."""

    context: Context
    turn: Turn
    settings: Settings

    @property
    def session(self) -> Session:
        """The session."""
        return self.context.session

    @property
    def position(self) -> int:
        """The position of the newest turn."""
        return self.context.arrived - 1

    def tokens(self, figure: float) -> float:
        """A figure in teaching tokens: at most 1 is a share of the budget."""
        return figure * self.settings.budget if figure <= 1 else figure
