"""Calls and results that were parted, as a provider would complain of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.faults import Fault


def fault(fault: Fault) -> str:
    """One thing that a provider rejects."""
    match fault.kind:
        case "lost_call":
            return f"A provider rejects this prompt: {fault.turn} is a result, and its call {fault.partner} has left."
        case "lost_result":
            return f"A provider rejects this prompt: {fault.turn} is a call, and its result {fault.partner} has left."
        case "unanswered":
            return f"A provider rejects this prompt: the call {fault.turn} was never answered, and the talk went on."


def faults(faults: Sequence[Fault]) -> tuple[str, ...]:
    """All of them, a line each; none if the prompt can be sent."""
    return tuple(map(fault, faults))
