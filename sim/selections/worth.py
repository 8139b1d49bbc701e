"""Whether a summary can pay for itself, asked before one is written.

Source: google-adk 2.13.0, `apps.compaction._is_range_worth_compacting`; sizes here are teaching tokens, so the last
summary's weight stands in for the next one's.
"""

from __future__ import annotations

from sim.moment import Moment
from sim.selections.chosen import Chosen


def worth(moment: Moment, chosen: Chosen | None) -> Chosen | None:
    """The choice, if what would leave weighs more than the newest summary; None otherwise."""
    if chosen is None:
        return None
    session, summaries = moment.session, moment.context.summaries
    start, end = session.timestamps[chosen.covered[0]], session.timestamps[chosen.covered[-1]]
    saved = sum(session.turns[k].tokens for k in chosen.leaving)
    rolling = not moment.settings.rule.several
    saved += sum(
        summary.tokens
        for summary in summaries
        if rolling or (start <= summary.first_timestamp and summary.last_timestamp <= end)
    )
    return chosen if saved > (summaries[-1].tokens if summaries else 0) else None
