"""Nothing: what leaves is gone."""

from __future__ import annotations

from sim.context import Context
from sim.moment import Moment
from sim.operations import Operation
from sim.replacements.replacement import Replacement, Why
from sim.selections.chosen import Chosen


def _evict(moment: Moment, chosen: Chosen, why: Why) -> tuple[Context, tuple[Operation, ...]]:
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


NOTHING = Replacement(apply=_evict, writes=False)
