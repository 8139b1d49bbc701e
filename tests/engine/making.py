"""Makes lessons for tests, either from a few given numbers or from any numbers that Hypothesis chooses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from hypothesis import strategies as st

from sim.analysis import smallest_budget as search
from sim.analysis.smallest_budget import NearMiss
from sim.analysis.survey import Cell, Survey
from sim.lesson.fixture import Fidelity, Fixture
from sim.library import load
from sim.policies.choice import choose
from sim.policies.registry import POLICIES
from sim.settings import FIDELITIES, Settings

SETTINGS = [("evict-oldest", "preserve"), ("summarize-older", "preserve"), ("summarize-older", "drop")]


def document(turns: list[dict[str, Any]], **changes: Any) -> dict[str, Any]:
    """A lesson's JSON with these turns. All that a test does not care about is filled in."""
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
    """The value as JSON, in the form in which an author's editor would save it."""
    return json.dumps(value, ensure_ascii=False).encode()


def settings(fixture: Fixture) -> list[Settings]:
    """Every choice that the lesson offers."""
    return [choose(fixture, budget, *choice) for budget in fixture.budgets for choice in SETTINGS]


@st.composite
def lessons(draw: st.DrawFn, most: int = 14) -> Fixture:
    """Any small lesson, also with system turns anywhere, with turns that are too large, without turns or without facts."""
    facts, source = drawn_facts(draw)
    some = st.lists(st.sampled_from(facts), unique=True) if facts else st.just([])
    turns = []
    for k in range(draw(st.integers(0, most))):
        role = draw(st.sampled_from(["system", "user", "user", "assistant", "assistant", "tool"]))
        evidence = [fact for fact in draw(some) if source[fact] == "user"] if role == "user" else []
        records = [fact for fact in draw(some) if source[fact] == "tool"] if role == "tool" else []
        tokens = draw(st.integers(1, 30))
        turns.append(turn(f"T{k + 1}", role, tokens, evidence=evidence, records=records, mentions=draw(some)))
    if draw(st.booleans()):
        times = draw(st.lists(st.floats(0.01, 60), min_size=len(turns), max_size=len(turns), unique=True))
        for made, at in zip(turns, sorted(times)):
            made["at"] = at
    return lesson(
        turns,
        budget=draw(st.integers(1, 120)),
        facts=[{"id": fact, "statement": fact, "answer": fact, "source": source[fact]} for fact in facts],
        probes=[{"id": f"p-{fact}", "question": "?", "answer": fact, "fact": fact} for fact in facts],
    )


def drawn_facts(draw: st.DrawFn) -> tuple[list[str], dict[str, str]]:
    """The ids of a few facts, and the source of each."""
    facts = [f"f{k}" for k in range(draw(st.integers(0, 3)))]
    return facts, {fact: draw(st.sampled_from(["user", "tool"])) for fact in facts}


def survey(fixture: Fixture, seconds: float, parameters: dict[str, Any] | None = None) -> tuple[Cell, ...]:
    """The result of every choice that the lesson offers, at one moment."""
    return Survey(fixture, parameters).cells(seconds)


def near_miss(fixture: Fixture, settings: Settings, fact: str, seconds: float) -> NearMiss | None:
    """The next budget that would have kept the user's turn."""
    return search.near_miss(Survey(fixture, settings.chosen), settings, fact, seconds)


def smallest_budget(fixture: Fixture, policy: str, fidelity: Fidelity, fact: str, seconds: float) -> int | None:
    """The smallest budget at which the fact is backed, with the lesson's own parameters."""
    choices = Survey(fixture)
    return search.smallest_budget(choices, choices.settings(fixture.budgets[0], policy, fidelity), fact, seconds).budget


def every_setting(fixture: Fixture, policy: str) -> Iterator[Settings]:
    """Everything that a person can choose of the lesson under a policy; of a wide range of budgets, its ends and some between."""
    free, offers = fixture.budget_range, fixture.parameters.get(policy, {})
    budgets = fixture.budgets
    if free:
        few = free.highest - free.lowest < 100
        budgets = tuple(sorted({*budgets, *free.sampled(100 if few else 4)}))
    for fidelity in FIDELITIES if POLICIES[policy].uses_fidelity else FIDELITIES[:1]:
        for values in product(*(offer.offered for offer in offers.values())):
            for budget in budgets:
                yield choose(fixture, budget, policy, fidelity, parameters=dict(zip(offers, values)))
