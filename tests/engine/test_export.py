"""Tests that the same input gives an export with the same bytes, and that every export opens again."""

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sim
from sim import describe
from sim.export.exact import state
from sim.export.opening import open_document
from sim.export.writing import document, fixture_bytes
from sim.lesson.invalid import InvalidInput
from sim.library import FOLDER, SCHEMA, find, load, schema
from sim.library import lessons as bundled
from sim.policies.choice import choose
from sim.replay import replay

from .making import lessons, settings
from .regenerate import ANSWERED, ANSWERS, EXPORTS, GOLDEN, exported, schema_bytes


@pytest.mark.parametrize("name", EXPORTS)
def test_golden_exports(name):
    assert exported(name) == (GOLDEN / name).read_bytes(), "if this is meant: python -m tests.engine.regenerate"


def test_no_golden_file_is_left_over():
    assert {path.name for path in GOLDEN.iterdir()} == set(EXPORTS)


@given(lessons(), st.floats(0, 60))
def test_the_same_input_gives_the_same_bytes_and_opens_to_the_same(fixture, seconds):
    for choice in settings(fixture):
        data = document(replay(fixture, choice), seconds)
        assert data == document(replay(load(fixture_bytes(fixture)), choice), seconds)
        opened = open_document(data)
        assert (opened.fixture, opened.settings, opened.seconds) == (fixture, choice, seconds)
        assert document(replay(opened.fixture, opened.settings), opened.seconds) == data


@given(lessons())
def test_a_lesson_opens_to_itself(fixture):
    opened = open_document(fixture_bytes(fixture))
    assert (opened.fixture, opened.settings, opened.seconds) == (fixture, None, None)


def test_an_export_carries_the_answers_in_the_order_of_the_steps_and_opens_with_them():
    data = exported(ANSWERED)
    assert json.loads(data)["answers"] == [{"step": 2, "chosen": "T1"}, {"step": 3, "chosen": None}]
    opened = open_document(data)
    assert opened.answers == ANSWERS
    assert document(replay(opened.fixture, opened.settings), opened.seconds, opened.answers) == data


def test_an_export_with_sentences_of_another_version_opens(first_lesson):
    """The wording may change between versions, but the events may not."""
    whole = json.loads(document(replay(first_lesson, choose(first_lesson, 24)), 60))
    shown = whole["inspection"]["shown"]["operations"][0]
    shown["reason"] = "Said otherwise."
    assert open_document(json.dumps(whole).encode()).seconds == 60
    shown["reason"] = 7
    with pytest.raises(InvalidInput, match=r"operations\[0\]\.reason is 7"):
        open_document(json.dumps(whole).encode())


def test_an_export_that_does_not_say_what_a_generation_changed_opens(first_lesson):
    """The first exports of version 2 lack it. A wrong one is refused, and so is a lack of anything else."""
    whole = json.loads(document(replay(first_lesson, choose(first_lesson, 24, "summarize-older")), 60))
    shown = whole["inspection"]["shown"]
    assert shown["rewording"] == {"S": {"since": 5, "lines": []}}
    shown["rewording"]["S"]["since"] = 4
    with pytest.raises(InvalidInput, match=r"\$\.inspection\.shown\.rewording\.S\.since is 4"):
        open_document(json.dumps(whole).encode())
    del shown["rewording"]
    assert open_document(json.dumps(whole).encode()).seconds == 60
    del shown["retention"]
    with pytest.raises(InvalidInput, match=r"\$\.inspection\.shown\.retention"):
        open_document(json.dumps(whole).encode())


def test_an_export_says_which_calls_fail_and_an_early_one_without_that_opens():
    fixture = find("late-count")
    whole = json.loads(document(replay(fixture, choose(fixture)), 36))
    call = {"answer": "T11", "answered": False, "prompt": 470, "causes": ["over"]}
    assert {k: entry["fails"] for k, entry in enumerate(whole["arrivals"]) if "fails" in entry} == {
        10: call,
        12: call | {"answer": "T13", "prompt": 420},
        14: call | {"answer": "T15", "prompt": 450},
    }
    shown = whole["inspection"]["shown"]
    assert shown["calls"] == {"failed": 2, "first": {"arrival": 10, "seconds": 30, **call}, "reached": False}
    whole["arrivals"][10]["fails"]["prompt"] = 471
    with pytest.raises(InvalidInput, match=r"\$\.arrivals\[10\]\.fails\.prompt is 471"):
        open_document(json.dumps(whole).encode())
    for entry in whole["arrivals"]:
        entry.pop("fails", None)
    shown["calls"]["failed"] = 1
    with pytest.raises(InvalidInput, match=r"\$\.inspection\.shown\.calls\.failed is 1"):
        open_document(json.dumps(whole).encode())
    del shown["calls"]
    assert open_document(json.dumps(whole).encode()).seconds == 36


