"""Makes agents' sessions for tests: calls and results, invocations, equal times, entries, ladders and tickets."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from sim.lesson.fixture import Fixture, encode
from sim.library import load
from sim.policies.registry import POLICIES
from sim.settings import Settings

from .making import document, drawn_facts, encoded, turn

ALL = list(POLICIES)

# Trace B of our comparison of frameworks: P is the system's prompt, U asks, C calls a tool, T is its result, A replies.
BASE = [("P", "system", 10), ("U1", "user", 20), ("C1", "assistant", 10), ("T1", "tool", 50), ("A1", "assistant", 10)]
BASE += [("U2", "user", 20), ("C2", "assistant", 10), ("T2", "tool", 50), ("A2", "assistant", 10), ("U3", "user", 10)]


def agent_lesson(turns: list[dict[str, Any]], budget: int = 100, **changes: Any) -> Fixture:
    """A lesson that offers every policy at one budget."""
    defaults = {"budget": budget, "policy": "evict-oldest", "fidelity": "preserve"}
    return load(encoded(document(turns, budgets=[budget], policies=ALL, defaults=defaults) | changes))


def chosen(policy: str, budget: int = 100, fidelity: str = "preserve", **parameters: Any) -> Settings:
    """Settings with these parameters. All other parameters have the policy's defaults."""
    known = {parameter.name: parameter for parameter in POLICIES[policy].parameters}
    for name, value in parameters.items():
        assert known[name].allows(value), (name, value)
    return POLICIES[policy].settings(budget, fidelity, **parameters)


def base(budget: int) -> Fixture:
    """Trace B, with ids for its calls."""
    turns = []
    for name, role, tokens in BASE:
        ends = {"C": "calls", "T": "results"}.get(name[0])
        more = {ends: [{"tool": "look", "id": f"c{name[1:]}"}]} if ends else {}
        turns.append(turn(name, role, tokens, **more))
    return agent_lesson(turns, budget, facts=[], probes=[])


@st.composite
def agent_lessons(draw: st.DrawFn, most: int = 22) -> Fixture:
    """Any session of an agent, with parallel and unanswered calls, repeated or missing ids, equal times and interleaved turns."""
    turns: list[dict[str, Any]] = []
    waiting: list[dict[str, Any]] = []
    facts, source = drawn_facts(draw)
    some = st.lists(st.sampled_from(facts), unique=True) if facts else st.just([])
    length, clock, calls = draw(st.integers(0, most)), 0.0, 0
    while len(turns) < length:
        name, tokens = f"T{len(turns) + 1}", draw(st.integers(1, 40))
        kind = draw(
            st.sampled_from(["user", "user", "assistant", "call", "call", "result", "result", "result", "system"])
        )
        clock += draw(st.sampled_from([0.0, 1.0, 1.0, 2.0]))
        more: dict[str, Any] = {"mentions": draw(some), "timestamp": clock}
        if kind == "call":
            made = [
                {"tool": draw(st.sampled_from(["look", "book"])), "pending": draw(st.integers(0, 9)) == 0}
                for _ in range(draw(st.integers(1, 2)))
            ]
            for call in made:
                calls += 1
                if draw(st.integers(0, 4)):
                    call["id"] = f"c{calls}"
            waiting += made
            turns.append(turn(name, "assistant", tokens, calls=made, **more))
        elif kind == "result":
            if not waiting:
                continue
            call = waiting.pop(draw(st.integers(0, len(waiting) - 1)) if draw(st.booleans()) else 0)
            # A result without an id belongs to the earliest call of its tool that has no id either.
            result = {key: call[key] for key in ("tool", "id") if key in call}
            heavy = {"untrimmed": tokens + draw(st.integers(0, 99))} if draw(st.booleans()) else {}
            more["records"] = [fact for fact in draw(some) if source[fact] == "tool"]
            noted = [{"kind": "tool_call", "tool": call["tool"], "target": name, "outcome": "done"}]
            entries = draw(st.sampled_from([[], noted]))
            # A user may post a result back.
            role = draw(st.sampled_from(["tool", "tool", "user"]))
            turns.append(turn(name, role, tokens, results=[result], entries=entries, **heavy, **more))
        elif kind == "assistant":
            figure = {"prompt_tokens": draw(st.integers(0, 150))} if draw(st.booleans()) else {}
            entry = {"kind": "decision", "text": name, "rationale": "so"}
            turns.append(
                turn(name, "assistant", tokens, entries=draw(st.sampled_from([[], [entry]])), **figure, **more)
            )
        elif kind == "user":
            entry = {"kind": "user_constraint", "text": name}
            more["evidence"] = [fact for fact in draw(some) if source[fact] == "user"]
            closes = ["ticket"] if facts and draw(st.integers(0, 5)) == 0 else []
            entries = draw(st.sampled_from([[], [entry]]))
            turns.append(turn(name, "user", tokens, entries=entries, closes=closes, **more))
        else:
            turns.append(turn(name, "system", tokens, timestamp=clock))
    ladders = st.sampled_from([[], [{"text": "less", "answers": True}, {"text": "least"}, {"text": ""}]])
    budget = draw(st.integers(20, 200))
    return agent_lesson(
        turns,
        budget,
        facts=[
            {
                "id": fact,
                "statement": f"All of {fact}",
                "answer": fact,
                "critical": draw(st.booleans()),
                "ticket": "ticket",
                "ladder": draw(ladders),
                "source": source[fact],
            }
            for fact in facts
        ],
        probes=[{"id": f"p-{fact}", "question": "?", "answer": fact, "fact": fact} for fact in facts],
        summarizer={"invents": [{"entry": {"kind": "narrative", "text": "Invented."}, "generation": 2}]},
    )


