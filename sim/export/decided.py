"""What a policy decided, and what it would decide next, as plain data."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from sim.analysis.decisions import Decision
from sim.analysis.upcoming import Distance, upcoming
from sim.describe.decisions import finding
from sim.describe.upcoming import leaving
from sim.policies.triggers.trigger import Finding
from sim.replay import Frame
from sim.state import reasons


def decision(found: Decision) -> dict[str, Any]:
    """A decision: its `outcome`, and for each of its `checks` what every part of the trigger found.

    A part has its name (`part`), whether it `fired`, and its `reason` in words. `held` says why nothing might leave although
    the trigger held; it is left out if something might.
    """
    checks = []
    for check in found.checks:
        entry: dict[str, Any] = {"found": [_part(one) for one in check.findings]}
        if check.held:
            entry["held"] = _part(check.held)
        checks.append(entry)
    return {"outcome": found.outcome, "checks": checks}


def next_of(frame: Frame) -> dict[str, Any] | None:
    """What would come next after a frame: the `parts` of the trigger, and what would leave; None before any arrival.

    A part is a distance (`unit`, `reached`, `needed`, `to_go`) or what it found. `tokens` and `saved` are in teaching tokens,
    and `reason` says the same in words, or why nothing can leave.
    """
    found = upcoming(frame)
    if found is None:
        return None
    return {
        "parts": [msgspec.to_builtins(part) if isinstance(part, Distance) else _part(part) for part in found.parts],
        "leaving": found.leaving,
        "tokens": found.tokens,
        "saved": found.saved,
        "reason": leaving(found),
    }


def _part(found: Finding) -> dict[str, Any]:
    name = re.sub(r"(?<!^)(?=[A-Z])", "-", type(found).__name__).lower()
    return {"part": name, "fired": isinstance(found, reasons.Trigger), "reason": finding(found)}
