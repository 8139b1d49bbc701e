"""One moment of a replay: where it is, what arrived, and what the policy did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from itertools import groupby

from sim.describe import words

if TYPE_CHECKING:
    from sim.context import Summary
    from sim.fixture import Turn
    from sim.operations import Operation
    from sim.replay import Frame, Life, Replay

_DONE = {"evict": "evicted", "summarize": "folded into {}", "fold": "folded into {}", "hide": "hidden"}


def position(frame: Frame, replay: Replay, seconds: float | None = None) -> str:
    """ "30 seconds, message 4 of 8"; `seconds` is the playhead if it is past the arrival."""
    now = frame.seconds if seconds is None else seconds
    return f"{words.seconds(now)}, message {frame.index} of {len(replay.fixture.turns)}"


def meter(frame: Frame, budget: int) -> str:
    """How full the context is: "21 of 24 teaching tokens"."""
    over = f", {frame.tokens - budget} over" if frame.tokens > budget else ""
    return f"{frame.tokens} of {words.tokens(budget)}{over}"


def operation(operation: Operation) -> str:
    """One step: T2 was evicted: 29 teaching tokens before, 21 after."""
    return _step([operation])


def operations(frame: Frame) -> str:
    """All that the policy did at this arrival, or why it did nothing."""
    if not frame.index:
        return "Nothing has arrived, so the policy has done nothing."
    if not frame.operations:
        return frame.over_budget or "The policy changed nothing: the context is within the budget."
    return " ".join(said for said in (_acted(frame), frame.over_budget) if said)


def arrival(frame: Frame) -> str:
    """What a live region says: the arrival, whether it overflowed, and what came of it."""
    turn, budget = frame.arrived, frame.settings.budget
    if turn is None:
        return f"Nothing has arrived yet. The context holds {meter(frame, budget)}."
    parts = [f"{turn.id} arrived from the {turn.role}, {words.tokens(turn.tokens)}."]
    if frame.before > budget:
        parts.append(f"The context overflowed: {frame.before} is over the budget of {budget}.")
    if frame.operations:
        parts.append(_acted(frame))
    if frame.over_budget:
        parts.append(f"It is still over the budget: {frame.over_budget}")
    if frame.before <= budget:
        parts.append(f"The context holds {meter(frame, budget)}.")
    return " ".join(parts)


def turn_state(frame: Frame, turn: Turn, life: Life | None = None) -> str:
    """Where a turn is now: "retained", "evicted", "folded into S" or "not yet arrived".

    With the turn's `life` it also says when the turn left: "evicted at 30 s".
    """
    when = f" at {words.number(life.left)} s" if life and life.left is not None else ""
    match frame.fate(turn.id):
        case "waiting":
            return "not yet arrived"
        case "retained":
            return "retained, pinned" if turn.pinned else "retained"
        case "evicted":
            return f"evicted{when}"
        case "folded":
            into = frame.context.covering(frame.context.session.position[turn.id])
            return f"folded into {into.id if into else 'a summary'}{when}"


def summary(summary: Summary) -> str:
    """What a summary says for itself: what it covers, and what evidence it carries."""
    again = f", written {words.counted(summary.generation, 'time')}," if summary.born and summary.generation > 1 else ""
    covers = f"The summary {summary.id}{again} covers {words.names(summary.covers)}"
    sources = tuple(dict.fromkeys(source for ids in summary.carries.values() for source in ids))
    if sources:
        return f"{covers} and carries the evidence of {words.names(sources)}."
    return f"{covers} and carries no evidence."


def _acted(frame: Frame) -> str:
    """The steps that are alike as one, each kind with its reason unless the budget says it.

    Under a local policy the overflow is the reason, and only a turn that could never fit is named with its own.
    """
    return " ".join(_told(frame, list(steps)) for _, steps in groupby(frame.operations, _kind))


def _kind(operation: Operation) -> tuple[str, str | None]:
    return ("" if operation.into else operation.kind), operation.into


def _told(frame: Frame, steps: list[Operation]) -> str:
    last = steps[-1]
    if not last.turns:
        return last.reason
    could_not_fit = frame.arrived is not None and last.turns == (frame.arrived.id,)
    if frame.settings.rule.local and last.kind != "hide" and not could_not_fit:
        return _step(steps)
    return f"{_step(steps)} {last.reason}"


def _step(steps: list[Operation] | tuple[Operation, ...]) -> str:
    if not steps[0].turns:
        return steps[0].reason
    ids = [turn for step in steps for turn in step.turns]
    done = _DONE[steps[0].kind].format(steps[0].into)
    were = "was" if len(ids) == 1 else "were"
    return f"{words.names(ids)} {were} {done}: {words.tokens(steps[0].before)} before, {steps[-1].after} after."
