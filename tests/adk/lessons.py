"""Whole replays: a session as a lesson, played by the engine's named policy, beside the package's course of it.

What is compared is the context after every event, with the summaries in it and what each covers. The policies
differ from the package in what they say they do, so sessions here are such that it makes no difference:
- sizes are teaching tokens: each turn's weight is the length of its JSON, a multiple of 100, and a summary's is 50 more
  than one, so that the 27 characters of an empty summary, which the engine does not count, never decide;
- the count of any agent is taken: there is one agent;
- where nothing is recorded, the guess goes by other characters: the package's is put aside, ours is below a threshold;
- a lesson's clock never falls, its results pair with their calls, and no turn is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sim.calls import Call as EngineCall
from sim.calls import Result as EngineResult
from sim.fixture import Defaults, Fixture, Turn, encode, load
from sim.parameters import Offer
from sim.replay import frames
from sim.session import Session as EngineSession
from sim.settings import Settings as EngineSettings
from tests.adk.ours import size_of
from tests.adk.sessions import USER, Choices, Event, Session, Settings, session, settings

UNIT = 100
BUDGET = 1_000
POLICIES = {"token": "adk-token", "sliding": "adk-sliding"}


def lesson_case(choices: Choices, policy: str) -> tuple[Settings, Session]:
    """A policy and a session that a lesson can hold."""
    chosen = settings(choices, policy)
    # Turns have no text here, so a guess is what the summary weighs.
    threshold = chosen.threshold and max(3 * UNIT, 10 * chosen.threshold)
    weight = UNIT * choices.number(0, 2 if policy == "token" else 6) + UNIT // 2
    made = replace(chosen, threshold=threshold, before_call=policy == "token", agent="root", branch=None)
    summary = replace(made, summary=weight - len('{"parts":[{"text":""}],"role":"model"}'))
    return summary, tuple(_tidy(session(choices, most=30)))


def _tidy(events: Session) -> Iterator[Event]:
    """The events that a lesson can hold: one agent, a clock that never falls, results that have a call."""
    clock, waiting, given = 0.0, set[str](), set[str]()
    for event in events:
        # A summary's place in an invented session is no event, and neither is one that says nothing.
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
    """The event with one of its parts longer, so that its JSON is a multiple of the unit."""
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
        values |= {"threshold": chosen.threshold, "retention": chosen.retention, "counts": "recorded"}
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
    """After each event: what the context holds in order, and what each summary in it covers."""
    fixture = _fixture(chosen, events)
    return [
        [
            item.id if isinstance(item, Turn) else [item.first_timestamp, item.last_timestamp, sorted(item.covers)]
            for item in frame.context.items()
        ]
        for frame in frames(EngineSession.of(fixture), EngineSettings.of(fixture))
        if frame.arrived is not None
    ]
