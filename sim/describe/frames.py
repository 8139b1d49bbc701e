"""One moment of a replay: where it is, what arrived, and what the policy did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.checks import SUMMARY_ID
from sim.describe import words

if TYPE_CHECKING:
    from sim.context import Summary
    from sim.fixture import Turn
    from sim.operations import Operation
    from sim.replay import Frame, Life, Replay

_DONE = {"evict": "evicted", "summarize": "folded into {}", "fold": "folded into {}"}


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
            return f"folded into {SUMMARY_ID}{when}"


def summary(summary: Summary) -> str:
    """What a summary says for itself: what it covers, and what evidence it carries."""
    covers = f"The summary {summary.id} covers {words.names(summary.covers)}"
    sources = tuple(dict.fromkeys(source for ids in summary.carries.values() for source in ids))
    if sources:
        return f"{covers} and carries the evidence of {words.names(sources)}."
    return f"{covers} and carries no evidence."


def _acted(frame: Frame) -> str:
    """The steps as one; a turn that could never fit is named with the reason."""
    said = _step(frame.operations)
    last = frame.operations[-1]
    if frame.arrived and last.turns == (frame.arrived.id,):
        said += f" {last.reason}"
    return said


def _step(steps: list[Operation] | tuple[Operation, ...]) -> str:
    ids = [turn for step in steps for turn in step.turns]
    done = _DONE[steps[0].kind].format(steps[0].into)
    were = "was" if len(ids) == 1 else "were"
    return f"{words.names(ids)} {were} {done}: {words.tokens(steps[0].before)} before, {steps[-1].after} after."
