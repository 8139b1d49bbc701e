"""Plays a whole session under a policy, and writes each summary into the session before the policy decides again.

`sessions.session` invents earlier compactions. Here all earlier compactions were made by the policy itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.adk.sessions import USER, Choices, Event, Session, Settings, Summary, session, settings

Compact = Callable[[Settings, Session], dict[str, Any]]


def replayed(compact: Compact, chosen: Settings, events: Session) -> list[dict[str, Any]]:
    """Every compaction during a session, and what a request contains at the end.

    The tokens are checked where the package checks them: after each invocation and, if the settings say so, before each model
    call for the calling agent.
    """
    log: list[Event] = []
    found: list[dict[str, Any]] = []

    def check(how: Settings) -> dict[str, Any]:
        answer = compact(how, tuple(log))
        if answer["fired"]:
            name = f"S{len(found) + 1}"
            said = Summary(start=answer["start"], end=answer["end"], size=how.summary)
            log.append(Event(id=name, invocation=name, at=log[-1].at, summary=said))
            what = {key: value for key, value in answer.items() if key not in ("fired", "request")}
            found.append({"after": next(event.id for event in reversed(log) if event.summary is None)} | what)
        return answer

    after = replace(chosen, before_call=False)
    for event, following in zip(events, (*events[1:], None), strict=False):
        if chosen.before_call and log and event.author != USER and not event.results:
            check(replace(chosen, agent=event.author, branch=event.branch))
        log.append(event)
        if following is None or following.invocation != event.invocation:
            check(after)
    never = replace(after, policy="token", threshold=10**9, retention=0, interval=None, overlap=None)
    return [*found, {"request": compact(never, tuple(log))["request"]}]


def replay_case(choices: Choices, policy: str) -> tuple[Settings, Session]:
    """A policy, and a session without any compaction."""
    chosen = settings(choices, policy)
    return chosen, tuple(event for event in session(choices, most=34) if event.summary is None)
