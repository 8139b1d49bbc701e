"""The size of the prompt as a policy knows it: the count of the last call, or a guess.

A framework does not count tokens itself. It uses what the provider counted for the last call, which is one call late. If
no call has been counted yet, it divides the number of characters by four.
"""

from __future__ import annotations

from bisect import bisect_left

import msgspec

from sim.adk.count import latest
from sim.policies.shared import CountSource
from sim.state.context import Context
from sim.state.reasons import Count

CHARACTERS_A_TOKEN = 4


def last_count(context: Context, counts: CountSource, even_older: bool = False) -> Count | None:
    """The prompt's size as a framework knows it; None if nothing was counted and there is no text to guess from.

    `counts` says which counts exist:

    - "simulated": every call has a count: the one recorded with its answer, or else what the engine computes. A recorded
      count describes the recorded history, so it is not used for a call after something has left.
    - "recorded": only calls with a recorded count have one; once something has left, the same as "simulated".
    - "as-recorded": only recorded counts are used, even after something has left. This is right for a session that was
      recorded under the same compaction.

    A count that is older than the last compaction is used only with `even_older`.
    """
    guess = context.characters // CHARACTERS_A_TOKEN if context.characters else None
    return latest(_newest(context, counts), context.ledger.compacted_at, guess, even_older)


def _newest(context: Context, counts: CountSource) -> tuple[int, Count] | None:
    """The position of the last turn with a count, and the count."""
    ledger, session = context.ledger, context.session
    if counts == "as-recorded" or (counts == "recorded" and ledger.differs_at < 0):
        before = bisect_left(session.figures, context.arrived)
        if not before:
            return None
        position = session.figures[before - 1]
        turn = session.turns[position]
        return position, Count(turn.prompt_tokens or 0, turn.id, recorded=True)
    if ledger.counted_at < 0:
        return None
    turn = session.turns[ledger.counted_at]
    count = Count(ledger.counted, turn.id)
    if turn.prompt_tokens is None:
        return ledger.counted_at, count
    if 0 <= ledger.differs_at <= ledger.counted_at:
        return ledger.counted_at, msgspec.structs.replace(count, outdated=turn.prompt_tokens)
    return ledger.counted_at, Count(turn.prompt_tokens, turn.id, recorded=True)
