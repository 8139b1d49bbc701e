"""Computes the lanes of the chart: one for each turn, or in a long session one for each kind, drawn as how many turns it holds.

The horizontal axis is in seconds. The vertical axis counts lanes from the top: lane k reaches from k to k + 1.
"""

from __future__ import annotations

from sim import describe
from sim.replay import Departure, Replay

from .by_kind import KINDS, LANES, kind_of, steps, tallies
from .chart import Columns

ROOM = 10  # the most characters of a name
FULL = 0.85  # the height of a lane's area when the lane holds the most turns, as a share of the lane


def merged(replay: Replay) -> bool:
    """Whether the turns are too many for a lane each."""
    return len(replay.fixture.turns) > LANES


def names(replay: Replay) -> list[str]:
    """What the lanes are called, from the top: the turns' ids, or the kinds that occur."""
    if merged(replay):
        return list(most(replay))
    return [name if len(name) <= ROOM else f"{name[:ROOM]}…" for name in (life.id for life in replay.lives())]


def most(replay: Replay) -> dict[str, int]:
    """For each kind that occurs, in the order of the lanes, the most turns that it ever holds at once."""
    found = dict.fromkeys((*KINDS, "summary"), 0)
    for _, turns, _ in tallies(replay):
        for kind, count in turns.items():
            found[kind] = max(found[kind], count)
    return {kind: count for kind, count in found.items() if count}


def lives(replay: Replay) -> Columns:
    """One bar for each turn, from its arrival until it left or until the end, in seconds: in its own lane or in its kind's."""
    spans, together = replay.lives(), merged(replay)
    kinds = [kind_of(turn) for turn, _ in zip(replay.fixture.turns, spans)]
    lane_of = {kind: number for number, kind in enumerate(names(replay))} if together else {}
    # A turn that was never in the context has a kind that may have no lane; its bar has no length either.
    lanes = [lane_of.get(kind, 0) if together else number for number, kind in enumerate(kinds)]
    half = 0.15 if together else 0.275
    return {
        "id": [life.id for life in spans],
        "left": [life.arrived for life in spans],
        "right": [replay.fixture.duration if life.departed_at is None else life.departed_at for life in spans],
        "top": [lane + 0.5 - half for lane in lanes],
        "bottom": [lane + 0.5 + half for lane in lanes],
        "kind": list(kinds),
    }


def areas(replay: Replay) -> Columns:
    """In a long session, how many turns each kind holds over time: one block for as long as that is the same. Else nothing.

    Each lane has its own scale: the most turns that it ever holds fill it. A lane that holds no turn has no block.
    """
    found: list[tuple[float, float, float, float, str]] = []
    if merged(replay):
        shown = steps(replay)
        for lane, (kind, limit) in enumerate(most(replay).items()):
            for step in shown:
                count, bottom = step.turns[kind], lane + 0.95
                block = (step.left, step.right, bottom - FULL * count / limit, bottom, kind)
                if found and found[-1][2:] == block[2:]:
                    block = (found.pop()[0], *block[1:])
                found.append(block)
        found = [block for block in found if block[2] < block[3]]
    columns = list(zip(*found)) or [()] * 5
    return {name: list(column) for name, column in zip(("left", "right", "top", "bottom", "kind"), columns)}


def labels(replay: Replay) -> Columns:
    """In a long session, what stands in each lane, at the height of its upper part: its kind and the most that it holds."""
    told = most(replay) if merged(replay) else {}
    return {
        "y": [lane + 0.45 for lane in range(len(told))],
        "text": [describe.pictures.lane(kind, count) for kind, count in told.items()],
    }


def ends(replay: Replay) -> Columns:
    """One mark for each turn that left, in its lane; none in a long session, whose areas fall instead."""
    gone: list[tuple[float, float, Departure | None]] = [
        (number + 0.5, life.departed_at, life.how)
        for number, life in enumerate(replay.lives())
        if life.departed_at is not None and life.how != "elsewhere" and not merged(replay)
    ]
    return {
        "x": [left for _, left, _ in gone],
        "y": [lane for lane, _, _ in gone],
        "kind": ["folded" if how == "folded" else "evicted" for _, _, how in gone],
    }
