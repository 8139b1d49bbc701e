"""The replacement without a summary: what leaves is gone."""

from __future__ import annotations

from sim.policies.moment import Moment
from sim.policies.replacements.replacement import Replacement, Why
from sim.state.chosen import Chosen
from sim.state.context import Context
from sim.state.operations import Operation


def _evict(moment: Moment[object], chosen: Chosen, why: Why) -> tuple[Context, tuple[Operation, ...]]:
    before = moment.context
    after = before.without(chosen.leaving, before.ledger.compacted(before.arrived))
    turns = tuple(moment.session.turns[k] for k in chosen.leaving)
    step = Operation(
        kind="evict",
        turns=tuple(turn.id for turn in turns),
        before=before.tokens,
        after=after.tokens,
        reason=why(turns, after.tokens),
    )
    return after, (step,)


NOTHING: Replacement[object] = Replacement(apply=_evict)
