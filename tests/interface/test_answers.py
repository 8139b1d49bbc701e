"""Tests that an answer is kept, shown beside what is right, carried by an export, and never lost to a bad one."""

import json
from html import unescape

import pytest

from sim import describe
from sim.guide.steps import page
from sim.library import lessons
from web.answers import Answers, key
from web.experiment import Experiment
from web.guided import Guided
from web.views.answers import answers

WORDS = describe.answers
OWN = {"id": "my-own", "title": "My own"}


@pytest.fixture
def guided() -> Guided:
    """The guide of the first lesson, with an answer at step 2 and a skipped question at step 3."""
    there = Guided(Experiment())
    there.experiment.follow(2, opening=True)
    there.answer("T1")
    there.turn(1)
    there.answer(None)
    return there


def given(guided: Guided) -> dict:
    return guided.experiment.answers.of(guided.experiment.key)


def shown(guided: Guided) -> str:
    there = guided.experiment
    return unescape(str(answers(there.fixture, there.file, there.answers.given, ready=True)))


def exported(guided: Guided, **changes: object) -> bytes:
    return json.dumps(json.loads(guided.experiment.export()) | changes).encode()


def test_answers_stand_beside_what_is_right(guided):
    table = shown(guided)
    assert (
        "Step 2 of 5" in table and '<td data-label="Your answer">T1</td><td data-label="What is right">T2</td>' in table
    )
    assert table.index("Step 2 of 5") < table.index("Step 3 of 5") and WORDS.SKIPPED in table
    assert "Step 4 of 5" not in table
    guided.experiment.answers.clear(guided.experiment.key)
    assert WORDS.NONE in shown(guided) and guided.outcome is None


def test_an_export_carries_the_answers_and_opens_with_them(guided):
    data = guided.experiment.export().encode()
    assert json.loads(data)["answers"] == [{"step": 2, "chosen": "T1"}, {"step": 3, "chosen": None}]
    other = Guided(Experiment())
    other.experiment.answers.give("lesson/report-preference", {4: "own"})
    other.experiment.open(data, "mine.json")
    assert given(other) == {2: "T1", 3: None, 4: "own"}
    other.experiment.follow(2)
    assert other.outcome.chosen.text == "T1"


def test_an_export_without_answers_is_as_before(guided):
    guided.experiment.answers.clear(guided.experiment.key)
    assert "answers" not in json.loads(guided.experiment.export())


def test_the_answers_of_an_own_lesson_are_not_those_of_a_bundled_one(guided):
    own = json.loads(guided.experiment.lesson_text()) | {"title": "The same id, another lesson"}
    guided.experiment.open(json.dumps(own).encode(), "own.json")
    assert given(guided) == {} and guided.experiment.key.startswith("file/")
    guided.experiment.lesson("report-preference")
    assert given(guided) == {2: "T1", 3: None}


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        ([{"step": 9, "chosen": "T1"}], "$.answers[0].step is 9, which is no step of this lesson's guide (it has 5)"),
        ([{"step": 0, "chosen": None}], "$.answers[0].step is 0, which is no step"),
        ([{"step": 1, "chosen": None}], "$.answers[0].step is 1, which is a step without a question"),
        (
            [{"step": 2, "chosen": "T9"}],
            "$.answers[0].chosen is 'T9', which is not among the answers to choose from (T1, T2,",
        ),
        (
            [{"step": 2, "chosen": "T1"}, {"step": 2, "chosen": None}],
            "$.answers[1].step is 2, which is answered there already",
        ),
        ([{"step": 2}], "chosen"),
        ([{"step": "2", "chosen": None}], "$.answers[0].step"),
        (7, "$.answers"),
    ],
)
def test_a_bad_answer_in_an_export_is_named_and_nothing_is_lost(guided, bad, told):
    before = guided.experiment.fixture, guided.experiment.seconds, guided.experiment.step
    guided.experiment.open(exported(guided, answers=bad), "bad.json")
    assert told in guided.experiment.notice and guided.experiment.notice.startswith("bad.json: ")
    assert (guided.experiment.fixture, guided.experiment.seconds, guided.experiment.step) == before
    assert given(guided) == {2: "T1", 3: None}


def test_a_file_that_is_opened_again_does_not_bring_cleared_answers_back(guided):
    own = json.loads(guided.experiment.lesson_text()) | OWN
    guided.experiment.open(json.dumps(own).encode(), "own.json")
    guided.experiment.answers.give(guided.experiment.key, {2: "T1"})
    data = guided.experiment.export().encode()
    other = Guided(Experiment())
    other.experiment.open(data, "own.json")
    assert given(other) == {2: "T1"}
    other.experiment.answers.clear(other.experiment.key)
    address = f"?{other.experiment.address}"
    other.experiment.lesson("summary-drift")
    other.experiment.visit(address)
    assert other.experiment.open(data, "own.json", query=address) and given(other) == {}
    assert other.experiment.open(data, "own.json", again=True) and given(other) == {}


def test_what_a_browser_keeps_is_heard_and_the_rest_ignored():
    there = Answers()
    there.hear(
        {
            "lesson/a/2": '{"chosen": "T1", "title": "A", "line": "said"}',
            "lesson/a/3": '{"chosen": null}',
            "file/0123/1": '{"chosen": "none"}',
            "lesson/a/x": '{"chosen": "T1"}',
            "lesson/a/4": "broken",
            "lesson/a/5": '{"chosen": 7}',
            "lesson/a/6": "\ud800",
            "": "",
        }
    )
    assert there.given == {"lesson/a": {2: "T1", 3: None}, "file/0123": {1: "none"}}
    there.hear({"lesson/a/2": None, "lesson/b/1": None, "file/0123/1": None})
    assert there.given == {"lesson/a": {3: None}}
    assert there.changed[0] == 0, "the browser must not be told what it said itself"


@pytest.mark.parametrize("stale", [{2: "T9"}, {1: "T1"}, {77: None}])
def test_an_answer_of_an_older_lesson_is_not_used(stale):
    there = Guided(Experiment())
    there.experiment.answers.give("lesson/report-preference", stale)
    there.experiment.follow(2)
    assert there.outcome is None
    assert WORDS.NONE in shown(there) and "answers" not in json.loads(there.experiment.export())


@pytest.mark.parametrize("name", lessons())
def test_every_answer_of_every_lesson_goes_out_and_in_again(name):
    there = Experiment()
    there.lesson(name)
    questions = {number: page(there.fixture, number).question for number in range(1, len(there.fixture.steps) + 1)}
    right = {number: question.right for number, question in questions.items() if question}
    there.answers.give(there.key, right)
    other = Experiment()
    assert other.open(there.export().encode(), "all.json")
    assert other.answers.of(key(other.fixture, other.file)) == right
