"""Tests that each mistake in a guide, a goal or a budget range is named, with its path and its value."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sim import describe
from sim.__main__ import main
from sim.export.opening import open_document
from sim.export.writing import document as exported
from sim.guide.steps import checked, pages
from sim.lesson.fixture import encode
from sim.lesson.invalid import InvalidInput
from sim.library import FOLDER, find, lessons, load, schema
from sim.policies.choice import choose
from sim.replay import replay

from .making import document, encoded, turn

LESSON = str(FOLDER / "report-preference.json")
TURNS = [
    turn("T1", "system", 6), turn("T2", "user", 8, evidence=["f"]), turn("T3", "assistant", 7, mentions=["f"]),
    turn("T4", "user", 8),
]  # fmt: skip


def step(**changes: Any) -> dict[str, Any]:
    return {"title": "A step", "text": "It weighs {tokens}.", "at": 60, "panel": "context"} | changes


def guided(*steps: dict[str, Any], **changes: Any) -> bytes:
    return encoded(document(TURNS, steps=list(steps), **changes))


def refused(data: bytes) -> InvalidInput:
    with pytest.raises(InvalidInput) as caught:
        load(data, "mine.json")
    assert str(caught.value).startswith("mine.json: $.") and len(str(caught.value).splitlines()) == 1
    return caught.value


@pytest.mark.parametrize(
    ("changes", "field", "value"),
    [
        ({"text": "{token}"}, "text", "{token}"),
        ({"text": "{T9.tokens}"}, "text", "{T9.tokens}"),
        ({"text": "{other.tokens}"}, "text", "{other.tokens}"),
        ({"text": "{tokens"}, "text", "'{tokens'"),
        ({"text": "word " * 61}, "text", "'word word"),
        ({"text": ""}, "text", "''"),
        ({"title": ""}, "title", "''"),
        ({"at": 61}, "at", "61"),
        ({"at": -1}, "at", "-1"),
        ({"at": "soon"}, "at", "'soon'"),
        ({"panel": "kitchen"}, "panel", "'kitchen'"),
        ({"panell": "context"}, "panell", "'context'"),
        ({"settings": {"budget": 25}}, "settings.budget", "25"),
        ({"settings": {"policy": "forget"}}, "settings.policy", "'forget'"),
        ({"settings": {"fidelity": "keep"}}, "settings.fidelity", "'keep'"),
        ({"settings": {"parameters": {"cap": 2}}}, "settings.parameters.cap", "2"),
        ({"others": {"b": {"settings": {"budget": 25}}}}, "others.b.settings.budget", "25"),
        ({"others": {"b": {"at": 61}}}, "others.b.at", "61"),
        ({"others": {"f": {}}}, "others", "'f'"),
        ({"others": {"parameters": {}}}, "others", "'parameters'"),
        ({"question": {"kind": "guess"}}, "question.kind", "'guess'"),
        ({"question": {"kind": "backed", "fact": "g"}}, "question.fact", "'g'"),
        ({"question": {"kind": "backed", "fact": "f", "at": 61}}, "question.at", "61"),
        ({"question": {"kind": "smallest-budget", "fact": "g"}}, "question.fact", "'g'"),
        ({"question": {"kind": "answer", "probe": "f"}}, "question.probe", "'f'"),
        ({"question": {"kind": "leaves"}, "at": 14.9}, "at", "14.9"),
    ],
)
def test_a_step_that_is_wrong_is_named(changes, field, value):
    error = refused(guided(step(), step(**changes)))
    assert error.field == f"$.steps[1].{field}"
    assert value in error.value


@pytest.mark.parametrize(
    ("changes", "field", "value"),
    [
        ({"goal": {"keep": ["g"], "smallest": "read"}}, "goal.keep[0]", "'g'"),
        ({"goal": {"keep": ["f", "f"], "smallest": "read"}}, "goal.keep[1]", "'f'"),
        ({"goal": {"keep": [], "smallest": "read"}}, "goal.keep", "a list of 0"),
        ({"goal": {"keep": ["f"], "smallest": "time"}}, "goal.smallest", "'time'"),
        ({"budget_range": {"lowest": 30, "highest": 20}}, "budget_range.highest", "20"),
        ({"budget_range": {"lowest": 25, "highest": 64}}, "budgets[0]", "24"),
        ({"budget_range": {"lowest": 6, "highest": 23}}, "budgets[0]", "24"),
        ({"budget_range": {"lowest": 0, "highest": 64}}, "budget_range.lowest", "0"),
        ({"budget_range": {"lowest": 6, "highest": 64}, "reserve": 6}, "reserve", "6"),
        ({"line": "x" * 201}, "line", "'xxx"),
    ],
)
def test_a_goal_or_a_range_that_is_wrong_is_named(changes, field, value):
    error = refused(guided(**changes))
    assert error.field == f"$.{field}" and value in error.value


def test_a_word_less_is_enough():
    assert len(pages(load(guided(step(text="word " * 60))))) == 1


def test_a_moment_before_the_first_arrival_can_be_a_step():
    (page,) = pages(load(guided(step(at=0))))
    assert page.text == "It weighs 0."


def test_a_name_that_has_no_value_at_its_moment_is_found_by_check(capsys, tmp_path):
    data = guided(step(), step(text="It left at {T2.left}.", at=15))
    with pytest.raises(InvalidInput) as caught:
        checked(load(data), "mine.json")
    assert (caught.value.field, caught.value.value) == ("$.steps[1].text", "{T2.left}")
    file = tmp_path / "mine.json"
    file.write_bytes(data)
    assert main(["check", str(file)]) == 2
    assert f"{file}: $.steps[1].text is {{T2.left}}, which has no value there" in capsys.readouterr().err


def test_in_an_export_the_path_begins_at_its_lesson(capsys, tmp_path):
    fixture = load(guided(step(text="It left at {T2.left}.", at=30)))
    data = exported(replay(fixture, choose(fixture)), 30)
    assert open_document(data).fixture == fixture
    file = tmp_path / "replay.json"
    file.write_bytes(data)
    assert main(["check", str(file)]) == 2
    assert "$.fixture.steps[0].text is {T2.left}" in capsys.readouterr().err
    broken = data.replace(b"{T2.left}", b"{T9.left}")
    with pytest.raises(InvalidInput) as caught:
        open_document(broken)
    assert caught.value.field == "$.fixture.steps[0].text"


def test_a_guide_is_written_as_it_was_read():
    whole = step(
        settings={"budget": 30, "policy": "summarize-older", "fidelity": "drop"},
        others={"b": {"at": 30}},
        text="{b.tokens} and {tokens}",
        question={"kind": "backed", "fact": "f", "at": 45},
    )
    data = guided(whole, budget_range={"lowest": 6, "highest": 64}, goal={"keep": ["f"], "smallest": "total"})
    fixture = load(data)
    assert load(encode(fixture)) == fixture
    Draft202012Validator(schema()).validate(document(TURNS, steps=[whole], level="Beginner", line="A line."))
    assert [page.text for page in pages(fixture)] == ["14 and 29"]


@pytest.mark.parametrize("wrong", [{"panel": "kitchen"}, {"settings": {"policy": "forget"}}, {"others": {"B": {}}}])
def test_an_authors_editor_refuses_the_same(wrong):
    whole = document(TURNS, steps=[step(**wrong)])
    assert list(Draft202012Validator(schema()).iter_errors(whole))
    assert refused(encoded(whole)).field.startswith("$.steps[0]")


# The command line.


def test_the_guide_for_a_teacher(capsys):
    assert main(["guide", "report-preference"]) == 0
    out = capsys.readouterr().out
    assert "Beginner: To repeat what the user said is not to prove it." in out
    assert "Step 2 of 5: The first overflow\n  Budget 24, evict oldest, at 30 seconds" in out
    assert "b) T2  <- right" in out
    assert "T2 was evicted: 29 teaching tokens before, 21 after." in out
    assert "The best of the settings offered: 20 teaching tokens" in out


def test_the_guide_for_a_learner_gives_no_answer_away(capsys):
    assert main(["guide", "report-preference", "--learner"]) == 0
    out = capsys.readouterr().out
    assert "Which turns leave" in out and "b) T2\n" in out
    assert "(The text of this step follows on your answer.)" in out
    for given_away in ("right", "T2 was evicted", "The best of", "The wish is still mentioned"):
        assert given_away not in out


def test_a_lesson_without_a_guide_says_so(capsys, tmp_path):
    file = tmp_path / "plain.json"
    file.write_bytes(encoded(document(TURNS)))
    assert main(["guide", str(file)]) == 0
    assert "This lesson has no guide." in capsys.readouterr().out


def test_check_prints_the_texts_with_their_numbers(capsys):
    assert main(["check", LESSON]) == 0
    assert "The first overflow" not in capsys.readouterr().out
    assert main(["check", LESSON, "--text"]) == 0
    assert "2. The first overflow: T4 brings the context to 29, and the budget is 24." in capsys.readouterr().out


TAUGHT = {name: describe.taught(find(name)) for name in lessons()}


def test_lessons_come_with_their_level_and_line(capsys):
    assert main(["lessons"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("report-preference ")
    assert lines[0].endswith("Beginner. To repeat what the user said is not to prove it.")
    for line, (name, taught) in zip(lines, TAUGHT.items(), strict=True):
        assert line.startswith(f"{name} ") and line.endswith(f" {taught}")
