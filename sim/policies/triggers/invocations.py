"""After a number of invocations: the user's requests are counted, and not the turns of the tools in between."""

from __future__ import annotations

from sim.policies.moment import Moment
from sim.policies.shared import HasWindow
from sim.state.reasons import NewInvocations, NotDue


def invocations(moment: Moment[HasWindow]) -> NewInvocations | NotDue:
    """Holds if at least `interval` invocations have an event that is later than the last summary's end."""
    number = len(new_invocations(moment))
    interval = moment.parameters.interval
    if number < interval:
        return NotDue(since=number, every=interval, unit="invocation")
    return NewInvocations(number=number, interval=interval)


def new_invocations(moment: Moment[object]) -> frozenset[int]:
    """The numbers of the invocations that are new since the last summary."""
    session, summary = moment.session, moment.context.summary
    first = session.unpinned_after(summary.last_timestamp) if summary else 0
    positions = session.unpinned[first : session.unpinned_before(moment.context.arrived)]
    return frozenset(session.invocations[k] for k in positions)