# The parameters are small, so that every policy acts even in a short session.
QUICK = {
    "retention": st.integers(0, 6),
    "threshold": st.sampled_from([0.3, 0.7, 30, 80]),
    "share": st.sampled_from([0.2, 0.6]),
    "heavy_share": st.just(0.1),
    "heavy": st.sampled_from([0.05, 20]),
    "every": st.integers(2, 8),
    "floor": st.integers(0, 4),
    "interval": st.integers(1, 3),
    "overlap": st.integers(0, 2),
    "summary_tokens": st.sampled_from([1, 6, 60]),
    "cap": st.integers(1, 2),
}


@st.composite
def choices(draw: st.DrawFn, fixture: Fixture, policy: str | None = None, **fixed: Any) -> Settings:
    """Any settings of any policy, or of the one that is given. `fixed` sets some parameters."""
    name = policy or draw(st.sampled_from(ALL))
    parameters = {}
    for parameter in POLICIES[name].parameters:
        if parameter.name in fixed:
            parameters[parameter.name] = fixed[parameter.name]
        else:
            values = st.sampled_from(parameter.words) if parameter.words else QUICK[parameter.name]
            parameters[parameter.name] = draw(values)
    return POLICIES[name].settings(fixture.budgets[0], draw(st.sampled_from(["preserve", "drop"])), **parameters)


@st.composite
def read_lessons(draw: st.DrawFn) -> Fixture:
    """Any session of an agent that several agents write and read, some of them on branches or the current turn alone."""
    whole = json.loads(encode(draw(agent_lessons())))
    places = st.sampled_from(["", "", "x", "x.y", "z"])
    names = draw(st.lists(st.sampled_from(["agent", "ann", "bob"]), unique=True, min_size=1))
    whole["readers"] = [
        {"name": name, "branch": draw(places), "contents": draw(st.sampled_from(["default", "default", "none"]))}
        for name in names
    ]
    for number, made in enumerate(whole["turns"]):
        if made["role"] != "user" and (author := draw(st.sampled_from([None, "agent", "ann", "bob", "eve"]))):
            made["author"] = author
        if branch := draw(places):
            made["branch"] = branch
        if draw(st.integers(0, 9)) == 0:
            made["text"] = ""
        if draw(st.integers(0, 9)) == 0:
            made["invocation"] = draw(st.sampled_from(["one", "two", f"new{number}"]))
        if made["role"] == "system" and draw(st.booleans()):
            made["kind"] = draw(st.sampled_from(["declaration", "state"]))
    return load(encoded(whole))
