"""The documents: the same input gives the same bytes, and they open again."""

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sim
from sim import describe
from sim.export import document, fixture_bytes, open_document, state
from sim.fixture import FOLDER, SCHEMA, lessons as bundled
from sim.fixture import load, schema
from sim.invalid import InvalidInput
from sim.replay import replay
from sim.settings import Settings

from .making import lessons, settings
from .regenerate import EXPORTS, GOLDEN, exported, schema_bytes


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


def test_an_export_with_sentences_of_another_version_opens(first_lesson):
    """Wording may change between versions; what happened may not."""
    whole = json.loads(document(replay(first_lesson, Settings.of(first_lesson, 24)), 60))
    whole["arrivals"][4]["operations"][0]["reason"] = "Said otherwise."
    assert open_document(json.dumps(whole).encode()).seconds == 60
    whole["arrivals"][4]["operations"][0]["reason"] = 7
    with pytest.raises(InvalidInput, match=r"arrivals\[4\]\.operations\[0\]\.reason is 7"):
        open_document(json.dumps(whole).encode())


def test_a_replay_too_long_to_open_again_is_not_exported(first_lesson, monkeypatch):
    whole = replay(first_lesson, Settings.of(first_lesson, 24))
    size = len(document(whole, 60))
    monkeypatch.setattr("sim.export.LIMIT_BYTES", size)
    assert len(document(whole, 60)) == size
    for limit in (size - 1, 2_000):  # found out when it is whole, and long before that
        monkeypatch.setattr("sim.export.LIMIT_BYTES", limit)
        with pytest.raises(InvalidInput, match=r"report-preference: \$\.arrivals is 9 frames, which together"):
            document(whole, 60)


def test_what_an_export_holds(first_lesson):
    chosen = Settings.of(first_lesson, 24, "summarize-older")
    whole = json.loads(document(replay(first_lesson, chosen), 31))
    assert (whole["format"], whole["version"]) == ("palimpsest/replay", 1)
    assert whole["application"] == {"name": "Palimpsest", "version": sim.__version__}
    assert whole["statement"] == describe.STATEMENT
    assert whole["fixture"] == json.loads(fixture_bytes(first_lesson))
    assert whole["settings"] == {"budget": 24, "policy": "summarize-older", "fidelity": "preserve"}
    assert whole["inspection"] == {"seconds": 31, "arrival": 4}
    assert [frame["index"] for frame in whole["arrivals"]] == list(range(9))
    last = whole["arrivals"][-1]
    assert last["facts"] == {"report-format": {"mentioned_by": ["S"], "backed_by": ["T2"]}}
    assert last["context"] == ["T1", "S", "T8"]
    assert last["items"][1] == {
        "id": "S",
        "kind": "summary",
        "tokens": 6,
        "mentions": ["report-format"],
        "backs": {"report-format": ["T2"]},
        "covers": ["T2", "T3", "T4", "T5", "T6", "T7"],
    }
    assert last["covered"] == ["T2", "T3", "T4", "T5", "T6", "T7"] and last["evicted"] == []


def test_a_frames_state_is_the_one_in_the_export(first_lesson):
    whole = replay(first_lesson, Settings.of(first_lesson))
    assert json.loads(document(whole, 0))["arrivals"] == [state(frame) for frame in whole.frames]


def test_a_moment_outside_the_lesson_is_its_start_or_its_end(first_lesson):
    whole = replay(first_lesson, Settings.of(first_lesson))
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
