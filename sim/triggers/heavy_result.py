"""A heavy tool's result: it acts at a lower share, because the next one may not fit any more."""

from __future__ import annotations

from sim.counting import last_count
from sim.describe import reasons
from sim.moment import Moment


def heavy_result(moment: Moment) -> str | None:
    """The newest turn is a tool's result of at least `heavy` tokens, and the last count is at `heavy_share`."""
    turn, settings = moment.turn, moment.settings
    if turn.sort != "result" or turn.tokens < moment.tokens(settings["heavy"]):
        return None
    count, limit = last_count(moment.context, settings["counts"]), moment.tokens(settings["heavy_share"])
    return reasons.heavy(turn, count, limit) if count and count.tokens >= limit else None
