"""Tests which calls would fail, and when a summary was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import describe
from sim.analysis.compactions import compactions
from sim.analysis.failed_calls import FailedCall, Failures, calls, failures
from sim.analysis.smallest_budget import Least, smallest_budget
from sim.analysis.smallest_budget import failures as failures_with
from sim.analysis.survey import Survey
from sim.library import find, lessons
from sim.policies.choice import choose, policies
from sim.policies.registry import POLICIES
from sim.prompt.prompts import prompt
from sim.prompt.request import unsent
from sim.replay import Replay, replay
from sim.state.provenance import FactStatus

from .agents import agent_lesson, agent_lessons, base, chosen
from .making import every_setting, lesson, survey, turn


def played(name: str, *choice, **parameters) -> Replay:
    fixture = find(name)
    return replay(fixture, choose(fixture, *choice, parameters=parameters))


def test_a_call_over_the_budget_fails():
    found = calls(played("late-count"))
    assert found.count == 11
    assert found.failed == (
        FailedCall(index=10, seconds=30, answer="T11", tokens=470, budget=400, causes=("over",)),
        FailedCall(index=12, seconds=36, answer="T13", tokens=420, budget=400, causes=("over",)),
        FailedCall(index=14, seconds=42, answer="T15", tokens=450, budget=400, causes=("over",)),
    )


def test_a_call_with_a_result_whose_call_has_left_fails():
    found = calls(played("code-review"))
    assert (found.count, len(found.failed)) == (16, 4)
    assert found.failed[0] == FailedCall(
        index=19, seconds=57, answer="T19", tokens=2680, budget=4000, causes=("rejected",)
    )
    assert calls(played("code-review", pairs="whole")).failed == ()


def test_what_only_some_providers_reject_is_said_and_does_not_count():
    whole = played("report-preference")
    frame = whole.at(30)
    assert [fault.kind for fault in frame.faults] == ["answer_first"]
    assert describe.faults(frame.faults) == (
        "Some providers reject this prompt: after the instructions, it begins with the agent's answer T3.",
    )
    assert calls(whole).failed == () and failures(whole, whole.frames[-1]) == Failures()


def test_a_call_is_over_the_budget_by_what_its_own_agent_reads():
    turns = [
        turn("T1", "user", 30),
        turn("T2", "assistant", 30, author="clerk", branch="clerk"),
        turn("T3", "assistant", 5, author="guest", branch="guest"),
    ]
    readers = [{"name": "guest", "branch": "guest"}, {"name": "clerk", "branch": "clerk"}]
    whole = replay(agent_lesson(turns, 50, readers=readers), chosen("adk-token", 50, threshold=1e6))
    assert whole.frames[2].over_budget and whole.frames[3].prompt.tokens == 30  # the guest does not see T2
    assert calls(whole).failed == ()


def test_a_call_whose_agent_lacks_a_value_fails_and_that_of_another_agent_does_not():
    turns = [
        turn("T1", "system", 5, text="Greet {name}.", author="greeter"),
        turn("T2", "user", 5),
        turn("T3", "assistant", 5, author="greeter"),
        turn("T4", "assistant", 5, author="other"),
    ]
    readers = [{"name": "greeter"}, {"name": "other"}]
    found = calls(replay(agent_lesson(turns, 100, readers=readers), chosen("adk-token", 100)))
    assert found.count == 2
    assert found.failed == (FailedCall(index=2, seconds=30, answer="T3", tokens=10, budget=100, causes=("unsent",)),)


ALWAYS = {"adk-token": {"threshold": 60, "retention": 2}, "adk-sliding": {"interval": 1, "overlap": 0}}


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ("adk-token", ()),
        ("adk-sliding", ()),
        (
            "adk-token-java",
            (
                "The call for C2 would fail: the summarizer fails, and the request with it.",
                "The call for A2 would fail: the summarizer fails, and the request with it.",
            ),
        ),
        (
            "adk-sliding-java",
            (
                "The request of A1 would fail after its answer: the summarizer fails, and the request with it.",
                "The request of A2 would fail after its answer: the summarizer fails, and the request with it.",
            ),
        ),
    ],
)
def test_in_java_a_summarizer_that_fails_fails_the_call_and_in_python_it_does_not(policy, said):
    parameters = ALWAYS[policy.removesuffix("-java")]
    whole = replay(base(200), chosen(policy, 200, summarizer="fails", **parameters))
    assert any(step.kind == "fail" for frame in whole.frames for step in frame.operations)
    assert tuple(map(describe.failures.failed, calls(whole).failed)) == said
    assert not calls(replay(base(200), chosen(policy, 200, **parameters))).failed or policy == "adk-sliding-java"
    ends = {
        describe.reason(step.reason).split("The summarizer failed: ")[1]
        for frame in whole.frames
        for step in frame.operations
    }
    assert ends == {"and its error fails the request." if said else "nothing was compacted."}


def test_after_an_answer_whose_request_failed_the_next_turn_is_never_reached():
    whole = replay(base(200), chosen("adk-sliding-java", 200, summarizer="fails", **ALWAYS["adk-sliding"]))
    found = [failures(whole, frame) for frame in whole.frames]
    assert [one.count for one in found] == [0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2]
    assert [one.beyond for one in found] == [*[False] * 6, *[True] * 5]
    assert describe.failures.at_arrival(found[5]) == (
        "A1 is written, and then its request would fail: the summarizer fails, and the request with it; the recording goes on.",
    )
    assert describe.failures.at_arrival(found[6]) == (
        "These settings never reach this turn: the request for A1 failed at 30 seconds.",
    )


def test_from_the_first_failed_call_on_no_turn_is_reached():
    whole = played("late-count")
    first = calls(whole).failed[0]
    found = {index: failures(whole, whole.frames[index]) for index in range(len(whole.frames))}
    assert [found[index].count for index in (9, 10, 11, 12, 13, 14, 15, 24)] == [0, 1, 1, 2, 2, 3, 3, 3]
    assert {index for index, one in found.items() if one.beyond} == {*range(11, 25)}
    assert found[24].first == first and [found[24].reaches(index) for index in (9, 10, 11)] == [True, True, False]
    assert [index for index, one in found.items() if one.now] == [10, 12, 14]
    assert [index for index, one in found.items() if one.own] == [11, 13, 15]
    prompt = "its prompt is 470 of 400 teaching tokens"
    assert describe.failures.at_arrival(found[9]) == ()
    assert describe.failures.at_arrival(found[10]) == (f"The call that follows would fail: {prompt}.",)
    assert describe.failures.at_arrival(found[11]) == (
        f"No model would have written T11: {prompt}; the recording goes on.",
    )
    assert describe.failures.at_arrival(found[16]) == (
        "These settings never reach this turn: the call for T11 failed at 30 seconds.",
    )
    assert [describe.failures.in_row(found[index]) for index in (10, 11, 12, 13)] == [
        "",
        f"The call for T11 would fail: {prompt}.",
        "Never reached.",
        "Never reached. The call for T13 would fail: its prompt is 420 of 400 teaching tokens.",
    ]
    assert describe.arrival(whole.frames[16], found[16]).endswith(describe.failures.at_arrival(found[16])[0])
    assert [describe.failures.so_far(found[index]) for index in (9, 10, 24)] == [
        "none",
        "1 call failed, at 30 s",
        "3 calls failed, first at 30 s",
    ]


def test_a_fact_that_stands_after_a_failed_call_says_so():
    whole = played("tail-or-window", 400, "adk-sliding")
    frame = whole.frames[-1]
    standing = frame.facts["freeze"]
    assert describe.fact_state(standing) == "proven"
    assert describe.fact_state(standing, failures(whole, frame)) == "proven, after a call that failed"
    lost = FactStatus(said_by=("T2",))
    assert describe.fact_state(lost, failures(whole, frame)) == "gone"


def test_a_cell_is_never_called_backed_without_its_failed_calls():
    cell = next(cell for cell in survey(find("tail-or-window"), 72) if cell.settings.policy == "adk-sliding")
    assert cell.facts["freeze"].backed and not cell.over_budget
    assert describe.cell_problems(cell) == ("2 calls failed, first at 42 s",)


def test_the_smallest_budget_tells_which_calls_failed_with_it():
    fixture = find("tail-or-window")
    choices = Survey(fixture)
    settings = choices.settings(400, "adk-sliding", "preserve")
    least = smallest_budget(choices, settings, "freeze", 72)
    assert describe.smallest_budget(settings, least, failed=failures_with(choices, settings, least, 72)) == (
        "ADK sliding window: 150 is the smallest budget that still backs it. With it, 6 calls failed, first at 30 s."
    )
    assert failures_with(choices, settings, Least(None, "every"), 72) == Failures()


@given(agent_lessons(), st.sampled_from([*POLICIES]), st.integers(10, 400), st.data())
def test_what_has_failed_does_not_depend_on_where_one_looked_before(fixture, policy, budget, data):
    settings = chosen(policy, budget)
    whole = replay(fixture, settings)
    choices = Survey(fixture)
    for index in data.draw(st.lists(st.integers(0, len(fixture.turns)), max_size=6)):
        failed = [call for call in calls(replay(fixture, settings)).failed if call.index <= index]
        found = failures(whole, whole.frames[index])
        assert (found.count, found.first) == (len(failed), failed[0] if failed else None)
        at = whole.frames[index].seconds
        assert choices.failures(settings, at) == failures(whole, whole.at(at))


def test_without_turns_there_is_no_call():
    fixture = lesson([])
    whole = replay(fixture, choose(fixture))
    assert (calls(whole).count, calls(whole).failed, compactions(whole)) == (0, (), ())


def looked_at(whole: Replay) -> list[int]:
    """The same from a look at every frame."""
    session = whole.frames[0].context.session
    return [
        frame.index
        for frame, answer in zip(whole.frames, session.turns)
        if answer.role == "assistant"
        and frame.index not in session.apart
        and (
            prompt(frame.context, answer).tokens > frame.settings.budget
            or any(fault.certain for fault in frame.faults)
            or answer.by in unsent(frame.context)
        )
    ]


@pytest.mark.parametrize("name", lessons())
def test_the_failed_calls_are_those_of_a_look_at_every_frame(name):
    fixture = find(name)
    for policy in policies(fixture):
        for settings in every_setting(fixture, policy):
            whole = replay(fixture, settings)
            assert [call.index for call in calls(whole).failed] == looked_at(whole)


@given(agent_lessons(), st.sampled_from([*POLICIES]), st.integers(10, 400))
def test_so_they_are_in_any_session(fixture, policy, budget):
    whole = replay(fixture, chosen(policy, budget))
    assert [call.index for call in calls(whole).failed] == looked_at(whole)


def test_compactions_are_the_arrivals_at_which_a_summary_was_written():
    assert compactions(played("report-preference", 24, "summarize-older")) == (30, 37.5, 45, 52.5, 60)
    assert compactions(played("report-preference")) == ()
    assert compactions(played("late-count")) == (36, 39, 48, 60, 69)


def test_the_picture_in_words():
    assert describe.pictures.picture(played("late-count")) == (
        "The context first passes the budget of 400 at 30 seconds, and at 7 arrivals in all; at most it weighs 500, at 36 seconds. "
        "The alert line is at 240: a prompt of that size makes the policy act. "
        "T2 is the first to leave (folded at 36 seconds), 16 turns in all. "
        "There are 5 compactions, each at an arrival at which a summary is written or rewritten: the first at 36 seconds. "
        "Of 11 calls of the model, 3 would fail, the first at 30 seconds, for T11: its prompt is 470 of 400 teaching tokens. "
        "No turn after that would have been reached; the recording goes on. "
        "At the end the context holds 230 teaching tokens: T1, S, T18, T19, T20, T21, T22, T23 and T24."
    )
