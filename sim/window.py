"""The window as a budget of four lines, and what a prompt is made of.

Compaction is the last of the means. What is fixed is paid in every prompt, a loop of tools pays for the history
once a step, and a result that was never let in needs no summary.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.fixture import Kind, Turn
from sim.replay import Frame, Replay
from sim.summary import Summary

Part = Kind | Literal["summary"]
Way = Literal["untrimmed", "trimmed", "artifact", "state"]


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """The four lines in teaching tokens, and the `budget` that they share.

    `fixed` is instructions and tool declarations, `current` the turns of the newest invocation, `history`
    everything else, summaries included, and `reserve` what is kept free for the answer. `alert`
    is the share of the budget from which the prompt counts as filling it up.
    """

    fixed: int
    history: int
    current: int
    reserve: int
    budget: int
    alert: float

    @property
    def used(self) -> int:
        """What the prompt weighs."""
        return self.fixed + self.history + self.current

    @property
    def free(self) -> int:
        """What is left beside the prompt and the reserve; negative if they overlap."""
        return self.budget - self.used - self.reserve

    @property
    def share(self) -> float:
        """The part of the budget that the prompt takes, 1 for all of it."""
        return self.used / self.budget

    @property
    def alarming(self) -> bool:
        """Whether the prompt has reached the alert share."""
        return self.share >= self.alert


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """What the newest invocation has read so far: `tokens` in `steps` prompts, of which `history` was there before it."""

    steps: int
    tokens: int
    history: int


class Saving(msgspec.Struct, frozen=True, kw_only=True):
    """A way to keep tools' results: what they would weigh in the context, and what all of it would weigh then."""

    way: Way
    results: int
    context: int


def window(frame: Frame) -> Window:
    """The four lines of a frame's context."""
    session, context = frame.context.session, frame.context
    newest = session.invocations[context.arrived - 1] if context.arrived else None
    fixed = current = 0
    for turn in context.turns:
        if turn.sort in ("instruction", "declaration"):
            fixed += turn.tokens
        elif session.invocations[session.position[turn.id]] == newest:
            current += turn.tokens
    return Window(
        fixed=fixed,
        history=context.tokens - fixed - current,
        current=current,
        reserve=frame.fixture.reserve,
        budget=frame.settings.budget,
        alert=frame.fixture.alert,
    )


def kinds(frame: Frame) -> tuple[tuple[Part, int], ...]:
    """The tokens of the context by kind, largest first, equal ones in reading order."""
    found: dict[Part, int] = {}
    for item in frame.context.items():
        kind: Part = "summary" if isinstance(item, Summary) else item.sort
        found[kind] = found.get(kind, 0) + item.tokens
    return tuple(sorted(found.items(), key=lambda entry: -entry[1]))


def cost(replay: Replay, index: int) -> Cost:
    """What the invocation of frame number `index` has read up to it: one prompt for each assistant's turn."""
    frames, session = replay.frames, replay.frames[0].context.session
    first = index
    while first > 1 and session.invocations[first - 2] == session.invocations[index - 1]:
        first -= 1
    steps = tokens = history = 0
    for k in range(max(first, 1), index + 1):
        if session.turns[k - 1].role == "assistant":
            prompt = frames[k - 1]
            steps, tokens = steps + 1, tokens + prompt.tokens
            history += window(prompt).history if k > first else prompt.tokens - window(prompt).fixed
    return Cost(steps=steps, tokens=tokens, history=history)


def savings(frame: Frame) -> tuple[Saving, ...]:
    """What the results in the context would weigh by each way that the lesson knows for any of them.

    A result for which a way is not known counts as it is. Nothing is taken out of the replay for this: it is
    the arithmetic that comes before any summary.
    """
    results = [turn for turn in frame.context.turns if turn.sort == "result"]
    now = sum(turn.tokens for turn in results)
    ways: tuple[Way, ...] = ("untrimmed", "trimmed", "artifact", "state")
    found = []
    for way in ways:
        if any(_kept(turn, way) is not None for turn in results):
            weight = sum(turn.tokens if (kept := _kept(turn, way)) is None else kept for turn in results)
            found.append(Saving(way=way, results=weight, context=frame.tokens - now + weight))
    return tuple(found)


def _kept(turn: Turn, way: Way) -> int | None:
    """What the result weighs that way; None if the lesson does not say."""
    match way:
        case "untrimmed":
            return turn.untrimmed
        case "trimmed":
            return None if turn.untrimmed is None else turn.tokens
        case _:
            return turn.otherwise.get(way)
