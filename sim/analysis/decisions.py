"""The log of a policy's decisions: each time that it looked, what every part of its trigger found, and what was done.

A frame keeps only what was done and the last reason against more. The log asks again at the same moments, for the arrivals
that somebody looks at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import msgspec

from sim.policies.check import Check
from sim.policies.registry import POLICIES
from sim.prompt.prompts import prompt
from sim.replay import Frame, Replay

Outcome = Literal["skip", "nothing-may-leave", "act", "wait", "fail", "comes"]


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """What a policy decided at one arrival.

    - `frame`: the frame after the arrival, which holds what was done.
    - `checks`: each time that the policy looked, in order; empty: it did not look, because a late summary came.
    """

    frame: Frame
    checks: tuple[Check, ...]

    @property
    def outcome(self) -> Outcome:
        """What it came to.

        "skip": the trigger did not hold. "nothing-may-leave": it held, and no turn might leave. "act": turns left. "wait":
        a summary was asked for and is late. "fail": no summary came of it. "comes": a late summary came, and nothing was
        looked at.
        """
        if not self.checks:
            return "comes"
        if not any(check.fired for check in self.checks):
            return "skip"
        if not any(check.conclusion is None for check in self.checks):
            return "nothing-may-leave"
        if any(step.turns for step in self.frame.operations if step.kind != "hide"):
            return "act"
        return "wait" if self.frame.context.pending else "fail"


def decisions(replay: Replay, until: int | None = None) -> Iterator[Decision]:
    """The decisions in order, up to the arrival of number `until`; None: all."""
    last = len(replay.frames) - 1 if until is None else until
    return (decision(replay, index) for index in range(1, last + 1))


def newest(replay: Replay, until: int, most: int) -> tuple[Decision, ...]:
    """The last `most` decisions up to the arrival of number `until`, the newest first. They are remembered."""
    known = _remembered(replay)
    wanted = range(until, max(0, until - most), -1)
    for index in wanted:
        if index not in known:
            known[index] = decision(replay, index)
    return tuple(known[index] for index in wanted)


@lru_cache(maxsize=4)
def _remembered(replay: Replay) -> dict[int, Decision]:
    """The decisions of a replay that somebody has looked at, by the number of the arrival."""
    return {}


def decision(replay: Replay, index: int) -> Decision:
    """The decision at the arrival of that number, from 1."""
    before, frame = replay.frames[index - 1], replay.frames[index]
    turn = replay.fixture.turns[index - 1]
    read = prompt(before.context, turn).tokens if turn.role == "assistant" else 0
    checks = POLICIES[replay.settings.policy].checks(before.context, turn, replay.settings, read)
    return Decision(frame=frame, checks=checks)
