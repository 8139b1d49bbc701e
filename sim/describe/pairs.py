"""What a provider would reject in a context, in words: calls and results that were separated, and who speaks."""

from __future__ import annotations

from collections.abc import Sequence

from sim.prompt.faults import Fault


def fault(fault: Fault) -> str:
    """One thing that a provider rejects."""
    match fault.kind:
        case "lost_call":
            return f"A provider rejects this prompt: {fault.turn} is a result, and its call {fault.partner} has left."
        case "lost_result":
            return f"A provider rejects this prompt: {fault.turn} is a call, and its result {fault.partner} has left."
        case "unanswered":
            return f"A provider rejects this prompt: the call {fault.turn} was never answered, and the talk went on."
        case "no_user":
            return f"A provider rejects this prompt: no user's turn is left in it; {fault.turn} was the last one."
        case "answer_first":
            return f"Some providers reject this prompt: after the instructions, it begins with the agent's answer {fault.turn}."


def faults(faults: Sequence[Fault]) -> tuple[str, ...]:
    """Everything that a provider rejects, one line for each; empty if the prompt can be sent."""
    return tuple(map(fault, faults))
