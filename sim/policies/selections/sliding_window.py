"""ADK's sliding window: the new invocations, and some earlier ones for a second time."""

from __future__ import annotations

from sim.adk.log import record, stream
from sim.adk.self_contained import self_contained
from sim.adk.sliding import invocation_window
from sim.policies.moment import Moment
from sim.policies.selections.range import Covered, hidden_by, worth
from sim.policies.shared import HasWindow
from sim.policies.triggers.invocations import new_invocations
from sim.state.chosen import Chosen
from sim.state.reasons import Held, NothingNew, WaitsForResult


def window(moment: Moment[HasWindow]) -> Chosen | Held:
    """From `overlap` invocations before the first new one to the last one, cut back to whole pairs, if it is worth it."""
    found = _window(moment)
    if found.first == found.stop:
        return NothingNew()
    session, events = moment.session, stream(moment.session)
    end = session.unpinned_before(moment.context.arrived)
    cut = self_contained(events, found.first, found.stop, lambda: events.events[:end])
    if cut == found.first:
        return WaitsForResult(call=events.events[cut].id)
    covered = Covered(found.first, cut)
    return worth(moment, covered, rolling=False) or hidden_by(moment, covered)


def window_java(moment: Moment[HasWindow]) -> Chosen | Held:
    """The same window, not cut back, and without checking whether it is worth it."""
    return hidden_by(moment, _window(moment))


def _window(moment: Moment[HasWindow]) -> Covered:
    """The turns of the window before it is cut back; none if too few invocations are new."""
    new = new_invocations(moment)
    if not new:
        return Covered(0, 0)
    session, parameters, summary = moment.session, moment.parameters, moment.context.summary
    # Events before the overlap cannot be in the window, so they are not listed.
    first = session.unpinned_before(session.openings[max(0, min(new) - parameters.overlap)])
    events = stream(session).events[first : session.unpinned_before(moment.context.arrived)]
    log = (*((record(summary),) if summary else ()), *events)
    found = invocation_window(log, parameters.interval, parameters.overlap)
    if not found:
        return Covered(0, 0)
    start = session.unpinned_before(session.position[found[0].id])
    return Covered(start, start + len(found))
