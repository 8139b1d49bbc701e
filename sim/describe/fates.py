"""Says what became of each turn: retained, evicted, hidden, folded into a summary, or not yet arrived."""

from __future__ import annotations

from sim.describe import words
from sim.lesson.turn import Turn
from sim.replay import Frame, Life


def turn_state(frame: Frame, turn: Turn, life: Life | None = None) -> str:
    """Where a turn is now: "retained", "evicted", "hidden by a summary ...", "folded into S" or "not yet arrived".

    With the turn's `life` it also says when the turn left: "evicted at 30 s".
    """
    when = f" at {words.number(life.departed_at)} s" if life and life.departed_at is not None else ""
    match frame.fate(turn.id):
        case "waiting":
            return "not yet arrived"
        case "retained":
            return "retained, pinned" if turn.pinned else "retained"
        case "evicted":
            return f"evicted{when}"
        case "hidden":
            return f"hidden by a summary that does not cover it{when}"
        case "elsewhere":
            return "in another agent's own context"
        case "folded":
            into = frame.context.covering(frame.context.session.position[turn.id])
            return f"folded into {into.id if into else 'a summary'}{when}"


def places(frame: Frame) -> tuple[str, ...]:
    """Where the turns are that are not in the context, one line for each place that has any."""
    found = {
        "Evicted": frame.evicted,
        "Hidden by a summary that does not cover them": frame.hidden,
        "Folded": frame.covered,
    }
    return tuple(f"{place}: {words.names(ids)}." for place, ids in found.items() if ids)
