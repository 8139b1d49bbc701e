"""Every so many invocations: what a user asked is counted, and not what the tools did in between."""

from __future__ import annotations

from bisect import bisect_right

from sim.describe import reasons
from sim.moment import Moment


def invocations(moment: Moment) -> str | None:
    """`interval` invocations or more have an event later than the last summary's end."""
    number = len(new_invocations(moment))
    return reasons.invocations(number, moment.settings["interval"]) if number >= moment.settings["interval"] else None


def new_invocations(moment: Moment) -> frozenset[int]:
    """The numbers of the invocations that are new since the last summary."""
    session, summary = moment.session, moment.context.summary
    end = summary.last_timestamp if summary else 0.0
    first = bisect_right(session.timestamps, end, hi=moment.context.arrived) if summary else 0
    return frozenset(
        session.invocations[k] for k in range(first, moment.context.arrived) if not session.turns[k].pinned
    )
