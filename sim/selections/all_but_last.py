"""All but the last n: a tail is kept word for word, and everything before it goes at once."""

from __future__ import annotations

from collections.abc import Sequence

from sim.moment import Moment
from sim.selections.chosen import Chosen


def all_but_last(moment: Moment) -> Chosen | None:
    """The unpinned turns but for the last `retention`; with `pairs` "whole" the cut moves up until it parts no pair."""
    loose, retention = moment.context.loose, moment.settings["retention"]
    cut = max(0, len(loose) - retention)
    if moment.settings["pairs"] == "whole":
        cut = _uncrossed(loose, cut, moment.session.partners)
    return Chosen.of(loose[:cut]) if cut else None


def _uncrossed(positions: Sequence[int], cut: int, partners: dict[int, tuple[int, ...]]) -> int:
    """The largest cut, no later than that one, with both ends of every pair on one side of it."""
    best, reach = 0, -1
    for k in range(cut):
        reach = max(reach, *partners.get(positions[k], (-1,)))
        if reach <= positions[k]:
            best = k + 1
    return best
