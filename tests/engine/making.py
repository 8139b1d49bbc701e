"""Lessons for tests: made from a few numbers, or by Hypothesis from any."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from sim.fixture import Fixture, load
from sim.settings import Settings

SETTINGS = [("evict-oldest", "preserve"), ("summarize-older", "preserve"), ("summarize-older", "drop")]


def document(turns: list[dict[str, Any]], **changes: Any) -> dict[str, Any]:
    """A lesson's JSON with these turns; what a test does not care about is filled in."""
    whole = {
        "format": "palimpsest/fixture",
        "version": 1,
        "id": "made",
        "title": "Made for a test",
        "about": "",
        "duration": 60,
        "turns": turns,
        "facts": [{"id": "f", "statement": "It is so.", "answer": "so", "critical": True}],
        "probes": [{"id": "p", "question": "Is it?", "answer": "so", "fact": "f"}],
        "budgets": [24],
        "policies": ["evict-oldest", "summarize-older"],
        "defaults": {"budget": 24, "policy": "evict-oldest", "fidelity": "preserve"},
    }
    return whole | changes


def turn(name: str, role: str, tokens: int, **changes: Any) -> dict[str, Any]:
    """A turn's JSON."""
    return {"id": name, "role": role, "text": f"The text of {name}.", "tokens": tokens} | changes


def lesson(turns: list[dict[str, Any]], budget: int = 24, **changes: Any) -> Fixture:
    """A lesson that offers one budget."""
    defaults = {"budget": budget, "policy": "evict-oldest", "fidelity": "preserve"}
    return load(encoded(document(turns, budgets=[budget], defaults=defaults, **changes)))


def encoded(value: Any) -> bytes:
    """JSON as an author's editor would save it."""
    return json.dumps(value, ensure_ascii=False).encode()


def settings(fixture: Fixture) -> list[Settings]:
    """Every choice that the lesson offers."""
    return [Settings.of(fixture, budget, *choice) for budget in fixture.budgets for choice in SETTINGS]


@st.composite
def lessons(draw: st.DrawFn, most: int = 14) -> Fixture:
    """Any small lesson: system turns anywhere, turns too large, no turns, no facts."""
    facts = [f"f{k}" for k in range(draw(st.integers(0, 3)))]
    some = st.lists(st.sampled_from(facts), unique=True) if facts else st.just([])
    turns = []
    for k in range(draw(st.integers(0, most))):
        role = draw(st.sampled_from(["system", "user", "user", "assistant", "assistant", "tool"]))
        evidence = draw(some) if role == "user" else []
        tokens = draw(st.integers(1, 30))
        turns.append(turn(f"T{k + 1}", role, tokens, evidence=evidence, mentions=draw(some)))
    if draw(st.booleans()):
        times = draw(st.lists(st.floats(0.01, 60), min_size=len(turns), max_size=len(turns), unique=True))
        for made, at in zip(turns, sorted(times)):
            made["at"] = at
    return lesson(
        turns,
        budget=draw(st.integers(1, 120)),
        facts=[{"id": fact, "statement": fact, "answer": fact} for fact in facts],
        probes=[{"id": f"p-{fact}", "question": "?", "answer": fact, "fact": fact} for fact in facts],
    )