def test_an_export_of_a_replay_in_which_no_call_fails_says_nothing_of_it(first_lesson):
    whole = json.loads(document(replay(first_lesson, choose(first_lesson)), 60))
    assert "calls" not in whole["inspection"]["shown"] and not any("fails" in entry for entry in whole["arrivals"])


def test_a_replay_too_long_to_open_again_is_not_exported(first_lesson, monkeypatch):
    whole = replay(first_lesson, choose(first_lesson, 24))
    size = len(document(whole, 60))
    monkeypatch.setattr("sim.export.writing.LIMIT_BYTES", size)
    assert len(document(whole, 60)) == size
    for limit in (size - 1, 2_000):  # the first limit is exceeded only at the end, the second long before it
        monkeypatch.setattr("sim.export.writing.LIMIT_BYTES", limit)
        with pytest.raises(InvalidInput, match=r"report-preference: \$\.arrivals is 9 frames, which together"):
            document(whole, 60)


def test_what_an_export_holds(first_lesson):
    chosen = choose(first_lesson, 24, "summarize-older")
    whole = json.loads(document(replay(first_lesson, chosen), 60))
    assert (whole["format"], whole["version"]) == ("palimpsest/replay", 2)
    assert whole["application"] == {"name": "Palimpsest", "version": sim.__version__}
    assert whole["statement"] == describe.STATEMENT
    assert whole["fixture"] == json.loads(fixture_bytes(first_lesson))
    assert whole["settings"] == {"budget": 24, "policy": "summarize-older", "fidelity": "preserve"}
    assert (whole["inspection"]["seconds"], whole["inspection"]["arrival"]) == (60, 8)
    assert len(whole["arrivals"]) == 9
    last = whole["arrivals"][-1]
    assert last["context"] == ["T1", "S", "T8"]
    shown = whole["inspection"]["shown"]
    assert shown["facts"]["report-format"]["backed_by"] == ["T2"]
    assert shown["items"][1]["covers"] == ["T2", "T3", "T4", "T5", "T6", "T7"]
    assert shown["probes"] == {"format": {"answerable": True, "proven": True}}


def test_the_moment_shown_is_the_frames_state(first_lesson):
    whole = replay(first_lesson, choose(first_lesson))
    for seconds in (0, 30, 60):
        shown = json.loads(document(whole, seconds))["inspection"]["shown"]
        assert state(whole.at(seconds)).items() <= shown.items()


@pytest.mark.parametrize("path", sorted((GOLDEN.parent / "golden1").glob("*.json")), ids=lambda path: path.stem)
def test_an_export_of_version_1_still_opens(path):
    opened = open_document(path.read_bytes(), path.name)
    assert opened.settings is not None
    tampered = json.loads(path.read_bytes())
    tampered["arrivals"][-1]["tokens"] += 1
    with pytest.raises(InvalidInput, match=r"arrivals\[\d+\]\.tokens is"):
        open_document(json.dumps(tampered).encode())


def test_a_moment_outside_the_lesson_is_its_start_or_its_end(first_lesson):
    whole = replay(first_lesson, choose(first_lesson))
    assert document(whole, -5) == document(whole, 0)
    assert document(whole, 500) == document(whole, 60)
    assert document(whole, 30) == document(whole, 30.0)


def test_the_schema_is_the_one_that_the_types_give():
    assert schema_bytes() == (FOLDER / SCHEMA).read_bytes(), "if this is meant: python -m tests.engine.regenerate"


@pytest.mark.parametrize("path", bundled().values(), ids=lambda path: path.stem)
def test_bundled_lessons_follow_the_schema(path):
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.validate(json.loads(path.read_bytes()), schema())


def test_the_schema_refuses_what_the_engine_refuses():
    good = json.loads(bundled()["report-preference"].read_bytes())
    for field, value in (("budgets", []), ("duration", 0), ("id", "two words"), ("policies", ["x"]), ("colour", 1)):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(good | {field: value}, schema())
