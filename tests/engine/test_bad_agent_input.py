"""Tests that a wrong field of an agent's session and a wrong parameter are refused with their name and value."""

from __future__ import annotations

import copy

import jsonschema
import pytest

from sim.lesson.invalid import InvalidInput
from sim.library import load, schema
from sim.policies.choice import choose, controls
from sim.policies.registry import POLICIES

from .agents import agent_lesson
from .making import document, encoded, turn
from .test_bad_input import refused

GOOD = document(
    [
        turn("T1", "system", 6, kind="declaration"),
        turn("T2", "user", 8, timestamp=20, closes=["R1"], entries=[{"kind": "user_constraint", "text": "No."}]),
        turn("T3", "assistant", 7, author="clerk", branch="root.clerk", invocation="i1", timestamp=20, prompt_tokens=0,
             calls=[{"tool": "look", "id": "c1", "target": "x"}, {"tool": "look"}]),
        turn("T4", "tool", 8, timestamp=30, results=[{"tool": "look", "id": "c1"}], untrimmed=80),
        turn("T5", "tool", 8, timestamp=60, results=[{"tool": "look"}]),
        turn("T6", "assistant", 8, timestamp=60),
    ],
    facts=[{"id": "f", "statement": "s", "answer": "a", "ticket": "R1", "ladder": [{"text": "b"}, {"text": ""}]}],
    policies=["evict-oldest", "adk-token"],
    parameters={"adk-token": {"retention": {"offered": [2, 5], "default": 5}}},
    summarizer={"invents": [{"entry": {"kind": "narrative", "text": "x"}, "generation": 1}], "omits": ["decisions"]},
    readers=[{"name": "clerk", "branch": "root.clerk", "contents": "none"}],
    state={"user:name": "Dana", "none": None},
    artifacts={"brief.txt": "text"},
    reserve=3,
    alert=0.6,
)  # fmt: skip


def changed(path: str, value) -> bytes:
    whole = copy.deepcopy(GOOD)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = whole
    for step in way:
        place = place[step]
    place[last] = value
    return encoded(whole)


def test_the_good_lesson_is_good_and_follows_the_schema():
    lesson = load(encoded(GOOD))
    assert [t.by for t in lesson.turns] == ["agent", "user", "clerk", "agent", "agent", "agent"]
    assert [t.effective_kind for t in lesson.turns] == ["declaration", "message", "call", "result", "result", "message"]
    jsonschema.validate(GOOD, schema())


