"""The session as ADK's rules read it: a lesson's turns as plain events, a summary as an event of its own."""

from __future__ import annotations

from collections.abc import Iterable

from sim.adk.event import Compaction, Event
from sim.session import Session
from sim.summary import Summary


def events(session: Session, positions: Iterable[int]) -> tuple[Event, ...]:
    """The turns at those positions as events; sizes are teaching tokens."""
    return tuple(_event(session, position) for position in positions)


def record(summary: Summary) -> Event:
    """The event that a compaction appended to the session; a framework writes it in the user's name."""
    return Event(
        id=summary.id,
        timestamp=summary.last_timestamp,
        text=summary.id,
        size=summary.tokens,
        compaction=Compaction(summary.first_timestamp, summary.last_timestamp),
    )


def _event(session: Session, position: int) -> Event:
    turn = session.turns[position]
    return Event(
        id=turn.id,
        timestamp=session.timestamps[position],
        author=turn.by,
        invocation=str(session.invocations[position]),
        branch=turn.branch,
        calls=turn.calls,
        results=turn.results,
        text=turn.text,
        prompt_tokens=turn.prompt_tokens,
        size=turn.tokens,
    )
