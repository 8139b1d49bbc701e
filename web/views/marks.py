"""Computes the marks in the chart: when the budget overflowed, what the policy did then, and which calls would fail.

The horizontal axis is in seconds, and the vertical axis in teaching tokens.
"""

from __future__ import annotations

from sim.analysis.compactions import compacts, removes
from sim.analysis.failed_calls import calls
from sim.replay import Replay

from .chart import Columns, height

APART = 1 / 40  # of the duration; of marks of one kind that are closer than that only the first is drawn
HALF = 0.05  # of the chart's height: about half a mark


def marks(replay: Replay) -> Columns:
    """The marks, by kinds as the legend has them, each kind in order of time.

    An overflow stands on the context's weight before the policy acted, what the policy did hangs from the weight after it, and a
    failed call is above everything. So marks of one arrival do not cover each other.
    """
    frames, budget = replay.frames, replay.settings.budget
    top, half = 0.95 * height(replay), HALF * height(replay)
    found: dict[str, list[tuple[float, float]]] = {
        "overflow": [(frame.seconds, frame.before + half) for frame in frames if frame.before > budget],
        "evicted": [(frame.seconds, max(0, frame.tokens - half)) for frame in frames if removes(frame)],
        "folded": [(frame.seconds, max(0, frame.tokens - half)) for frame in frames if compacts(frame)],
        "failed": [(call.seconds, top) for call in calls(replay).failed],
    }
    drawn = [(x, y, kind) for kind, places in found.items() for x, y in _apart(places, replay.fixture.duration * APART)]
    return {
        "x": [x for x, _, _ in drawn],
        "y": [y for _, y, _ in drawn],
        "kind": [kind for _, _, kind in drawn],
    }


def _apart(places: list[tuple[float, float]], gap: float) -> list[tuple[float, float]]:
    """The places that are at least that far from the one before that is drawn."""
    kept: list[tuple[float, float]] = []
    for place in places:
        if not kept or place[0] - kept[-1][0] >= gap:
            kept.append(place)
    return kept
