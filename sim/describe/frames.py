"""One moment of a replay in words: where it is, what arrived, and what the policy did."""

from __future__ import annotations

from itertools import groupby

from sim.analysis.failed_calls import NONE_FAILED, Failures
from sim.describe import words
from sim.describe.failures import at_arrival
from sim.describe.reasons import reason, why_held
from sim.policies.registry import POLICIES
from sim.replay import Frame, Replay
from sim.state.context import Summary
from sim.state.operations import Operation

_DONE = {"evict": "evicted", "summarize": "folded into {}", "fold": "folded into {}", "hide": "hidden"}


def position(frame: Frame, replay: Replay, seconds: float | None = None) -> str:
    """ "30 seconds, message 4 of 8"; `seconds` is the playhead, or None for the moment of the arrival."""
    now = frame.seconds if seconds is None else seconds
    return f"{words.seconds(now)}, message {frame.index} of {len(replay.fixture.turns)}"


def meter(frame: Frame, budget: int) -> str:
    """How full the context is: "21 of 24 teaching tokens"."""
    over = f", {frame.tokens - budget} over" if frame.tokens > budget else ""
    return f"{frame.tokens} of {words.tokens(budget)}{over}"


def over_budget(frame: Frame) -> str | None:
    """Why the context is still over its budget after the policy acted; None if it is not."""
    if not frame.over_budget:
        return None
    context, budget = frame.context, frame.settings.budget
    if context.unpinned_count:
        left = f"The context weighs {context.tokens}, more than the budget of {budget}, and the policy left it so"
        return f"{left}: {why_held(frame.held)}." if frame.held else f"{left}."
    heavy_ones = [turn for turn in context.pinned if turn.tokens > budget]
    if heavy_ones:
        cause = (
            f"{heavy_ones[0].id} weighs {heavy_ones[0].tokens}, more than the whole budget of {budget}, and is pinned"
        )
    else:
        kept = "the pinned turns and the summary" if context.summary else "the pinned turns"
        cause = f"{kept} weigh {context.tokens}, more than the budget of {budget}"
    return f"{cause[0].upper()}{cause[1:]}, so nothing is left to remove."


def operation(operation: Operation) -> str:
    """One step: "T2 was evicted: 29 teaching tokens before, 21 after."; the reason if no turn left."""
    return _step([operation])


def operations(frame: Frame) -> str:
    """Everything that the policy did at this arrival, and why the context is over its budget if it is."""
    if not frame.index:
        return "Nothing has arrived, so the policy has done nothing."
    if not frame.operations:
        return over_budget(frame) or "The policy changed nothing: the context is within the budget."
    return " ".join(said for said in (_acted(frame), over_budget(frame)) if said)


def arrival(frame: Frame, failures: Failures = NONE_FAILED) -> str:
    """What a live region says: which turn arrived, whether the context overflowed, what the policy did, and what failed."""
    turn, budget = frame.arrived, frame.settings.budget
    if turn is None:
        return f"Nothing has arrived yet. The context holds {meter(frame, budget)}."
    parts = [f"{turn.id} arrived from the {words.speaker(turn)}, {words.tokens(turn.tokens)}."]
    if frame.before > budget:
        parts.append(f"The context overflowed: {frame.before} is over the budget of {budget}.")
    if frame.operations:
        parts.append(_acted(frame))
    if still := over_budget(frame):
        parts.append(f"It is still over the budget: {still}")
    if frame.before <= budget:
        parts.append(f"The context holds {meter(frame, budget)}.")
    return " ".join((*parts, *at_arrival(failures)))


def tells_reason(frame: Frame, operation: Operation) -> bool:
    """Whether the step's reason says more than that the context was over the budget.

    Under a local policy the overflow is always the reason, except for a hidden turn and for one that could never fit.
    """
    could_not_fit = frame.arrived is not None and operation.turns == (frame.arrived.id,)
    return not POLICIES[frame.settings.policy].budget_monotone or operation.kind == "hide" or could_not_fit


def summary(summary: Summary) -> str:
    """Which turns a summary covers, and what evidence and which records it carries."""
    again = f", written {words.counted(summary.generation, 'time')}," if summary.born and summary.generation > 1 else ""
    covers = f"The summary {summary.id}{again} covers {words.names(summary.covers)}"
    said = summary.said
    held = {
        "evidence": tuple(dict.fromkeys(turn for ids in said.carries.values() for turn in ids)),
        "record": tuple(dict.fromkeys(turn for ids in said.records.values() for turn in ids)),
    }
    if carried := [f"the {noun} of {words.names(turns)}" for noun, turns in held.items() if turns]:
        return f"{covers} and carries {' and '.join(carried)}."
    record = " and no record" if "tool" in summary.session.fixture.sources else ""
    return f"{covers} and carries no evidence{record}."


def left_now(frame: Frame) -> str:
    """Which turns left at this arrival, with their weights and what became of them; empty if none did.

    "T2 (8) and T3 (7) evicted; T4 (8) folded into S: 23 teaching tokens."
    """
    turns, position = frame.fixture.turns, frame.context.session.position
    parts, total = [], 0
    for departure, steps in groupby((one for one in frame.operations if one.turns), _departure):
        left = [turns[position[turn]] for step in steps for turn in step.turns]
        total += sum(turn.tokens for turn in left)
        parts.append(f"{words.names([f'{turn.id} ({turn.tokens})' for turn in left])} {departure}")
    return f"{'; '.join(parts)}: {words.tokens(total)}." if parts else ""


def _departure(operation: Operation) -> str:
    """What became of the turns of a step: "evicted", "hidden" or "folded into S"."""
    return _DONE[operation.kind].format(operation.into)


def _acted(frame: Frame) -> str:
    """The steps of the frame, with steps of the same kind as one, and with a reason if it is not only the budget."""
    return " ".join(_told(frame, list(steps)) for _, steps in groupby(frame.operations, _kind))


def _kind(operation: Operation) -> tuple[str, str | None]:
    return ("" if operation.into else operation.kind), operation.into


def _told(frame: Frame, steps: list[Operation]) -> str:
    last = steps[-1]
    if not last.turns:
        return reason(last.reason)
    return f"{_step(steps)} {reason(last.reason)}" if tells_reason(frame, last) else _step(steps)


def _step(steps: list[Operation] | tuple[Operation, ...]) -> str:
    if not steps[0].turns:
        return reason(steps[0].reason)
    ids = [turn for step in steps for turn in step.turns]
    done = _departure(steps[0])
    were = "was" if len(ids) == 1 else "were"
    before, after = steps[0].before, steps[-1].after
    grew = " The context grew: the summary weighs more than what it stands for." if after > before else ""
    return f"{words.names(ids)} {were} {done}: {words.tokens(before)} before, {after} after.{grew}"
