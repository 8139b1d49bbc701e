"""Tests which calls would fail, and when a summary was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import describe
from sim.analysis.compactions import compactions
from sim.analysis.failed_calls import FailedCall, calls
from sim.library import find, lessons
from sim.policies.choice import choose
from sim.policies.registry import POLICIES
from sim.prompt.resolved import unsent
from sim.replay import Replay, replay

from .agents import agent_lesson, agent_lessons, chosen
from .making import every_setting, lesson, turn


def played(name: str, *choice, **parameters) -> Replay:
    fixture = find(name)
    return replay(fixture, choose(fixture, *choice, parameters=parameters))


def test_a_call_over_the_budget_fails():
    found = calls(played("late-count"))
    assert found.count == 11
    assert found.failed == (
        FailedCall(index=10, seconds=30, answer="T11", causes=("over",)),
        FailedCall(index=12, seconds=36, answer="T13", causes=("over",)),
        FailedCall(index=14, seconds=42, answer="T15", causes=("over",)),
    )


def test_a_call_with_a_result_whose_call_has_left_fails():
    found = calls(played("code-review"))
    assert (found.count, len(found.failed)) == (16, 4)
    assert found.failed[0] == FailedCall(index=19, seconds=57, answer="T19", causes=("rejected",))
    assert calls(played("code-review", pairs="whole")).failed == ()


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
    assert found.failed == (FailedCall(index=2, seconds=30, answer="T3", causes=("unsent",)),)


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
        and (frame.over_budget or any(fault.certain for fault in frame.faults) or answer.by in unsent(frame.context))
    ]


@pytest.mark.parametrize("name", lessons())
def test_the_failed_calls_are_those_of_a_look_at_every_frame(name):
    fixture = find(name)
    for policy in fixture.policies:
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
        "Of 11 calls of the model, 3 would fail, the first at 30 seconds, for T11: the context is over the budget. "
        "At the end the context holds 230 teaching tokens: T1, S, T18, T19, T20, T21, T22, T23 and T24."
    )
