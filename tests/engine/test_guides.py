"""Tests the guides of the bundled lessons: every number in them is computed, never typed, and each step follows the rules."""

from __future__ import annotations

import re

import msgspec
import pytest

from sim.analysis.viewpoint import Viewpoint
from sim.guide.figures import NAMES
from sim.guide.filling import names
from sim.guide.steps import checked, pages
from sim.lesson.fixture import Fixture
from sim.lesson.teaching_order import ORDER
from sim.library import find, lessons
from sim.replay import replay

from .test_lessons import ID, LESSONS, choices, found

IDS = ("report-preference", *LESSONS)

# The numbers in each filled step, in their order. Lists of ids are left out.
NUMBERS = {
    "report-preference": ["21 24", "29 24 21", "", "20", "30 5 29 60 57"],
    "records-and-evidence": ["", "37 36 30", "37 47", "2 2 36 0", "61 71 12"],
    "trim-at-source": [
        "60 40 80 150 3000 2000", "82 8600 8600 0", "1600 60000 67000 8600", "4000 56 26 27", "7400 7200 8600",
    ],
    "summary-drift": ["412.50 3 412.50 3", "3 400", "27 400 3 0", "5 412.50 3", "2 51 75"],
    "code-review": ["120 900 4000", "4030 4000 10", "57 4 1", "200 4 4", ""],
    "same-mistake": ["", "4220 4000 10", "1880", ""],
    "summary-cost": ["1420 1580", "0.2 120 200 1580 1660 250 1420", "1920 2150 2120 2150",
                     "27810 9570 4570 22790 17870 6770", "2340 6910 4"],
    "late-count": ["400 240 200", "260 470 400 200 240", "470 400 470 240", "6 420"],
    "tail-or-window": ["72", "5", "2 18:00 3", "510 400 100"],
    "call-and-result": ["", "1 1", "1 0 100 90", ""],
    "who-reads-what": ["250 220", "390", "65 465", "475 515 555 595", "100 300"],
}  # fmt: skip


@pytest.fixture(params=IDS)
def lesson(request) -> Fixture:
    return find(request.param)


def test_the_lessons_are_listed_in_the_order_of_teaching():
    assert tuple(lessons()) == ORDER == tuple(NUMBERS)
    assert 8 <= len(ORDER) <= 11


def test_a_lesson_is_one_idea_in_a_few_steps(lesson):
    assert 4 <= len(lesson.steps) <= 5
    assert lesson.level in ("Beginner", "Intermediate", "Advanced")
    assert 20 <= len(lesson.line) <= 70 and lesson.line.endswith(".")
    assert any(step.question for step in lesson.steps)
    levels = [find(name).level for name in ORDER]
    assert levels == sorted(levels, key=("Beginner", "Intermediate", "Advanced").index)


def test_the_introduction_is_short_and_gives_no_result_away(lesson):
    assert 20 <= len(lesson.about.split()) <= 50
    assert lesson.about.endswith("?")
    assert found(lesson.about) == [] and "{" not in lesson.about


def test_no_number_is_typed(lesson):
    for step in lesson.steps:
        assert found(re.sub(r"\{[^{}]*\}", "", step.text)) == []


def test_every_number_comes_out_of_the_replay(lesson):
    assert [" ".join(found(page.text)) for page in checked(lesson, lesson.id)] == NUMBERS[lesson.id]


def test_every_step_is_read_at_a_glance(lesson):
    for page in pages(lesson):
        assert 20 <= len(page.text.split()) <= 80
        assert not re.search(r"[{}]", page.text)


def test_every_turn_that_a_step_names_has_arrived_or_is_in_the_transcript(lesson):
    ids = {turn.id for turn in lesson.turns}
    for settings in choices(lesson):
        ids |= {summary.id for frame in replay(lesson, settings).frames for summary in frame.context.summaries}
    for page in pages(lesson):
        assert set(re.findall(ID, page.text)) <= ids


def test_every_question_has_exactly_one_right_choice(lesson):
    for page in pages(lesson):
        if page.question:
            ids = [choice.id for choice in page.question.choices]
            assert 2 <= len(ids) <= 4 and len(set(ids)) == len(ids)
            assert ids.count(page.question.right) == 1
            assert page.opening < page.seconds


def test_a_step_is_at_an_arrival(lesson):
    """Otherwise "what leaves now" and "what has just arrived" would refer to a moment before the step's own moment."""
    for step in lesson.steps:
        view = Viewpoint.of(lesson, step.settings, step.at)
        assert view.frame.seconds == step.at > 0


def test_some_choice_that_is_asked_for_is_not_the_first():
    """A learner who always chooses the first answer must not always be right."""
    places = []
    for name in IDS:
        asked = [page.question for page in pages(find(name)) if page.question]
        places += [[choice.id for choice in question.choices].index(question.right) for question in asked]
    assert len(set(places)) >= 3 and max(places.count(place) for place in set(places)) <= len(places) * 0.6


def test_the_budget_is_free_from_what_never_leaves_to_where_nothing_has_to(lesson):
    """In "who-reads-what" nothing depends on the budget: it is about what each agent reads, and no context reaches it."""
    free = lesson.budget_range
    if lesson.id == "who-reads-what":
        assert free is None
        whole = [replay(lesson, one) for one in choices(lesson) if one.policy == "adk-token"]
        assert not any(frame.operations for played in whole for frame in played.frames)
        return
    assert free.lowest == sum(turn.tokens for turn in lesson.turns if turn.role == "system")
    assert free.highest >= max(*lesson.budgets, sum(turn.tokens for turn in lesson.turns))
    widest = [replay(lesson, msgspec.structs.replace(one, budget=free.highest)) for one in choices(lesson)]
    by_budget = [played for played in widest if played.settings.policy not in ("adk-sliding", "compression-subagent")]
    assert not any(frame.over_budget for played in widest for frame in played.frames)
    assert not any(frame.operations for played in by_budget for frame in played.frames)


def test_the_names_are_used_as_the_list_has_them(lesson):
    known = {name for names_of in NAMES.values() for name in names_of}
    for step in lesson.steps:
        for name in names(step.text):
            assert name.split(".")[-1] in known or "parameters." in name


@pytest.mark.parametrize(
    ("copies", "original"),
    [(("same-mistake", "summary-cost"), "code-review"), (("late-count", "call-and-result"), "tail-or-window")],
)
def test_lessons_about_one_session_hold_the_same_session(copies, original):
    for name in copies:
        assert (find(name).turns, find(name).facts, find(name).probes) == (
            find(original).turns, find(original).facts, find(original).probes,
        )  # fmt: skip
