"""A long session by kinds: how many turns of each kind the context holds over time, and what they weigh.

A session of hundreds of turns has no room for a lane and a block each. What leaves and what stays can still be seen by kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from sim.lesson.turn import Turn
from sim.replay import Frame, Replay
from sim.state.context import Summary

LANES = 24  # turns; with more, a lane is thinner than three pixels
STACKED = 120  # turns; blocks of more turns than that are thinner than the lines between them
BLOCKS = 600  # more blocks than that are a mosaic in which nothing can be found
DRAWN = 5_000  # turns; a longer session is not drawn, because that would keep the page waiting
STEPS = 240  # moments at most at which a long session is drawn; a step is then about three pixels wide
KINDS = ("pinned", "backed", "recorded", "mentioned", "plain")
SUMMARIES = ("backed", "recorded", "summary")


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """What the context holds for a while, by kinds.

    - `left`, `right`: from when to when, in seconds.
    - `turns`: for each kind, how many turns are retained; for "summary", how many turns the summaries stand for.
    - `tokens`: for each kind, what its retained turns weigh, in teaching tokens.
    - `summaries`: what the summaries weigh, in teaching tokens: "backed" those that carry evidence, "recorded" those that
      carry only records, "summary" the others.
    """

    left: float
    right: float
    turns: dict[str, int]
    tokens: dict[str, int]
    summaries: dict[str, int]


def kind_of(item: Turn | Summary) -> str:
    """The kind of an item, as the legend says: one that is pinned and proves something is "pinned"."""
    if isinstance(item, Summary):
        said = item.said
        return "backed" if said.carries else "recorded" if said.records else "summary"
    if item.pinned:
        return "pinned"
    return "backed" if item.evidence else "recorded" if item.records else "mentioned" if item.mentions else "plain"


def steps(replay: Replay) -> tuple[Step, ...]:
    """What the context holds over time, in order and without gaps; of a long session only some moments."""
    shown = list(_shown(replay))
    ends = [frame.seconds for frame, _, _ in shown[1:]] + [replay.fixture.duration]
    return tuple(
        Step(left=frame.seconds, right=end, turns=turns, tokens=tokens, summaries=_summaries(frame))
        for (frame, turns, tokens), end in zip(shown, ends)
        if end > frame.seconds
    )


def _shown(replay: Replay) -> Iterator[tuple[Frame, dict[str, int], dict[str, int]]]:
    """The frames that are drawn, each with the turns and the weights by kinds: the first frame of each step of time."""
    every, last = len(replay.frames) <= STEPS, -1
    for frame, turns, tokens in tallies(replay):
        step = int(frame.seconds / replay.fixture.duration * STEPS)
        if every or step > last:
            yield frame, dict(turns), dict(tokens)
        last = step


def tallies(replay: Replay) -> Iterator[tuple[Frame, dict[str, int], dict[str, int]]]:
    """Each frame with its turns and their weights by kinds, as `Step` has them. The same two dicts, which change."""
    session = replay.frames[0].context.session
    turns: dict[str, int] = dict.fromkeys((*KINDS, "summary"), 0)
    tokens: dict[str, int] = dict.fromkeys(KINDS, 0)

    def count(turn: Turn, by: int) -> None:
        turns[kind_of(turn)] += by
        tokens[kind_of(turn)] += by * turn.tokens

    for frame in replay.frames:
        if frame.arrived and frame.index - 1 not in session.apart:
            count(frame.arrived, 1)
        for operation in frame.operations:
            for name in operation.turns:
                count(session.turns[session.position[name]], -1)
            if operation.into:
                turns["summary"] += len(operation.turns)
        yield frame, turns, tokens


def _summaries(frame: Frame) -> dict[str, int]:
    weights: Counter[str] = Counter()
    for summary in frame.context.summaries:
        weights[kind_of(summary)] += summary.tokens
    return {kind: weights[kind] for kind in SUMMARIES}
