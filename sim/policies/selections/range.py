"""The turns that a summary removes: all turns whose timestamps are in its range.

Source: google-adk 2.13.0, `flows.llm_flows.contents._process_compaction_events`. Turns are hidden by their timestamps, so
a turn that shares the last timestamp of the range is hidden although it was not summarized.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

import msgspec

from sim.adk.worth import pays
from sim.policies.moment import Moment
from sim.state.chosen import Chosen
from sim.state.reasons import Held, NothingNew, NotWorth
from sim.state.summary import Summary


class Covered(msgspec.Struct, frozen=True):
    """The unpinned turns that will be summarized, from number `first` to before number `stop`; none if they are equal."""

    first: int
    stop: int


def hidden_by(moment: Moment[object], covered: Covered, start: float | None = None) -> Chosen | Held:
    """The covered turns, and all retained turns that are stamped from `start` (seconds) to the last covered turn's stamp.

    If `start` is None, it is the first covered turn's stamp.
    """
    if covered.first >= covered.stop:
        return NothingNew()
    session = moment.session
    positions = session.unpinned[covered.first : covered.stop]
    since = session.timestamps[positions[0]] if start is None else start
    leaving = _retained(moment, since, session.timestamps[positions[-1]])
    return Chosen(leaving=leaving, covered=positions) if leaving else NothingNew()


def worth(moment: Moment[object], covered: Covered, rolling: bool) -> Held | None:
    """Why it does not pay to summarize those turns; None if it does.

    The turns and summaries that would vanish must weigh more than the newest summary. A `rolling` summary replaces every
    earlier one, any other only those whose ranges it contains. The next summary's weight is assumed to be that of the
    newest one.
    """
    session, context = moment.session, moment.context
    if covered.first >= covered.stop:
        return NothingNew()
    start = session.timestamps[session.unpinned[covered.first]]
    end = session.timestamps[session.unpinned[covered.stop - 1]]
    previous = context.summary
    since = previous.first_timestamp if rolling and previous else start
    standing = context.summaries
    superseded = standing.tokens if rolling else standing.tokens - standing.outside(start, end).tokens
    saved = _weight(moment, since, end) + superseded
    newest = previous.tokens if previous else 0
    return None if pays(saved, newest) else NotWorth(saved=saved, summary=newest)


def hiding(moment: Moment[object]) -> Summary | None:
    """The summary that hides the newest turn as it arrives, because the turn's timestamp is in its range; or None."""
    newest = moment.context.summary
    if newest is None or moment.turn.pinned:
        return None
    # Timestamps never fall, so the range of the newest summary ends last.
    return newest if moment.session.timestamps[moment.position] <= newest.last_timestamp else None


def _between(moment: Moment[object], start: float, end: float) -> tuple[tuple[int, ...], int, int]:
    """The retained unpinned turns that are stamped from `start` to `end`, in seconds.

    First the positions of those in `kept`; then, for all others, the first number and the number after the last.
    """
    session, context = moment.session, moment.context
    kept = tuple(k for k in context.kept if start <= session.timestamps[k] <= end)
    low = session.unpinned_before(bisect_left(session.timestamps, start, hi=context.arrived))
    high = session.unpinned_before(bisect_right(session.timestamps, end, hi=context.arrived))
    return kept, max(low, context.gone), max(high, context.gone)


def _retained(moment: Moment[object], start: float, end: float) -> tuple[int, ...]:
    kept, low, high = _between(moment, start, end)
    return kept + moment.session.unpinned[low:high]


def _weight(moment: Moment[object], start: float, end: float) -> int:
    session = moment.session
    kept, low, high = _between(moment, start, end)
    sums = session.unpinned_weights
    return sum(session.turns[k].tokens for k in kept) + max(0, sums[high] - sums[low])
