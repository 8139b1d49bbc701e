"""Computes where the playhead may be, and where a control moves it, so that a button and its key lead to the same moment."""

from __future__ import annotations

from sim.lesson.fixture import Fixture


def pressed(name: str, here: float, fixture: Fixture) -> float:
    """The moment in seconds to which the control of that name moves a playhead at `here`. Raises KeyError for another name.

    The moment may be outside the lesson.
    """
    end, arrivals = fixture.duration, fixture.arrivals
    moves = {
        "restart": 0.0,
        "next": next((at for at in arrivals if at > here), end),
        "previous": next((at for at in reversed(arrivals) if at < here), 0.0),
        "second-on": here + 1,
        "second-back": here - 1,
        "leap-on": here + end / 6,
        "leap-back": here - end / 6,
        "start": 0.0,
        "end": end,
    }
    return moves[name]


def inside(seconds: float, fixture: Fixture) -> float:
    """The moment of the lesson, in seconds, that is nearest to that one."""
    return min(max(0.0, float(seconds)), fixture.duration)
