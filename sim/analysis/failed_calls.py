"""Which calls of a model would fail: with an overfull prompt, one that a provider rejects, or one that cannot be sent.

A replay goes on after such a call as it was recorded, so that a learner sees what would have happened, and when.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from sim.prompt.resolved import fails
from sim.replay import Frame, Replay

Cause = Literal["over", "rejected", "unsent"]


class FailedCall(msgspec.Struct, frozen=True, kw_only=True):
    """One call that would fail.

    - `index`: the number of the arrival after which the model is called.
    - `seconds`: when that was, in seconds.
    - `answer`: the id of the turn that was recorded as the answer.
    - `causes`: why it fails, at least one: "over": the context is over the budget. "rejected": every provider rejects its
      form. "unsent": an instruction of the agent that is called lacks a value.
    """

    index: int
    seconds: float
    answer: str
    causes: tuple[Cause, ...]


class Calls(msgspec.Struct, frozen=True, kw_only=True):
    """The calls of a whole replay.

    - `count`: how many calls read this context; a call in another agent's own context is not one of them.
    - `failed`: those that would fail, in order; empty: none.
    """

    count: int
    failed: tuple[FailedCall, ...]


@lru_cache(maxsize=4)
def calls(replay: Replay) -> Calls:
    """The calls of the replay, and which of them would fail. They are remembered."""
    session = replay.frames[0].context.session
    made = [k for k, turn in enumerate(session.turns) if turn.role == "assistant" and k not in session.apart]
    frames = [replay.frames[k] for k in made]
    found = []
    for frame, position, rejected in zip(frames, made, _rejected(frames)):
        answer = session.turns[position]
        holds: dict[Cause, bool] = {
            "over": frame.over_budget,
            "rejected": rejected,
            "unsent": fails(frame.context, answer.by),
        }
        if causes := tuple(cause for cause, so in holds.items() if so):
            found.append(FailedCall(index=frame.index, seconds=frame.seconds, answer=answer.id, causes=causes))
    return Calls(count=len(made), failed=tuple(found))


def _rejected(frames: Sequence[Frame]) -> Iterator[bool]:
    """For each frame, in order, whether every provider rejects the form of its context.

    While nothing has left, a context that is rejected once is rejected from then on. So a long session in which nothing leaves
    needs only a few looks.
    """
    whole = bisect_left(frames, True, key=lambda frame: frame.context.ledger.differs_at >= 0)
    first = bisect_left(range(whole), True, key=lambda k: _certain(frames[k]))
    yield from (k >= first for k in range(whole))
    yield from (_certain(frame) for frame in frames[whole:])


def _certain(frame: Frame) -> bool:
    return any(fault.certain for fault in frame.faults)
