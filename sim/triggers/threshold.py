"""Tokens at a threshold: a share of the budget or a figure, read from the last count and so one call late."""

from __future__ import annotations

from sim.counting import last_count
from sim.describe import reasons
from sim.moment import Moment
from sim.triggers import Trigger


def at_or_over(name: str) -> Trigger:
    """The last count is the parameter's figure or more."""

    def trigger(moment: Moment) -> str | None:
        count = last_count(moment.context, moment.settings["counts"])
        limit = moment.tokens(moment.settings[name])
        return reasons.at_or_over(count, limit) if count and count.tokens >= limit else None

    return trigger


def over(name: str) -> Trigger:
    """The last count, were it from before a compaction, is more than the parameter's figure."""

    def trigger(moment: Moment) -> str | None:
        count = last_count(moment.context, moment.settings["counts"], even_older=True)
        limit = moment.tokens(moment.settings[name])
        return reasons.strictly_over(count, limit) if count and count.tokens > limit else None

    return trigger
