"""The window as a budget of four lines, and what a prompt consists of.

There are other ways to save than compaction. The fixed part is paid in every prompt, an agent that uses tools pays for
the history at every step, and a result that never enters the context needs no summary.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.lesson.fixture import Fixture
from sim.lesson.turn import Turn, TurnKind
from sim.replay import Frame, Replay
from sim.state.summary import Summary

Part = TurnKind | Literal["summary"]
Way = Literal["untrimmed", "trimmed", "artifact", "state"]


class TokenBudget(msgspec.Struct, frozen=True, kw_only=True):
    """The four lines of the window and the budget that they share.

    - `fixed`: the weight of instructions and tool declarations, in teaching tokens.
    - `history`: the weight of everything else in the context, including summaries, in teaching tokens.
    - `current`: the weight of the turns of the newest invocation, in teaching tokens.
    - `reserve`: what is kept free for the answer, in teaching tokens; 0: nothing.
    - `budget`: the most that the context may hold, in teaching tokens.
    - `alert`: from which part of the budget on the window counts as filling up; a share of 0 to 1.
    """

    fixed: int
    history: int
    current: int
    reserve: int
    budget: int
    alert: float

    @property
    def used(self) -> int:
        """What the prompt weighs, in teaching tokens."""
        return self.fixed + self.history + self.current

    @property
    def free(self) -> int:
        """What is left after the prompt and the reserve, in teaching tokens; negative if they need more than the budget."""
        return self.budget - self.used - self.reserve

    @property
    def share(self) -> float:
        """The share of the budget that the prompt takes: 1 is all of it, and it may be more."""
        return self.used / self.budget

    @property
    def alarming(self) -> bool:
        """Whether the prompt has reached the alert share."""
        return self.share >= self.alert


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """What the newest invocation has read so far.

    - `steps`: how many prompts it has read.
    - `tokens`: what they weigh together, in teaching tokens.
    - `history`: the part of them that is older than the invocation, in teaching tokens, without what every prompt repeats.
    """

    steps: int
    tokens: int
    history: int


class Saving(msgspec.Struct, frozen=True, kw_only=True):
    """A way to keep the results of tools.

    - `way`: "untrimmed": whole; "trimmed": as they are; "artifact" or "state": kept there instead of in the history.
    - `results`: what the results in the context would weigh, in teaching tokens.
    - `context`: what the whole context would weigh, in teaching tokens.
    """

    way: Way
    results: int
    context: int


def has_lines(fixture: Fixture) -> bool:
    """Whether the lesson has a reserve, or turns other than instructions and messages, so that the lines are worth showing."""
    return bool(fixture.reserve) or any(turn.effective_kind not in ("instruction", "message") for turn in fixture.turns)


def token_budget(frame: Frame) -> TokenBudget:
    """The four lines of a frame's context."""
    session, context = frame.context.session, frame.context
    newest = session.invocations[context.arrived - 1] if context.arrived else None
    fixed = current = 0
    for turn in context.turns:
        if turn.fixed:
            fixed += turn.tokens
        elif session.invocations[session.position[turn.id]] == newest:
            current += turn.tokens
    return TokenBudget(
        fixed=fixed,
        history=context.tokens - fixed - current,
        current=current,
        reserve=frame.fixture.reserve,
        budget=frame.settings.budget,
        alert=frame.fixture.alert,
    )


def kinds(frame: Frame) -> tuple[tuple[Part, int], ...]:
    """The weight of the context by kind, in teaching tokens, largest first; equal ones in reading order."""
    found: dict[Part, int] = {}
    for item in frame.context.items():
        kind: Part = "summary" if isinstance(item, Summary) else item.effective_kind
        found[kind] = found.get(kind, 0) + item.tokens
    return tuple(sorted(found.items(), key=lambda entry: -entry[1]))


def cost(replay: Replay, index: int) -> Cost:
    """What the invocation of frame number `index` has read up to that frame; each call counts what its own agent read."""
    if not index:
        return Cost(steps=0, tokens=0, history=0)
    session = replay.frames[0].context.session
    began, now = replay.frames[session.began[index - 1]], replay.frames[index]
    return Cost(
        steps=now.prompts_read.calls - began.prompts_read.calls,
        tokens=now.read - began.read,
        history=now.prompts_read.history - began.prompts_read.history,
    )


def savings(frame: Frame) -> tuple[Saving, ...]:
    """What the results in the context would weigh in each way for which the lesson gives a weight of at least one of them.

    A result without a weight for a way counts as it is. This is only arithmetic on the context; nothing is replayed.
    """
    results = [turn for turn in frame.context.turns if turn.effective_kind == "result"]
    now = sum(turn.tokens for turn in results)
    ways: tuple[Way, ...] = ("untrimmed", "trimmed", "artifact", "state")
    found = []
    for way in ways:
        if any(_kept(turn, way) is not None for turn in results):
            weight = sum(turn.tokens if (kept := _kept(turn, way)) is None else kept for turn in results)
            found.append(Saving(way=way, results=weight, context=frame.tokens - now + weight))
    return tuple(found)


def _kept(turn: Turn, way: Way) -> int | None:
    """What the result weighs in that way, in teaching tokens; None if the lesson does not say."""
    match way:
        case "untrimmed":
            return turn.untrimmed
        case "trimmed":
            return None if turn.untrimmed is None else turn.tokens
        case _:
            return turn.alternatives.get(way)
