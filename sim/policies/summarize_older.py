"""Summarize older turns: what leaves is folded into one summary of a fixed weight.

It keeps more of the story in the same budget. Whether it keeps the proof depends on one choice,
fidelity: copying the user's evidence into the summary, or leaving it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.checks import SUMMARY_ID
from sim.context import Context
from sim.describe import reasons
from sim.fixture import Turn
from sim.operations import Kind, Operation
from sim.policies.policy import Policy

if TYPE_CHECKING:
    from sim.settings import Settings


def arrive(context: Context, turn: Turn, settings: Settings) -> tuple[Context, tuple[Operation, ...]]:
    """While the total is over the budget, fold the earliest turn that is not pinned into S."""
    context = context.joined(turn)
    operations = []
    while context.tokens > settings.budget and (earliest := context.earliest):
        kind: Kind = "fold" if context.summary else "summarize"
        before, context = context.tokens, context.folded(settings.fidelity)
        operations.append(
            Operation(
                kind=kind,
                turns=(earliest.id,),
                before=before,
                after=context.tokens,
                reason=reasons.removal(earliest, turn, before, context.tokens, settings.budget),
                into=SUMMARY_ID,
            )
        )
    return context, tuple(operations)


SUMMARIZE_OLDER = Policy(
    name="summarize-older",
    title="Summarize older turns",
    line="While the context is over the budget, the earliest turn that is not pinned is folded into one summary.",
    uses_fidelity=True,
    arrive=arrive,
    monotone=True,
)
