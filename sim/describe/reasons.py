"""Why a turn left, and why a context is over its budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.context import Context
    from sim.fixture import Turn


def removal(removed: Turn, arriving: Turn, before: int, after: int, budget: int) -> str:
    """Why a policy removed or folded a turn when another (or the same one) arrived."""
    if removed.id != arriving.id:
        return f"{before} is over the budget of {budget}, and {removed.id} was the earliest turn that is not pinned."
    return too_heavy(removed, after, budget)


def too_heavy(turn: Turn, rest: int, budget: int) -> str:
    """Why a turn cannot stay even when all that may leave has left and `rest` tokens stay."""
    if turn.tokens > budget:
        return f"{turn.id} weighs {turn.tokens}, more than the whole budget of {budget}."
    return f"{turn.id} weighs {turn.tokens}, and what must stay already weighs {rest} of the budget of {budget}."


def over_budget(context: Context, budget: int) -> str:
    """Why the context is over the budget with nothing left to remove."""
    heavy = [turn for turn in context.pinned if turn.tokens > budget]
    if heavy:
        cause = f"{heavy[0].id} weighs {heavy[0].tokens}, more than the whole budget of {budget}, and is pinned"
    else:
        kept = "the pinned turns and the summary" if context.summary else "the pinned turns"
        cause = f"{kept} weigh {context.tokens}, more than the budget of {budget}"
    return f"{cause[0].upper()}{cause[1:]}, so nothing is left to remove."
