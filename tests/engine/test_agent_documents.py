"""Tests the exports, the sentences and the command line with agents' policies."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import describe
from sim.__main__ import main
from sim.analysis.comparison import difference
from sim.export.opening import open_document
from sim.export.writing import document, fixture_bytes
from sim.lesson.invalid import InvalidInput
from sim.library import find, load
from sim.policies.choice import choose
from sim.policies.registry import POLICIES
from sim.replay import replay

from .agents import ALL, agent_lesson, agent_lessons, base, chosen
from .making import document as made
from .making import encoded, smallest_budget, survey, turn

OFFERS = {
    "adk-token": {
        "threshold": {"offered": [25, 0.5], "default": 25},
        "retention": {"offered": [1, 2], "default": 2},
    },
    "summarize-older": {"placement": {"offered": ["after-system", "at-end"], "default": "at-end"}},
}


def talk(count: int = 8) -> list[dict]:
    return [turn(f"e{k}", "user" if k % 2 else "assistant", 10, **({"evidence": ["f"]} if k == 1 else {})) for k in range(1, count + 1)]  # fmt: skip


def offering(budget: int = 100):
    return agent_lesson(talk(), budget, parameters=OFFERS)


@given(agent_lessons(most=12), st.sampled_from(ALL), st.floats(0, 60))
def test_an_export_of_any_policy_opens_to_itself(fixture, policy, seconds):
    choice = choose(fixture, policy=policy)
    data = document(replay(fixture, choice), seconds)
    assert data == document(replay(load(fixture_bytes(fixture)), choice), seconds)
    opened = open_document(data)
    assert (opened.fixture, opened.settings, opened.seconds) == (fixture, choice, seconds)


def test_an_export_keeps_the_parameters_and_refuses_others():
    lesson = offering()
    choice = choose(lesson, policy="adk-token", parameters={"retention": 1})
    whole = json.loads(document(replay(lesson, choice), 60))
    assert whole["settings"]["parameters"] == {"threshold": 25, "retention": 1}
    assert open_document(encoded(whole)).settings == choice
    for name, value, field in (("retention", 9, "retention"), ("colour", 1, "colour")):
        changed = whole | {"settings": whole["settings"] | {"parameters": {name: value}}}
        with pytest.raises(InvalidInput) as caught:
            open_document(encoded(changed))
        assert caught.value.field == f"$.settings.parameters.{field}"


def test_what_a_frame_of_an_agents_policy_holds():
    lesson = agent_lesson(talk(), facts=[{"id": "f", "statement": "s", "answer": "a", "ladder": [{"text": "less"}]}])
    frame = json.loads(document(replay(lesson, chosen("adk-token", threshold=25, retention=2)), 30))["inspection"][
        "shown"
    ]
    assert frame["items"][0] | {"entries": []} == {
        "id": "S",
        "kind": "summary",
        "tokens": 6,
        "mentions": ["f"],
        "backs": {},
        "covers": ["e1", "e2"],
        "generation": 1,
        "place": "in-place",
        "role": "assistant",
        "says": {"f": "less"},
        "entries": [],
    }
    assert frame["session"] == {"turns": 4, "stored": 46}
    assert frame["prompts"] == {"read": 40, "reusable": 0, "uncached": 30, "summarized": 20}
    assert not [fault for fault in frame["faults"] if fault["kind"] != "answer_first"]


def test_a_fault_is_in_the_export():
    frame = json.loads(document(replay(base(80), chosen("evict-oldest", 80)), 60))["arrivals"][-1]
    assert frame["faults"] == [{"kind": "lost_call", "turn": "T2", "partner": "C2"}]


def test_a_survey_has_every_policy_with_the_lessons_defaults():
    lesson = offering()
    cells = survey(lesson, 60)
    assert [cell.settings.policy for cell in cells] == [
        p for p in ALL for _ in range(2 if p == "summarize-older" else 1)
    ]
    by_policy = {cell.settings.policy: cell for cell in cells}
    assert by_policy["adk-token"].settings.chosen == {"threshold": 25, "retention": 2}
    assert by_policy["adk-token"].stored > by_policy["evict-oldest"].stored
    changed = {cell.settings.policy: cell for cell in survey(lesson, 60, {"retention": 1})}
    assert changed["adk-token"].settings.parameters.retention == 1
    assert changed["keep-last"].settings.chosen == {}


def test_every_whole_budget_is_tried_under_any_policy():
    lesson = load(
        encoded(made(talk(), budgets=[20, 40, 200], policies=["keep-last"],
                     defaults={"budget": 20, "policy": "keep-last", "fidelity": "drop"},
                     parameters={"keep-last": {"retention": {"offered": [2], "default": 2}}}))
    )  # fmt: skip
    least = smallest_budget(lesson, "keep-last", "drop", "f", 60)

    def backs(budget: int) -> bool:
        frame = replay(lesson, POLICIES["keep-last"].settings(budget, "drop", retention=2)).frames[-1]
        return frame.facts["f"].backed and frame.tokens <= budget

    assert least == next(budget for budget in range(1, 201) if backs(budget))


def test_differences_hold_between_policies():
    lesson = agent_lesson(talk())
    one = replay(lesson, chosen("adk-sliding", interval=2)).frames[-1]
    other = replay(lesson, chosen("evict-oldest")).frames[-1]
    found = difference(other, one)
    assert found.gained == ("S1", "S2") and found.covered == 8
    assert describe.difference(found)


def test_settings_in_words():
    choice = choose(offering(), policy="adk-token", parameters={"threshold": 0.5})
    assert describe.settings(choice) == (
        "Budget 100, ADK by tokens, threshold (at most 1 is a share of the budget): 0.5, turns kept at the end: 2"
    )
    placed = choose(offering(), policy="summarize-older", parameters={"placement": "after-system"})
    assert describe.settings(placed).endswith("critical fact: preserve, where the summary stands: after system")


def test_two_summaries_that_carry_a_fact_are_both_named():
    lesson = agent_lesson(
        [
            turn(f"e{k}", "user" if k % 2 else "assistant", 10, **({"evidence": ["f"]} if k == 3 else {}))
            for k in range(1, 9)
        ]
    )
    frame = replay(lesson, chosen("adk-sliding", interval=2, overlap=1)).frames[-1]
    standing = frame.facts["f"]
    assert standing.through == (("S1", "e3"), ("S2", "e3")) and standing.backed_by == ("e3",)
    assert describe.evidence(standing) == "Backed by e3, carried by the summaries S1 and S2."
    assert describe.turn_state(frame, lesson.turns[2]) == "folded into S2"
    assert describe.turn_state(frame, lesson.turns[0]) == "folded into S1"


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "offering.json"
    path.write_bytes(fixture_bytes(offering()))
    return str(path)


def test_set_on_the_command_line(capsys, saved):
    assert main(["replay", saved, "--policy", "adk-token", "--set", "retention=1", "--set", "threshold=0.5"]) == 0
    out = capsys.readouterr().out
    assert "turns kept at the end: 1" in out and "The session stores 8 turns" in out
    assert main(["replay", saved, "--policy", "adk-token", "--set", "retention=1", "--json"]) == 0
    assert main(["compare", saved, "--set", "retention=1"]) == 0
    assert "ADK by tokens" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["replay", "--set", "retention"], ["set", "'retention'", "NAME=VALUE"]),
        (["replay", "--policy", "adk-token", "--set", "retention=9"], ["retention", "'9'", "1, 2"]),
        (["replay", "--set", "retention=1"], ["retention", "evict-oldest", "offers none"]),
        (["compare", "--set", "colour=red"], ["colour", "'red'"]),
        (["compare", "--set", "retention=9"], ["retention", "'9'", "1, 2"]),
    ],
)
def test_a_wrong_set_ends_with_2_and_one_line(capsys, saved, arguments, named):
    command, *rest = arguments
    assert main([command, saved, *rest]) == 2
    out, err = capsys.readouterr()
    assert out == "" and len(err.splitlines()) == 1 and all(name in err for name in named), err


def test_the_command_line_shows_sections_and_faults(capsys, tmp_path):
    path = tmp_path / "b.json"
    path.write_bytes(fixture_bytes(base(80)))
    assert main(["replay", str(path)]) == 0
    assert "A provider rejects this prompt: T2 is a result, and its call C2 has left." in capsys.readouterr().out


def test_the_first_lesson_is_as_it_was():
    lesson = find("report-preference")
    assert lesson.parameters == {} and choose(lesson).query() == {
        "budget": "24",
        "policy": "evict-oldest",
        "fidelity": "preserve",
    }
