"""A limit on turns: however little the turns weigh, the model never reads more than so many of them.

Source: the limits by a number of messages in langchain 1.5.2 (SummarizationMiddleware) and semantic-kernel 1.45.0 (its
reducers). The limit holds whatever else the policy waits for: a floor, or a count that is taken only every few turns.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from sim.policies.moment import Moment
from sim.policies.triggers.trigger import Finding, Parted, Trigger, findings
from sim.state import reasons


class HasTurnLimit(Protocol):
    """How many unpinned turns the context may hold at most; 0: there is no limit."""

    @property
    def most_turns(self) -> int: ...


L = TypeVar("L", bound=HasTurnLimit)


class TurnLimit(Parted[L], frozen=True):
    """Holds if the context has more unpinned turns than the limit, and otherwise if its trigger holds.

    - `trigger`: the trigger that is asked within the limit.
    """

    trigger: Trigger[L]

    def __call__(self, moment: Moment[L]) -> Finding:
        """That the limit is passed, or what the trigger finds."""
        limit = _limit(moment)
        return limit if isinstance(limit, reasons.TooManyTurns) else self.trigger(moment)

    def findings(self, moment: Moment[L], anywhere: bool) -> tuple[Finding, ...]:
        """The limit, if there is one, and what the trigger's parts find."""
        limit = _limit(moment)
        return (*((limit,) if limit else ()), *findings(self.trigger, moment, anywhere))


def turn_limit(trigger: Trigger[L]) -> Trigger[L]:
    """The trigger, and the limit on turns."""
    return TurnLimit(trigger)


def _limit(moment: Moment[HasTurnLimit]) -> reasons.TooManyTurns | reasons.WithinTurnLimit | None:
    most, turns = moment.parameters.most_turns, moment.context.unpinned_count
    if not most:
        return None
    return (
        reasons.TooManyTurns(turns=turns, most=most)
        if turns > most
        else reasons.WithinTurnLimit(turns=turns, most=most)
    )
