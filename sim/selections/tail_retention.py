"""ADK's tail retention: the newest events stay, what is older than them goes into the rolling summary."""

from __future__ import annotations

from sim.adk import java, token
from sim.adk.token import Selected
from sim.log import events, record
from sim.moment import Moment
from sim.selections.chosen import Chosen
from sim.selections.range import hidden_by
from sim.selections.worth import worth


def tail_retention(moment: Moment) -> Chosen | None:
    """All but the last `retention` events, with pairs whole, and only if a summary could pay for itself."""
    return worth(moment, _chosen(moment, token.token_selection(_log(moment), moment.settings["retention"])))


def tail_retention_java(moment: Moment) -> Chosen | None:
    """All but the last `retention`, the previous summary among those counted, whatever is parted."""
    return _chosen(moment, java.token_selection(_log(moment), moment.settings["retention"]))


def _log(moment: Moment) -> tuple:
    """The standing summaries, and the events that they hide not or only by a tie; the rest could not be chosen."""
    context, session = moment.context, moment.session
    later = context.summaries[-1].stop if context.summaries else 0
    positions = {*context.loose, *session.loose[later : session.loose_before(context.arrived)]}
    return (*map(record, context.summaries), *events(session, sorted(positions)))


def _chosen(moment: Moment, selected: Selected) -> Chosen | None:
    return hidden_by(moment, selected.start, selected.events) if selected else None