@pytest.mark.parametrize(
    ("path", "value", "field", "shown"),
    [
        ("turns.2.author", "", "$.turns[2].author", "''"),
        ("turns.2.author", "a\nb", "$.turns[2].author", r"'a\nb'"),
        ("turns.2.author", "user", "$.turns[2].author", "'user'"),
        ("turns.1.author", "clerk", "$.turns[1].author", "'clerk'"),
        ("turns.2.branch", "a..b", "$.turns[2].branch", "'a..b'"),
        ("turns.2.branch", ".a", "$.turns[2].branch", "'.a'"),
        ("turns.2.branch", "a b", "$.turns[2].branch", "'a b'"),
        ("turns.2.invocation", "", "$.turns[2].invocation", "''"),
        ("turns.2.invocation", "\x07", "$.turns[2].invocation", r"'\x07'"),
        ("turns.2.timestamp", -1, "$.turns[2].timestamp", "-1"),
        ("turns.1.timestamp", "noon", "$.turns[1].timestamp", "'noon'"),
        ("turns.0.kind", "thought", "$.turns[0].kind", "'thought'"),
        ("turns.1.kind", "instruction", "$.turns[1].kind", "'instruction'"),
        ("turns.1.kind", "call", "$.turns[1].kind", "'call'"),
        ("turns.2.kind", "message", "$.turns[2].kind", "'message'"),
        ("turns.3.kind", "message", "$.turns[3].kind", "'message'"),
        ("turns.1.calls", [{"tool": "look"}], "$.turns[1].calls", "a list of 1"),
        ("turns.2.results", [{"tool": "look"}], "$.turns[2].results", "a list of 1"),
        ("turns.2.calls.0.tool", "", "$.turns[2].calls[0].tool", "''"),
        ("turns.2.calls.0.id", "c 1", "$.turns[2].calls[0].id", "'c 1'"),
        ("turns.2.calls.0.id", "c2", "$.turns[3].results[0].id", "'c1'"),
        ("turns.2.calls.0.colour", 1, "$.turns[2].calls[0].colour", "1"),
        ("turns.3.results.0.id", "c9", "$.turns[3].results[0].id", "'c9'"),
        ("turns.3.results.0.tool", "book", "$.turns[3].results[0].tool", "'book'"),
        ("turns.4.results.0.tool", "book", "$.turns[4].results[0].tool", "'book'"),
        ("turns.4.results", [{"tool": "look"}] * 2, "$.turns[4].results[1].tool", "'look'"),
        ("turns.4.results", [{"tool": "look", "id": "c1"}], "$.turns[4].results[0].id", "'c1'"),
        ("turns.2.prompt_tokens", -1, "$.turns[2].prompt_tokens", "-1"),
        ("turns.1.prompt_tokens", 5, "$.turns[1].prompt_tokens", "5"),
        ("turns.3.untrimmed", 7, "$.turns[3].untrimmed", "7"),
        ("turns.3.untrimmed", 0, "$.turns[3].untrimmed", "0"),
        ("turns.5.untrimmed", 80, "$.turns[5].untrimmed", "80"),
        ("turns.5.otherwise", {"state": 3}, "$.turns[5].otherwise", "an object of 1"),
        ("turns.3.otherwise", {"state": 0}, "$.turns[3].otherwise[...]", "an object of 1"),
        ("turns.3.otherwise", {"disk": 3}, "$.turns[3].otherwise", "an object of 1"),
        ("turns.1.closes", ["R2"], "$.turns[1].closes[0]", "'R2'"),
        ("turns.1.closes", ["R1", "R1"], "$.turns[1].closes[1]", "'R1'"),
        ("turns.1.entries.0.kind", "rule", "$.turns[1].entries[0].kind", "'rule'"),
        ("turns.1.entries.0.text", "", "$.turns[1].entries[0].text", "''"),
        ("turns.1.entries.0", {"kind": "decision", "text": "x"}, "$.turns[1].entries[0].rationale", "missing"),
        ("turns.1.entries.0", {"text": "x"}, "$.turns[1].entries[0].kind", "missing"),
        ("turns.2.entries", [{"kind": "user_constraint", "text": "x"}], "$.turns[2].entries[0].kind", "'user_constraint'"),
        ("facts.0.ticket", "R 1", "$.facts[0].ticket", "'R 1'"),
        ("facts.0.ladder", [{"text": ""}, {"text": "b"}], "$.facts[0].ladder[1].text", "'b'"),
        ("facts.0.ladder", [{"text": "", "answers": True}], "$.facts[0].ladder[0].answers", "true"),
        ("facts.0.ladder", ["b"], "$.facts[0].ladder[0]", "'b'"),
        ("summarizer.invents.0.generation", 0, "$.summarizer.invents[0].generation", "0"),
        ("summarizer.omits", ["all"], "$.summarizer.omits[0]", "'all'"),
        ("summarizer.omits", ["decisions"] * 2, "$.summarizer.omits[1]", "'decisions'"),
        ("readers", [{"name": "a"}, {"name": "a"}], "$.readers[1].name", "'a'"),
        ("readers.0.name", "user", "$.readers[0].name", "'user'"),
        ("readers.0.branch", "a.", "$.readers[0].branch", "'a.'"),
        ("readers.0.contents", "some", "$.readers[0].contents", "'some'"),
        ("state.none", [], "$.state[...]", "an object of 2"),
        ("artifacts", {"a": 1}, "$.artifacts[...]", "an object of 1"),
        ("reserve", -1, "$.reserve", "-1"),
        ("reserve", 24, "$.reserve", "24"),
        ("alert", 0, "$.alert", "0"),
        ("alert", 1.5, "$.alert", "1.5"),
        ("parameters", {"adk-sliding": {}}, "$.parameters", "'adk-sliding'"),
        ("parameters.adk-token", {"cap": {"offered": [1], "default": 1}}, "$.parameters.adk-token.cap", "1"),
        ("parameters.adk-token.retention.offered", [], "$.parameters.adk-token.retention.offered", "a list of 0"),
        ("parameters.adk-token.retention.offered", [2, 2], "$.parameters.adk-token.retention.offered[1]", "2"),
        ("parameters.adk-token.retention.offered", [-1], "$.parameters.adk-token.retention.offered[0]", "-1"),
        ("parameters.adk-token.retention.offered", [2.5], "$.parameters.adk-token.retention.offered[0]", "2.5"),
        ("parameters.adk-token.retention.offered", ["two"], "$.parameters.adk-token.retention.offered[0]", "'two'"),
        ("parameters.adk-token.retention.default", 3, "$.parameters.adk-token.retention.default", "3"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named_with_its_value(path, value, field, shown):
    error = refused(changed(path, value))
    assert (error.field, error.value) == (field, shown)


def test_a_result_before_its_call_names_the_call():
    turns = [turn("T1", "tool", 1, results=[{"tool": "look", "id": "c"}])]
    turns += [turn("T2", "assistant", 1, calls=[{"tool": "look", "id": "c"}])]
    error = refused(encoded(document(turns)))
    assert error.field == "$.turns[0].results[0].id" and "comes only with 'T2'" in error.problem


def test_a_pending_call_may_be_answered_twice():
    for pending in (True, False):
        turns = [turn("T1", "assistant", 1, calls=[{"tool": "look", "id": "c", "pending": pending}])]
        turns += [turn(f"T{k}", "tool", 1, results=[{"tool": "look", "id": "c"}]) for k in (2, 3)]
        if pending:
            assert len(load(encoded(document(turns))).turns) == 3
        else:
            assert "'T1' has had its result for" in refused(encoded(document(turns))).problem


def test_names_of_summaries_are_kept_where_several_are_written():
    turns = [turn("S1", "user", 1)]
    assert load(encoded(document(turns))).turns[0].id == "S1"
    data = encoded(document(turns, policies=["evict-oldest", "adk-sliding"]))
    assert refused(data).field == "$.turns[0].id"


OFFERS = {
    "adk-token": {
        "retention": {"offered": [2, 5], "default": 5},
        "threshold": {"offered": [0.5, 100], "default": 100},
        "counts": {"offered": ["recorded"], "default": "recorded"},
    }
}


def test_settings_take_the_lessons_parameters_and_those_given():
    lesson = agent_lesson([turn("T1", "user", 1)], parameters=OFFERS)
    default = choose(lesson, policy="adk-token")
    assert default.chosen == {"retention": 5, "threshold": 100, "counts": "recorded"}
    assert default.parameters.summary_tokens == POLICIES["adk-token"].declares().summary_tokens == 6
    assert choose(lesson).chosen == {}
    given = choose(lesson, policy="adk-token", parameters={"retention": "2", "threshold": "0.5"})
    assert (given.parameters.retention, given.parameters.threshold) == (2, 0.5)
    assert given.query() == {
        "budget": "100",
        "policy": "adk-token",
        "fidelity": "preserve",
        "retention": "2",
        "threshold": "0.5",
        "counts": "recorded",
    }
    query = given.query()
    own = {name: query[name] for name in query if name not in ("budget", "policy", "fidelity")}
    assert choose(lesson, 100, "adk-token", parameters=own) == given


def test_controls_are_the_parameters_with_a_choice():
    lesson = agent_lesson([turn("T1", "user", 1)], parameters=OFFERS)
    found = controls(lesson, "adk-token")
    assert [(parameter.name, offer.offered) for parameter, offer in found] == [
        ("threshold", (0.5, 100)),
        ("retention", (2, 5)),
    ]
    assert controls(lesson, "evict-oldest") == ()


@pytest.mark.parametrize(
    ("policy", "name", "value", "problem"),
    [
        ("adk-token", "retention", 3, "it offers 2, 5"),
        ("adk-token", "retention", True, "it offers 2, 5"),
        ("adk-token", "retention", "two", "it offers 2, 5"),
        ("adk-token", "summary_tokens", 6, "it offers retention, threshold, counts"),
        ("adk-token", "colour", "red", "it offers retention, threshold, counts"),
        ("evict-oldest", "retention", 2, "it offers none"),
    ],
)
def test_a_parameter_that_is_not_offered_is_named(policy, name, value, problem):
    lesson = agent_lesson([turn("T1", "user", 1)], parameters=OFFERS)
    with pytest.raises(InvalidInput) as caught:
        choose(lesson, policy=policy, parameters={name: value})
    assert caught.value.field == name and problem in caught.value.problem


def test_every_policy_allows_its_own_defaults_and_says_what_else():
    for policy in POLICIES.values():
        names = [parameter.name for parameter in policy.parameters]
        assert len(names) == len(set(names)) and not {"lesson", "t", *("budget", "policy", "fidelity")} & set(names)
        for parameter in policy.parameters:
            assert parameter.allows(parameter.default) and parameter.range and parameter.title
            assert not parameter.allows(True) and not parameter.allows(None) and not parameter.allows(-1)
            assert not parameter.allows(float("nan"))
