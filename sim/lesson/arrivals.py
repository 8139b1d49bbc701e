"""When the turns of a lesson arrive, and what is stamped on them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from sim.lesson.turn import Turn


def arrivals(turns: Sequence[Turn], duration: float) -> tuple[float, ...]:
    """When each turn arrives, in seconds: its own `at`, or an even share of the lesson's duration."""
    share = len(turns)
    return tuple(
        # Rounding can put the last even share just past the end.
        min(k * duration / share, duration) if turn.at is None else turn.at
        for k, turn in enumerate(turns, 1)
    )


def timestamps(turns: Sequence[Turn], arrived: Sequence[float]) -> tuple[float, ...]:
    """The stamp of each turn, in seconds: its own timestamp, or else its time of arrival.

    A turn that was written again after a compaction keeps its old stamp but takes a new place in the session. So
    a stamp that is smaller than one before it counts as the largest one before it.
    """
    stamps = (at if turn.timestamp is None else turn.timestamp for turn, at in zip(turns, arrived))
    return tuple(accumulate(stamps, max))
