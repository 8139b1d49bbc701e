"""Tests that the guide and the experiment always agree, because each of them can change the other."""

import pytest

from sim import describe
from sim.guide import steps
from sim.guide.steps import pages
from sim.lesson.invalid import InvalidInput
from sim.library import find, lessons
from web.experiment import Experiment
from web.guided import Guided
from web.views.answers import AnswersView


@pytest.fixture
def guided() -> Guided:
    return Guided(Experiment())


def where(guided: Guided) -> tuple:
    """The shown step, budget, policy and moment."""
    there = guided.experiment
    return there.step, there.settings.budget, there.settings.policy, there.seconds


def given(guided: Guided) -> dict:
    """The answers in the open lesson, by step."""
    return guided.experiment.answers.of(guided.experiment.key)


def test_nobody_is_guided_who_did_not_ask(guided):
    assert (guided.experiment.step, guided.page, guided.outcome, guided.wandered) == (0, None, None, False)
    assert guided.experiment.address == "lesson=report-preference&budget=24&policy=evict-oldest&fidelity=preserve&t=0"


def test_next_and_previous_go_where_the_step_is_and_stop_at_the_ends(guided):
    guided.turn(-1)
    assert guided.page is None
    guided.turn(1)
    assert where(guided) == (1, 24, "evict-oldest", 22.5)
    assert guided.experiment.said[1].startswith("Step 1 of 5: What the case is. In T2 the user says")
    for _ in range(9):
        guided.turn(1)
    assert where(guided) == (5, 24, "evict-oldest", 22.5)
    guided.turn(-1)
    assert where(guided) == (4, 24, "summarize-older", 52.5)


def test_a_question_is_asked_before_its_moment_and_answered_at_it(guided):
    guided.experiment.follow(2, opening=True)
    assert (guided.experiment.seconds, guided.outcome, guided.wandered) == (22.5, None, False)
    guided.answer("T1")
    assert guided.experiment.seconds == 30
    assert (guided.outcome.correct, guided.outcome.right.text) == (False, "T2")
    assert guided.experiment.said[1].startswith("You said: T1. The answer: T2.")
    assert given(guided) == {2: "T1"}


def test_a_question_may_be_skipped_and_what_was_answered_is_kept(guided):
    guided.experiment.follow(2, opening=True)
    guided.answer(None)
    assert (guided.outcome.chosen, given(guided)) == (None, {2: None})
    guided.turn(1)
    assert (guided.outcome, guided.experiment.seconds) == (None, 22.5)
    guided.turn(-1)
    assert guided.outcome.right.text == "T2" and guided.experiment.seconds == 30
    guided.experiment.lesson("summary-drift")
    assert (guided.page, guided.outcome, guided.experiment.step) == (None, None, 0)
    guided.experiment.visit("?lesson=report-preference&step=2")
    assert guided.outcome.chosen is None and guided.outcome.right.text == "T2"


def test_a_step_is_filled_in_once_to_be_shown_and_once_to_be_followed(guided, monkeypatch):
    """Each time takes replays, and for the reason of its answer a search."""
    guided.experiment.answers.give(guided.experiment.key, {2: "T1"})
    filled, page = [], steps.page

    def counted(fixture, number):
        filled.append(number)
        return page(fixture, number)

    monkeypatch.setattr(steps, "page", counted)
    guided.turn(1)
    guided.turn(1)
    guided.show()
    assert filled == [1, 1, 2, 2, 2]
    assert guided.outcome.chosen.id == "T1" and guided.experiment.seconds == 30


def test_an_answer_that_is_no_choice_changes_nothing(guided):
    guided.experiment.follow(2, opening=True)
    with pytest.raises(InvalidInput):
        guided.answer("T9")
    assert (given(guided), guided.outcome, guided.experiment.seconds) == ({}, None, 22.5)
    guided.experiment.follow(1)
    guided.answer("T1")
    assert given(guided) == {}


