"""The session as ADK's rules read it: a lesson's turns as plain events, and each summary as an event of its own."""

from __future__ import annotations

from functools import lru_cache

from sim.adk.cuts import Stream
from sim.adk.event import Compaction, Event
from sim.state.session import Session
from sim.state.summary import Summary


@lru_cache(maxsize=4)
def stream(session: Session) -> Stream:
    """The turns that are not pinned, as events in order of arrival; sizes are teaching tokens. It is remembered."""
    return Stream.of(_event(session, position) for position in session.unpinned)


def record(summary: Summary) -> Event:
    """The event that a compaction adds to the session; a framework gives it the author "user"."""
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
