"""Tests sessions that once had a wrong result, each with the right one."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim import describe
from sim.analysis.token_budget import cost
from sim.lesson.fixture import Fixture
from sim.library import load
from sim.policies.choice import choose
from sim.prompt.request import request
from sim.replay import Replay, replay

from .test_lessons import after

FOLDER = Path(__file__).with_name("cases")


def case(name: str) -> Fixture:
    return load((FOLDER / f"{name}.json").read_bytes(), name)


def played(name: str, policy: str | None = None, **parameters: object) -> Replay:
    fixture = case(name)
    return replay(fixture, choose(fixture, policy=policy, parameters=parameters))


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.json")))
def test_every_case_opens_and_plays(name):
    whole = played(name)
    assert len(whole.frames) == len(whole.fixture.turns) + 1


@pytest.mark.parametrize("counts", ["recorded", "simulated"])
def test_a_recorded_count_holds_until_the_history_differs(counts):
    whole = played("recorded-after-compaction", counts=counts)
    acted = [frame for frame in whole.frames if frame.operations]
    assert [(frame.arrived.id, frame.tokens) for frame in acted] == [("A4", 110), ("A7", 110)]
    assert whole.frames[-1].tokens == 150
    said = [describe.operations(frame) for frame in acted]
    assert "the prompt recorded with A4 was 200 teaching tokens" in said[0].lower().replace("a4", "A4")
    assert "(the 320 recorded there are of a history that is no longer this one)" in said[1]


def test_a_group_stays_until_it_was_read():
    whole = played("group-leaves-on-arrival")
    full = after(whole, "T4")
    assert full.context.ids == ("C1", "T1", "T2", "T3", "T4") and full.tokens == 50
    assert describe.over_budget(full) == (
        "The context weighs 50, more than the budget of 30, and the policy left it so: "
        "C1, T1, T2, T3 and T4 belong together and have not been read yet."
    )
    waiting = describe.over_budget(after(whole, "T3"))
    assert waiting.endswith("the call C1 is waiting for its result, and stays until that has been read.")
    # The model has read them before it wrote A1, so now they may leave.
    assert after(whole, "A1").context.ids == ("A1",)
    kept = played("group-leaves-on-arrival", "keep-last")
    assert after(kept, "T4").context.ids == ("C1", "T1", "T2", "T3", "T4")


def test_a_context_is_never_empty_when_the_agent_answers():
    whole = played("group-leaves-on-arrival")
    assert all(frame.context.ids for frame in whole.frames[1:])


@pytest.mark.parametrize("policy", ["evict-oldest", "keep-last"])
def test_a_helpers_turns_are_in_its_own_context(policy):
    whole = played("helper-of-its-own", policy)
    last = whole.frames[-1]
    assert last.context.ids == ("U1", "C1", "T1", "A1") and last.tokens == 90 and not last.evicted
    assert not any(fault.kind == "unanswered" for frame in whole.frames for fault in frame.faults)
    assert [last.fate(turn) for turn in ("C2", "T2", "A2")] == ["elsewhere"] * 3
    main, helper = (request(last.context, reader) for reader in whole.fixture.readers)
    assert (main.tokens, helper.tokens) == (90, 350)
    assert describe.turn_state(last, whole.fixture.turns[3]) == "in another agent's own context"


def test_the_packages_own_rules_share_the_session():
    last = played("helper-of-its-own", "adk-token").frames[-1]
    assert last.fate("T2") in ("retained", "folded")


@pytest.mark.parametrize(
    ("policy", "role", "rejected"),
    [("evict-oldest", "system", True), ("summarize-older", "system", True), ("summarize-older", "user", False)],
)
def test_a_request_without_a_user_is_rejected(policy, role, rejected):
    fixture = case("no-user-turn-left")
    given = (
        {"summary_role": role}
        if policy == "summarize-older" and "summary_role" in fixture.parameters.get(policy, {})
        else {}
    )
    if policy == "summarize-older" and not given and role == "user":
        pytest.skip("the case offers one role")
    frame = replay(fixture, choose(fixture, policy=policy, parameters=given)).at(8)
    assert any(fault.kind == "no_user" for fault in frame.faults) == rejected


def test_a_request_that_begins_with_an_answer_says_so():
    last = played("cut-in-mid-turn").frames[-1]
    (fault,) = last.faults
    assert (fault.kind, fault.certain) == ("answer_first", False)
    assert (
        describe.fault(fault)
        == f"Some providers reject this prompt: after the instructions, it begins with the agent's answer {fault.turn}."
    )


def test_a_summary_larger_than_what_it_stands_for_is_told():
    whole = played("summary-larger-than-turns")
    grown = next(frame for frame in whole.frames for step in frame.operations if step.after > step.before)
    assert [(step.before, step.after) for step in grown.operations] == [(50, 80)]
    assert "The context grew: the summary weighs more than what it stands for." in describe.operations(grown)


def test_a_stamp_that_falls_counts_as_the_one_before():
    fixture = case("time-that-falls")
    assert fixture.timestamps == (1751365200, 1751366400, 1751366400)


def test_a_call_id_of_two_ids_joined_is_real():
    assert len(case("joined-call-id").turns[1].calls[0].id) == 87


def test_what_a_call_cost_is_one_sum(first_lesson):
    whole = played("helper-of-its-own", "adk-token")
    assert cost(whole, len(whole.frames) - 1).tokens == whole.frames[-1].read
