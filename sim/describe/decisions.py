"""The log of decisions in words: each time that the policy looked, what every part of its trigger found, and what was done."""

from __future__ import annotations

from typing import Final

from sim.analysis.decisions import Decision, Outcome
from sim.describe import words
from sim.describe.frames import done
from sim.describe.reasons import clause, why_held
from sim.policies.check import Check
from sim.policies.triggers.trigger import Finding
from sim.state import reasons

HEADING: Final = "Decision log"
OUTCOMES: dict[Outcome, str] = {
    "skip": "skip",
    "nothing-may-leave": "due, but nothing may leave",
    "act": "acts",
    "wait": "asks for a summary, which is late",
    "fail": "acts, and no summary comes of it",
    "comes": "the late summary comes",
}


def hint(count: int, most: int) -> str:
    """How many decisions there are, and how many of them are shown."""
    if not count:
        return "Nothing has arrived, so nothing was decided."
    shown = f" The newest {most} are shown; the command line and the export have all." if count > most else ""
    return f"Every arrival, what each part of the trigger found there, and what was done, the newest first.{shown}"


def heading(decision: Decision) -> str:
    """ "T12 at 36 seconds: skip"."""
    frame = decision.frame
    assert frame.arrived  # a decision is about an arrival
    return f"{frame.arrived.id} at {words.seconds(frame.seconds)}: {OUTCOMES[decision.outcome]}"


def lines(decision: Decision) -> tuple[str, ...]:
    """What each part found each time that the policy looked, and then what was done; each a sentence."""
    said = [line for check in decision.checks for line in _found(check)]
    if did := done(decision.frame):
        said.append(f"Done: {did}")
    return tuple(said)


def finding(found: Finding) -> str:
    """What one part of a trigger found: "Held: the context fits.", "Fired: 29 is over the budget of 24."."""
    if isinstance(found, reasons.Held):
        return f"Held: {why_held(found)}."
    return f"Fired: {clause(found)}."


def _found(check: Check) -> tuple[str, ...]:
    parts = tuple(finding(one) for one in check.findings)
    return (*parts, f"Nothing may leave: {why_held(check.held)}.") if check.held else parts
