"""ADK's sliding window: the new invocations, and some before them a second time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sim.adk import java, sliding
from sim.adk.event import Event
from sim.log import events, record
from sim.moment import Moment
from sim.selections.chosen import Chosen
from sim.selections.range import hidden_by
from sim.selections.worth import worth
from sim.triggers.invocations import new_invocations

Select = Callable[[Sequence[Event], int, int], tuple[Event, ...]]


def window(moment: Moment) -> Chosen | None:
    """From `overlap` invocations before the first new one to the last, cut back to whole pairs, if it is worth it."""
    return worth(moment, _window(moment, sliding.sliding_selection))


def window_java(moment: Moment) -> Chosen | None:
    """The same window, not cut back, and whatever it is worth."""
    return _window(moment, java.sliding_selection)


def _window(moment: Moment, select: Select) -> Chosen | None:
    new = new_invocations(moment)
    if not new:
        return None
    session, settings = moment.session, moment.settings
    # What is older than the overlap can be no part of the window.
    first = session.openings[max(0, min(new) - settings["overlap"])]
    loose = session.loose[session.loose_before(first) : session.loose_before(moment.context.arrived)]
    log = (*map(record, moment.context.summaries[-1:]), *events(session, loose))
    chosen = select(log, settings["interval"], settings["overlap"])
    return hidden_by(moment, chosen[0].timestamp, chosen) if chosen else None
