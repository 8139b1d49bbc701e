"""ADK's tail retention: the newest events stay, and older ones go into the rolling summary."""

from __future__ import annotations

from sim.adk import java, token
from sim.adk.log import stream
from sim.policies.moment import Moment
from sim.policies.selections.range import Covered, hidden_by, worth
from sim.policies.shared import HasRetention
from sim.state.chosen import Chosen
from sim.state.reasons import Held, TailStays


def tail_retention(moment: Moment[HasRetention]) -> Chosen | Held:
    """All except the last `retention` events, with pairs whole, and only if a summary saves more than it costs."""
    first, end = _candidates(moment)
    events = stream(moment.session)
    cut = token.cut(events, first, end, moment.parameters.retention, lambda: events.events[:end])
    return _chosen(moment, first, cut, worthwhile=True)


def tail_retention_java(moment: Moment[HasRetention]) -> Chosen | Held:
    """All except the last `retention` events, counting the previous summary as an event; pairs may be separated."""
    first, end = _candidates(moment)
    cut = java.cut(first, end, moment.parameters.retention, seeded=moment.context.summary is not None)
    return _chosen(moment, first, cut, worthwhile=False)


def _candidates(moment: Moment[object]) -> tuple[int, int]:
    """The numbers of the unpinned turns later than the last summary: the first, and the one after the last."""
    context, session = moment.context, moment.session
    end = session.unpinned_before(context.arrived)
    # A turn that shares the summary's last timestamp is hidden by it and is not a candidate. Without a summary its end is 0.
    since = context.summary.last_timestamp if context.summary else 0.0
    return min(end, session.unpinned_after(since)), end


def _chosen(moment: Moment[HasRetention], first: int, cut: int, worthwhile: bool) -> Chosen | Held:
    if cut <= first:
        return TailStays(retention=moment.parameters.retention)
    covered, summary = Covered(first, cut), moment.context.summary
    if worthwhile and (held := worth(moment, covered, rolling=True)):
        return held
    return hidden_by(moment, covered, summary.first_timestamp if summary else None)
