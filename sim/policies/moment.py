"""What a policy bases its decision on: the context with the newest turn, and what the learner chose."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from sim.lesson.fixture import Fidelity
from sim.lesson.turn import Turn
from sim.policies.shared import in_tokens
from sim.state.context import Context
from sim.state.session import Session

P_co = TypeVar("P_co", covariant=True)


class Moment(msgspec.Struct, Generic[P_co], frozen=True, kw_only=True):
    """The moment after a turn joined the context, before or between the policy's steps.

    - `context`: the context with the turn, and without what has left since then.
    - `turn`: the newest turn.
    - `budget`: the most that the context may hold, in teaching tokens.
    - `fidelity`: what a summary does with the user's evidence; only the plain summary uses it.
    - `parameters`: the policy's parameters.
    """

    context: Context
    turn: Turn
    budget: int
    fidelity: Fidelity
    parameters: P_co

    @property
    def session(self) -> Session:
        """The session."""
        return self.context.session

    @property
    def position(self) -> int:
        """The position of the newest turn."""
        return self.context.arrived - 1

    def tokens(self, figure: float) -> float:
        """A parameter in teaching tokens; at most 1 is a share of the budget."""
        return in_tokens(figure, self.budget)

    def then(self, context: Context) -> Moment[P_co]:
        """The same moment after a step of the policy, with the context that the step gave."""
        changed: Moment[Any] = msgspec.structs.replace(self, context=context)
        return changed
