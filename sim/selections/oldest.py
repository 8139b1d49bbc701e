"""The oldest: one turn at a time until the rest fits, or one with what belongs to it."""

from __future__ import annotations

from sim.moment import Moment
from sim.pairs import whole
from sim.selections.chosen import Chosen


def oldest(moment: Moment) -> Chosen | None:
    """The earliest unpinned turn; with `pairs` "whole", the earliest whose calls and results are all there, with them."""
    context, partners = moment.context, moment.session.partners
    if moment.settings["pairs"] == "split" or not partners:
        return Chosen.of((moment.session.position[context.earliest.id],)) if context.earliest else None
    for position in context.loose:
        # A call whose result is yet to come stays for it.
        if max(group := whole([position], partners)) < context.arrived:
            return Chosen.of(tuple(sorted(k for k in group if context.retains(k))))
    return None
