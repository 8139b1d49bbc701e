"""Sessions of agents for tests: calls and results, invocations, ties in time, entries, ladders and tickets."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from sim.fixture import Fixture, load
from sim.policies import POLICIES
from sim.settings import Settings

from .making import document, encoded, turn

ALL = list(POLICIES)

# B of the reference on frameworks: P is the system's prompt, U asks, C calls, T answers, A replies.
BASE = [("P", "system", 10), ("U1", "user", 20), ("C1", "assistant", 10), ("T1", "tool", 50), ("A1", "assistant", 10)]
BASE += [("U2", "user", 20), ("C2", "assistant", 10), ("T2", "tool", 50), ("A2", "assistant", 10), ("U3", "user", 10)]


def agent_lesson(turns: list[dict[str, Any]], budget: int = 100, **changes: Any) -> Fixture:
    """A lesson that offers every policy at one budget."""
    defaults = {"budget": budget, "policy": "evict-oldest", "fidelity": "preserve"}
    return load(encoded(document(turns, budgets=[budget], policies=ALL, defaults=defaults) | changes))


def chosen(policy: str, budget: int = 100, fidelity: str = "preserve", **parameters: Any) -> Settings:
    """Settings with these parameters; the policy's defaults for the rest."""
    for name, value in parameters.items():
        assert POLICIES[policy].parameter(name).allows(value), (name, value)
    return Settings(budget, policy, fidelity, parameters)


def base(budget: int) -> Fixture:
    """Trace B, its calls with ids."""
    turns = []
    for name, role, tokens in BASE:
        ends = {"C": "calls", "T": "results"}.get(name[0])
        more = {ends: [{"tool": "look", "id": f"c{name[1:]}"}]} if ends else {}
        turns.append(turn(name, role, tokens, **more))
    return agent_lesson(turns, budget, facts=[], probes=[])


@st.composite
def agent_lessons(draw: st.DrawFn, most: int = 22) -> Fixture:
    """Any session of an agent: parallel and unanswered calls, ids used twice or absent, ties, interleaved turns."""
    turns: list[dict[str, Any]] = []
    waiting: list[dict[str, Any]] = []
    facts = [f"f{k}" for k in range(draw(st.integers(0, 3)))]
    some = st.lists(st.sampled_from(facts), unique=True) if facts else st.just([])
    length, clock, calls = draw(st.integers(0, most)), 0.0, 0
    while len(turns) < length:
        name, tokens = f"T{len(turns) + 1}", draw(st.integers(1, 40))
        kind = draw(st.sampled_from(["user", "user", "assistant", "call", "call", "result", "result", "result", "system"]))
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
            # By position, a result without an id belongs to the earliest call of its tool without one.
            result = {key: call[key] for key in ("tool", "id") if key in call}
            heavy = {"untrimmed": tokens + draw(st.integers(0, 99))} if draw(st.booleans()) else {}
            turns.append(turn(name, "tool", tokens, results=[result], **heavy, **more))
        elif kind == "assistant":
            figure = {"prompt_tokens": draw(st.integers(0, 150))} if draw(st.booleans()) else {}
            entry = {"kind": "decision", "text": name, "rationale": "so"}
            turns.append(turn(name, "assistant", tokens, entries=draw(st.sampled_from([[], [entry]])), **figure, **more))
        elif kind == "user":
            entry = {"kind": "user_constraint", "text": name}
            more["evidence"] = draw(some)
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
            }
            for fact in facts
        ],
        probes=[{"id": f"p-{fact}", "question": "?", "answer": fact, "fact": fact} for fact in facts],
        summarizer={"invents": [{"entry": {"kind": "narrative", "text": "Invented."}, "generation": 2}]},
    )


# Small parameters, so that short sessions see every policy act.
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
    """Any settings of a policy (or of that one), with some parameters fixed."""
    name = policy or draw(st.sampled_from(ALL))
    parameters = {}
    for parameter in POLICIES[name].parameters:
        if parameter.name in fixed:
            parameters[parameter.name] = fixed[parameter.name]
        else:
            values = st.sampled_from(parameter.words) if parameter.words else QUICK[parameter.name]
            parameters[parameter.name] = draw(values)
    return Settings(fixture.budgets[0], name, draw(st.sampled_from(["preserve", "drop"])), parameters)
