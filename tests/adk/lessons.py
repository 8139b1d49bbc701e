"""Plays a session as a lesson with one of the engine's named policies, so that whole replays can be compared with the package.

The comparison covers the context after every event, with its summaries and what each summary covers. The policies' docstrings
name some differences to the package. The sessions here are made so that these differences have no effect:
- Sizes are teaching tokens. Each turn weighs the length of its JSON, a multiple of 100. A summary weighs a multiple of 100 plus
  50. So the 27 characters of an empty summary, which the engine does not count, never decide.
- The engine uses the recorded count of any agent. The sessions have only one agent.
- Without a recorded count, both sides estimate from different characters. The package's estimate is switched off, and ours stays
  below the threshold.
- In a lesson, time never goes back, each result has a call, and no turn is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sim.lesson.calls import Call as EngineCall
from sim.lesson.calls import Result as EngineResult
from sim.lesson.fixture import Defaults, Fixture, encode
from sim.lesson.turn import Turn
from sim.library import load
from sim.parameters import Offer
from sim.policies.choice import choose
from sim.replay import frames
from sim.state.session import Session as EngineSession
from tests.adk.ours import size_of
from tests.adk.sessions import USER, Choices, Event, Session, Settings, session, settings

UNIT = 100
BUDGET = 1_000
POLICIES = {"token": "adk-token", "sliding": "adk-sliding"}


def lesson_case(choices: Choices, policy: str) -> tuple[Settings, Session]:
    """A policy, and a session that a lesson can contain."""
    chosen = settings(choices, policy)
    # Turns have no text here, so an estimate counts only the summary. The threshold is higher than that.
    threshold = chosen.threshold and max(3 * UNIT, 10 * chosen.threshold)
    weight = UNIT * choices.number(0, 2 if policy == "token" else 6) + UNIT // 2
    made = replace(chosen, threshold=threshold, before_call=policy == "token", agent="root", branch=None)
    summary = replace(made, summary=weight - len('{"parts":[{"text":""}],"role":"model"}'))
    return summary, tuple(_tidy(session(choices, most=30)))


def _tidy(events: Session) -> Iterator[Event]:
    """The events that a lesson can contain: one agent, times that never go back, and results that have a call."""
    clock, waiting, given = 0.0, set[str](), set[str]()
    for event in events:
        # A lesson has no turn for an invented summary or for an empty event, so both are left out.
        calls = tuple(call for call in event.calls if call.id and call.id not in given)
        results = tuple(result for result in event.results if result.id in waiting)
        results = tuple({result.id: result for result in results}.values())
        if event.summary or not (event.text or calls or results):
            continue
        calls = tuple(replace(call, name="look") for call in {call.id: call for call in calls}.values())
        results = tuple(replace(result, name="look") for result in results)
        ids = {call.id for call in calls if call.id}
        lasting = tuple(name for name in event.long_running if name in ids)
        waiting = (waiting - {result.id for result in results if result.id}) | ids
        given |= ids
        clock = max(clock, event.at)
        author = USER if event.author == USER else "root"
        made = replace(event, author=author, at=clock, calls=calls, results=results, long_running=lasting, branch=None)
        yield _padded(replace(made, prompt_tokens=made.prompt_tokens and 10 * made.prompt_tokens))


def _padded(event: Event) -> Event:
    """The event with one part made longer, so that the length of its JSON is a multiple of UNIT."""
    more = -size_of(event) % UNIT
    if event.text:
        return replace(event, text=event.text + more)
    if event.calls:
        first, *rest = event.calls
        return replace(event, calls=(replace(first, size=first.size + more), *rest))
    first_result, *others = event.results
    return replace(event, results=(replace(first_result, size=first_result.size + more), *others))


def _turn(event: Event) -> Turn:
    return Turn(
        id=event.id,
        role="user" if event.author == USER else "tool" if event.results else "assistant",
        text="",
        tokens=size_of(event),
        author=event.author,
        invocation=event.invocation,
        timestamp=event.at,
        calls=tuple(EngineCall(tool=it.name, id=it.id, pending=it.id in event.long_running) for it in event.calls),
        results=tuple(EngineResult(tool=it.name, id=it.id) for it in event.results),
        prompt_tokens=None if event.author == USER or event.results else event.prompt_tokens,
    )


def _fixture(chosen: Settings, events: Session) -> Fixture:
    policy = POLICIES[chosen.policy]
    weight = chosen.summary + len('{"parts":[{"text":""}],"role":"model"}')
    values: dict[str, Any] = {"summary_tokens": weight}
    if chosen.policy == "token":
        values |= {"threshold": chosen.threshold, "retention": chosen.retention, "counts": "as-recorded"}
    else:
        values |= {"interval": chosen.interval, "overlap": chosen.overlap}
    made = Fixture(
        format="palimpsest/fixture",
        version=1,
        id="made",
        title="Made for a test",
        about="",
        duration=60,
        turns=tuple(map(_turn, events)),
        facts=(),
        probes=(),
        budgets=(BUDGET,),
        policies=(policy,),
        defaults=Defaults(budget=BUDGET, policy=policy, fidelity="preserve"),
        parameters={policy: {name: Offer(offered=(value,), default=value) for name, value in values.items()}},
    )
    return load(encode(made))


def played(chosen: Settings, events: Session) -> list[Any]:
    """The context after each event, in order, with what each of its summaries covers."""
    fixture = _fixture(chosen, events)
    return [
        [
            item.id if isinstance(item, Turn) else [item.first_timestamp, item.last_timestamp, sorted(item.covers)]
            for item in frame.context.items()
        ]
        for frame in frames(EngineSession.of(fixture), choose(fixture))
        if frame.arrived is not None
    ]
