"""The replacement that clears in place: each chosen turn stays where it is, and a placeholder of a fixed weight stands for it."""

from __future__ import annotations

from typing import Protocol

from sim.policies.moment import Moment
from sim.policies.replacements.replacement import Replacement, Why
from sim.state.chosen import Chosen
from sim.state.context import Context
from sim.state.operations import Operation


class HasPlaceholder(Protocol):
    """What is left of a cleared turn, in teaching tokens."""

    @property
    def placeholder(self) -> int: ...


def _clear(moment: Moment[HasPlaceholder], chosen: Chosen, why: Why) -> tuple[Context, tuple[Operation, ...]]:
    before = moment.context
    ledger = before.ledger.compacted(before.arrived)
    after = before.clearing(chosen.leaving, moment.parameters.placeholder, ledger)
    turns = tuple(moment.session.turns[k] for k in chosen.leaving)
    step = Operation(
        kind="clear",
        turns=tuple(turn.id for turn in turns),
        before=before.tokens,
        after=after.tokens,
        reason=why(turns, after.tokens),
    )
    return after, (step,)


CLEARING: Replacement[HasPlaceholder] = Replacement(apply=_clear)
