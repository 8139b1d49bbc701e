"""Tests the policy that removes nothing, which every lesson has as the first row of its comparison."""

from __future__ import annotations

import msgspec
import pytest

from sim import describe
from sim.analysis.failed_calls import calls
from sim.analysis.space import spaces
from sim.analysis.survey import Survey
from sim.library import find, lessons
from sim.policies.choice import choose, policies
from sim.replay import replay

NAME = "no-compression"


@pytest.mark.parametrize("name", lessons())
def test_everything_stays_and_nothing_is_done(name):
    fixture = find(name)
    whole = replay(fixture, choose(fixture, policy=NAME))
    apart = whole.frames[0].context.session.apart
    weight = 0
    for k, frame in enumerate(whole.frames[1:]):
        weight += 0 if k in apart else fixture.turns[k].tokens
        assert (frame.tokens, frame.operations, frame.summarized) == (weight, (), 0)
    assert whole.frames[-1].context.ids == tuple(turn.id for k, turn in enumerate(fixture.turns) if k not in apart)


@pytest.mark.parametrize("name", lessons())
def test_every_lesson_offers_it_first_and_opens_with_another(name):
    fixture = find(name)
    assert policies(fixture) == (NAME, *fixture.policies)
    assert choose(fixture).policy != NAME
    cells = Survey(fixture).cells(fixture.duration)
    assert {cell.settings.policy for cell in cells[: len(fixture.budgets)]} == {NAME}


def test_a_lesson_that_lists_it_has_it_once(first_lesson):
    listed = msgspec.structs.replace(first_lesson, policies=("evict-oldest", NAME))
    assert policies(listed) == (NAME, "evict-oldest")
    assert [space.settings.policy for space in spaces(Survey(listed), "report-format")] == ["evict-oldest"]


def test_over_the_budget_it_says_so_and_the_calls_fail(first_lesson):
    whole = replay(first_lesson, choose(first_lesson, 24, NAME))
    end = whole.frames[-1]
    assert (end.tokens, end.over_budget, end.facts["report-format"].backed) == (57, True, True)
    assert describe.over_budget(end) == (
        "The context weighs 57, more than the budget of 24, and the policy left it so: it removes nothing."
    )
    assert [call.answer for call in calls(whole).failed] == ["T5", "T7"]
    assert not calls(replay(first_lesson, choose(first_lesson, 64, NAME))).failed


def test_agents_share_one_context_where_they_do_under_the_lessons_own_policy():
    assert replay(find("who-reads-what"), choose(find("who-reads-what"), policy=NAME)).frames[0].context.session.shared
    own = find("report-preference")
    assert not replay(own, choose(own, policy=NAME)).frames[0].context.session.shared
