"""The window's four lines, what a prompt consists of, and what an invocation costs, in words."""

from __future__ import annotations

from collections.abc import Sequence

from sim.analysis.token_budget import Cost, Saving, TokenBudget
from sim.describe import words

KINDS = {
    "instruction": "instructions",
    "declaration": "tool declarations",
    "state": "state",
    "message": "messages",
    "call": "tool calls",
    "result": "tool results",
    "summary": "summaries",
}
LINES = {"fixed": "Fixed", "history": "History", "current": "Current turn", "reserve": "Reserve"}


def budget_lines(window: TokenBudget) -> str:
    """The four lines in one sentence, and whether the prompt has reached the alert."""
    lines = ", ".join(f"{LINES[name].lower()} {getattr(window, name)}" for name in LINES)
    left = f"{window.free} free" if window.free >= 0 else f"{-window.free} too many"
    full = f"{window.share:.0%} of {window.budget} is used"
    alert = f", at or over the alert at {window.alert:.0%}" if window.alarming else ""
    return f"{lines[0].upper()}{lines[1:]}, {left}: {full}{alert}."


def kinds(kinds: Sequence[tuple[str, int]]) -> str:
    """What the prompt consists of, largest part first."""
    if not kinds:
        return "The prompt is empty."
    return f"{', '.join(f'{KINDS[kind]} {tokens}' for kind, tokens in kinds)}.".capitalize()


def invocation_cost(cost: Cost) -> str:
    """What the newest invocation has read."""
    if not cost.steps:
        return "The model has not been called in this invocation yet."
    return (
        f"This invocation read {words.tokens(cost.tokens)} in {words.counted(cost.steps, 'prompt')}, "
        f"{cost.history} of them history."
    )


WAYS = {
    "untrimmed": "With the results whole",
    "trimmed": "With the results trimmed at the source",
    "artifact": "With the results in an artifact",
    "state": "With the results in structured state",
}


def saving(saving: Saving) -> str:
    """What the results and the context would weigh with one way of keeping results."""
    return f"{WAYS[saving.way]} they weigh {saving.results}, and the context {words.tokens(saving.context)}."
