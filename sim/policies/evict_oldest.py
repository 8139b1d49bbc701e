"""Evict oldest: the plainest way to forget, and so the measure for every other.

What leaves is gone. Whether the agent can still prove a fact depends on nothing but how long
ago the user said it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.context import Context
from sim.describe import reasons
from sim.fixture import Turn
from sim.operations import Operation
from sim.policies.policy import Policy

if TYPE_CHECKING:
    from sim.settings import Settings


def arrive(context: Context, turn: Turn, settings: Settings) -> tuple[Context, tuple[Operation, ...]]:
    """While the total is over the budget, remove the earliest turn that is not pinned."""
    context = context.joined(turn)
    operations = []
    while context.tokens > settings.budget and (earliest := context.earliest):
        before, context = context.tokens, context.evicted()
        operations.append(
            Operation(
                kind="evict",
                turns=(earliest.id,),
                before=before,
                after=context.tokens,
                reason=reasons.removal(earliest, turn, before, context.tokens, settings.budget),
            )
        )
    return context, tuple(operations)


EVICT_OLDEST = Policy(
    name="evict-oldest",
    title="Evict oldest",
    line="While the context is over the budget, the earliest turn that is not pinned is removed.",
    uses_fidelity=False,
    arrive=arrive,
    monotone=True,
)