@pytest.mark.parametrize("away", [lambda there: there.move(60), lambda there: there.choose(budget=36)])
def test_it_says_when_the_page_shows_something_else_and_leads_back(guided, away):
    guided.turn(1)
    assert not guided.wandered
    away(guided.experiment)
    assert guided.wandered
    guided.show()
    assert not guided.wandered and where(guided) == (1, 24, "evict-oldest", 22.5)


def test_a_second_within_the_same_arrival_is_not_wandering(guided):
    guided.turn(1)
    guided.experiment.move(25)
    assert not guided.wandered


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("?step=4", (4, 24, "summarize-older", 52.5)),
        ("?step=4&t=60", (4, 24, "summarize-older", 60)),
        ("?step=1&budget=48", (1, 48, "evict-oldest", 22.5)),
        ("?lesson=code-review&step=2", (2, 4000, "keep-last", 54)),
    ],
)
def test_a_step_is_in_the_address(guided, query, shown):
    guided.experiment.visit(query)
    assert where(guided) == shown
    there = Guided(Experiment())
    there.experiment.visit(f"?{guided.experiment.address}")
    assert where(there) == shown and there.page == guided.page


@pytest.mark.parametrize("step", ["6", "0", "-1", "two", "1.5", "", "9" * 5000])
def test_a_step_that_is_not_there_is_named(guided, step):
    guided.experiment.visit(f"?step={step}&t=30")
    assert (
        "step is " in guided.experiment.notice
        and "which is no step of this lesson's guide (it has 5)" in guided.experiment.notice
    )
    assert where(guided) == (0, 24, "evict-oldest", 30)


def test_the_agent_is_asked_at_this_moment_and_no_other(guided):
    guided.experiment.move(30)
    guided.ask("format")
    assert (guided.verdict.reach, guided.verdict.rest.item) == ("said", "T3")
    assert guided.experiment.said[1].startswith("Can be said, but not proven: “concise bullets”.")
    guided.experiment.move(60)
    assert guided.verdict is None
    guided.ask("format")
    guided.experiment.move(60)
    assert guided.verdict.reach == "unknown"


def test_the_challenge_keeps_the_best_that_was_found(guided):
    assert (guided.attempt.reached, guided.best) == (False, None)
    guided.experiment.choose(budget=64)
    assert (guided.best.spent, guided.attempt.reached) == (64, True)
    guided.experiment.choose(policy="summarize-older", budget=20)
    guided.experiment.choose(budget=48)
    assert (guided.best.spent, guided.attempt.spent) == (20, 48)
    guided.experiment.lesson("summary-drift")
    assert (guided.attempt, guided.best) == (None, None)


@pytest.mark.parametrize("name", lessons())
def test_every_step_of_every_lesson_can_be_gone_through(name):
    guided = Guided(Experiment())
    guided.experiment.lesson(name)
    for page in pages(find(name)):
        guided.turn(1)
        assert guided.page == page and not guided.wandered
        if page.question:
            assert guided.experiment.seconds == page.opening
            assert page.question.reason not in guided.experiment.said[1]
            guided.answer(page.question.right)
            assert guided.outcome.correct
        assert (guided.experiment.settings, guided.experiment.seconds) == (page.settings, page.seconds)
        assert not guided.wandered
    assert describe.guide.place(guided.page) == f"Step {page.count} of {page.count}"


def test_an_answer_that_is_no_longer_offered_leaves_the_question_open_at_its_own_moment(guided):
    guided.experiment.answers.hear({"lesson/report-preference/2": '{"chosen": "of an older version"}'})
    guided.turn(1)
    guided.turn(1)
    assert (guided.outcome, guided.experiment.seconds) == (None, guided.page.opening)


def test_cleared_answers_open_the_question_before_what_would_answer_it(guided):
    view = AnswersView(guided.experiment)
    guided.turn(1)
    guided.turn(1)
    guided.answer(None)
    assert guided.experiment.seconds == guided.page.seconds != guided.page.opening
    view._clear()
    assert (guided.outcome, guided.experiment.seconds) == (None, guided.page.opening)
