"""What comes next, in words: how far the trigger is, which turns would leave if it held now, and what that would save."""

from __future__ import annotations

from typing import Final

from sim.analysis.upcoming import Distance, Upcoming
from sim.describe import words
from sim.describe.reasons import clause, reason, why_held
from sim.state import reasons

HEADING: Final = "Next"
NOTHING: Final = "Nothing has arrived yet, so nothing can be said about what comes next."


def upcoming(found: Upcoming | None) -> tuple[str, ...]:
    """Two lines: how far the trigger is, and what would happen if it held now. One line before anything has arrived."""
    return (distances(found), leaving(found)) if found else (NOTHING,)


def distances(found: Upcoming) -> str:
    """How far each part of the trigger is: "Next: 410 of 480 teaching tokens counted, 70 to go; 27 of 30 turns, 3 to go."."""
    return f"{HEADING}: {'; '.join(map(_part, found.parts))}."


def leaving(found: Upcoming) -> str:
    """Which turns would leave if the trigger held now, and what that saves, or why nothing can leave."""
    if found.fails:
        return "If it acted now, the summarizer would fail, and nothing would leave."
    if not found.leaving:
        return f"If it acted now, nothing could leave: {_why(found.held)}."
    if found.asked:
        late = f"The summary that is late will stand for {words.names(found.leaving)}"
        return f"{late}, and the context would weigh {_change(found)}."
    return f"If it acted now, {words.names(found.leaving)} would leave, and the context would weigh {_change(found)}."


def _change(found: Upcoming) -> str:
    if found.saved < 0:
        return f"{words.tokens(found.tokens)}, {-found.saved} more"
    return f"{words.tokens(found.tokens)}, {found.saved} less"


def _why(held: reasons.Held | reasons.Reason | None) -> str:
    match held:
        case None:
            return why_held(reasons.NothingNew())
        case reasons.LacksSections():
            return reason(held).removesuffix(".")
    return why_held(held) if isinstance(held, reasons.Held) else reason(held).removesuffix(".")


def _part(part: Distance | reasons.Trigger | reasons.Held) -> str:
    if isinstance(part, Distance):
        return f"{_reached(part)}, {part.to_go} to go"
    return why_held(part) if isinstance(part, reasons.Held) else f"reached, {clause(part)}"


def _reached(part: Distance) -> str:
    figures = f"{part.reached} of {words.number(part.needed)}"
    match part.unit:
        case "token":
            return f"{figures} teaching tokens"
        case "counted":
            known = "guessed from the characters" if part.guessed else "counted"
            return f"{figures} teaching tokens {known}{f', after the heavy result {part.after}' if part.after else ''}"
        case "turn":
            return f"{figures} turns since the last time"
        case "turn in all":
            return f"{figures} turns since the start"
        case "unpinned turn":
            return f"{figures} unpinned turns"
        case "invocation":
            return f"{figures} new invocations"
        case "count":
            return f"{figures} turns until it counts again"
