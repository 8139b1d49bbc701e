"""Tests that for any wrong input one sentence names the source, the field and the value."""

import copy
import json
import pickle

import pytest

from sim.export.opening import open_document
from sim.export.writing import document as export
from sim.lesson.decoding import LIMIT_BYTES
from sim.lesson.invalid import InvalidInput
from sim.library import load
from sim.policies.choice import choose
from sim.policies.registry import POLICIES
from sim.replay import replay

from .making import document, encoded, lesson, turn

GOOD = document(
    [
        turn("T1", "system", 6),
        turn("T2", "user", 8, evidence=["f"]),
        turn("T3", "assistant", 7, mentions=["f"]),
        turn("T4", "user", 8),
    ]
)


def refused(data: bytes, source: str = "lesson.json") -> InvalidInput:
    """The error with which both ways of reading refuse the data. It must be one sentence."""
    with pytest.raises(InvalidInput) as caught:
        load(data, source)
    with pytest.raises(InvalidInput) as opened:
        open_document(data, source)
    assert isinstance(caught.value, ValueError)
    for error in (caught.value, opened.value):
        assert str(error).splitlines() == [str(error)]
        assert str(error).startswith(f"{source}: ") and str(error).endswith(".")
        assert error.field in str(error) and error.value in str(error)
    return caught.value


def changed(path: str, value) -> bytes:
    """The good lesson with one field changed. A path looks like `turns.3.tokens`."""
    whole = copy.deepcopy(GOOD)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = whole
    for step in way:
        place = place[step]
    place[last] = value
    return encoded(whole)


def test_the_good_lesson_is_good():
    assert [t.id for t in load(encoded(GOOD)).turns] == ["T1", "T2", "T3", "T4"]


@pytest.mark.parametrize(
    ("path", "value", "field", "shown"),
    [
        ("format", "palimpsest/other", "$.format", "'palimpsest/other'"),
        ("format", None, "$.format", "null"),
        ("version", 2, "$.version", "2"),
        ("version", True, "$.version", "true"),
        ("version", 1.0, "$.version", "1.0"),
        ("colour", "green", "$.colour", "'green'"),
        ("turns.3.colour", "green", "$.turns[3].colour", "'green'"),
        ("turns.3.tokens", "eight", "$.turns[3].tokens", "'eight'"),
        ("turns.3.tokens", 8.5, "$.turns[3].tokens", "8.5"),
        ("turns.3.tokens", True, "$.turns[3].tokens", "true"),
        ("turns.3.tokens", None, "$.turns[3].tokens", "null"),
        ("turns.3.tokens", [8], "$.turns[3].tokens", "a list of 1"),
        ("turns.3.tokens", 0, "$.turns[3].tokens", "0"),
        ("turns.3.tokens", -8, "$.turns[3].tokens", "-8"),
        ("turns.3.tokens", 10**9, "$.turns[3].tokens", "1000000000"),
        ("turns.3.tokens", 10**400, "$.turns[3].tokens", "an integer of more than 40 digits"),
        ("turns.3.id", "T2", "$.turns[3].id", "'T2'"),
        ("turns.3.id", "", "$.turns[3].id", "''"),
        ("turns.3.id", "T 4", "$.turns[3].id", "'T 4'"),
        ("turns.3.id", "T4\n", "$.turns[3].id", r"'T4\n'"),
        ("turns.3.id", "T4\u202e", "$.turns[3].id", r"'T4\u202e'"),
        ("turns.3.id", "S", "$.turns[3].id", "'S'"),
        ("turns.3.role", "robot", "$.turns[3].role", "'robot'"),
        ("turns.3.evidence", ["g"], "$.turns[3].evidence[0]", "'g'"),
        ("turns.3.evidence", ["f", "f"], "$.turns[3].evidence[1]", "'f'"),
        ("turns.3.mentions", ["f", "g"], "$.turns[3].mentions[1]", "'g'"),
        ("turns.2.evidence", ["f"], "$.turns[2].evidence[0]", "'f'"),
        ("turns.0.evidence", ["f"], "$.turns[0].evidence[0]", "'f'"),
        ("turns.3.at", 45, "$.turns[3].at", "45.0"),
        ("turns.3.at", 30, "$.turns[3].at", "30.0"),
        ("turns.3.at", 61, "$.turns[3].at", "61.0"),
        ("turns.3.at", 0, "$.turns[3].at", "0"),
        ("turns.3.at", -1, "$.turns[3].at", "-1"),
        ("turns.0.at", 45, "$.turns[1].at", "30.0"),
        ("duration", 0, "$.duration", "0"),
        ("duration", -60, "$.duration", "-60"),
        ("duration", 1e300, "$.duration", "1e+300"),
        ("facts.0.id", "g", "$.turns[1].evidence[0]", "'f'"),
        ("facts", [GOOD["facts"][0]] * 2, "$.facts[1].id", "'f'"),
        ("probes", [GOOD["probes"][0]] * 2, "$.probes[1].id", "'p'"),
        ("probes.0.fact", "g", "$.probes[0].fact", "'g'"),
        ("budgets", [], "$.budgets", "a list of 0"),
        ("budgets", [24, 24], "$.budgets[1]", "24"),
        ("budgets", [24, 12], "$.budgets[1]", "12"),
        ("budgets", [0, 24], "$.budgets[0]", "0"),
        ("budgets", [24, -1], "$.budgets[1]", "-1"),
        ("policies", [], "$.policies", "a list of 0"),
        ("policies", ["evict-newest"], "$.policies[0]", "'evict-newest'"),
        ("policies", ["evict-oldest"] * 2, "$.policies[1]", "'evict-oldest'"),
        ("policies", ["summarize-older"], "$.defaults.policy", "'evict-oldest'"),
        ("defaults.budget", 36, "$.defaults.budget", "36"),
        ("defaults.fidelity", "keep", "$.defaults.fidelity", "'keep'"),
        ("id", "two words", "$.id", "'two words'"),
        ("turns", {}, "$.turns", "an object of 0"),
    ],
)
def test_a_wrong_field_is_named_with_its_value(path, value, field, shown):
    error = refused(changed(path, value))
    assert (error.field, error.value) == (field, shown)


@pytest.mark.parametrize("name", list(GOOD))
def test_a_missing_field_is_named(name):
    error = refused(encoded({key: value for key, value in GOOD.items() if key != name}))
    assert (error.field, error.value) == (f"$.{name}", "missing")


@pytest.mark.parametrize(
    ("data", "field", "value", "problem"),
    [
        (b"", "$", "empty", "JSON object"),
        (b" \n\t ", "$", "empty", "JSON object"),
        (b"\xef\xbb\xbf", "$", "empty", "JSON object"),
        (b"hello", "byte 0", "'hello'", "not JSON"),
        (b'{"format": ', "byte 0", "format", "not JSON"),
        (b'{"format": NaN}', "byte 11", "'NaN}'", "not JSON"),
        (b"[]", "$", "a list of 0", "object"),
        (b"null", "$", "null", "object"),
        (b'"text"', "$", "'text'", "object"),
        (b"\xff\xfe{\x00}\x00", "byte 0", "0xff", "not UTF-8"),
        (b'{"id": "\xe9"}', "byte 8", "0xe9", "not UTF-8"),
        (b"[" * 100_000, "$", "unreadable", "expects an object, not a list"),
        (b'{"format": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "$", "nested too deeply", ""),
    ],
)
def test_what_is_no_json_object_is_refused(data, field, value, problem):
    error = refused(data)
    assert field in error.field and value in error.value and problem in error.problem


def test_a_deeply_nested_value_is_refused():
    data = encoded(GOOD).replace(b'"Made for a test"', b"[" * 100_000 + b"]" * 100_000)
    error = refused(data)
    assert (error.field, error.value) == ("$", "nested too deeply")


def test_a_number_beyond_all_floats_is_named():
    error = refused(encoded(GOOD).replace(b'"duration": 60', b'"duration": 1e999'))
    assert (error.field, error.value) == ("$.duration", "inf")


def test_a_huge_file_is_refused_by_its_size():
    error = refused(b" " * (50 * 1024 * 1024))
    assert error.value == "52,428,800 bytes long"
    assert f"{LIMIT_BYTES:,} bytes (32 MiB)" in error.problem


def test_a_byte_order_mark_is_no_fault():
    assert load(b"\xef\xbb\xbf" + encoded(GOOD)) == load(encoded(GOOD))
    assert open_document(b"\xef\xbb\xbf" + encoded(GOOD)).fixture == load(encoded(GOOD))


def test_the_sentence_stays_short_and_on_one_line_whatever_the_file_holds():
    for text in ("x" * 10_000, "a\nb", "a\u2028b", "a\x1b[31mb", "a`b - at `c"):
        for data in (
            changed(text.replace(".", ""), 1),
            changed("turns.3.role", text),
            changed("turns.3.id", text + " "),
        ):
            error = refused(data)
            assert len(str(error)) < 500 and str(error).isprintable()


def test_a_source_with_a_line_break_stays_on_one_line():
    with pytest.raises(InvalidInput) as caught:
        load(b"", "two\nlines.json")
    assert str(caught.value).splitlines() == [str(caught.value)]


def test_evidence_outside_a_users_turn_names_turn_and_role():
    for role in ("system", "assistant", "tool"):
        error = refused(changed("turns.3", turn("T4", role, 8, evidence=["f"])))
        assert "'T4'" in str(error) and role in str(error)


def test_nothing_at_all_is_valid():
    empty = load(encoded(document([], facts=[], probes=[])))
    assert (empty.turns, empty.facts, empty.arrivals) == ((), (), ())


def test_the_error_survives_being_copied():
    error = refused(b"")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize(
    ("field", "value", "offered"),
    [
        ("budget", 25, "24"),
        ("budget", True, "24"),
        ("budget", "24", "24"),
        ("policy", "keep", "evict-oldest"),
        ("policy", "", "evict-oldest"),
        ("fidelity", "keep", "preserve"),
    ],
)
def test_a_setting_that_is_not_offered_is_named(field, value, offered):
    with pytest.raises(InvalidInput) as caught:
        choose(load(encoded(GOOD)), **{field: value})
    error = caught.value
    assert error.field == field and offered in error.problem
    assert error.value == (repr(value) if value is not True else "true")


def test_true_is_no_budget_even_where_1_is():
    fixture = lesson([], budget=1)
    assert choose(fixture, 1).budget == 1
    with pytest.raises(InvalidInput, match="budget is true"):
        choose(fixture, True)


def test_settings_take_the_lessons_defaults():
    fixture = load(encoded(GOOD))
    assert choose(fixture) == POLICIES["evict-oldest"].settings(24)
    assert choose(fixture, fidelity="drop") == POLICIES["evict-oldest"].settings(24, "drop")


EXPORT = export(replay(load(encoded(GOOD)), choose(load(encoded(GOOD)))), 30)


MISSING = object()


@pytest.mark.parametrize(
    ("path", "new", "field", "value"),
    [
        ("arrivals.4.operations.0.before", 28, "$.arrivals[4].operations[0].before", "28"),
        ("arrivals.3.seconds", 44.0, "$.arrivals[3].seconds", "44.0"),
        ("arrivals.3.arrived", None, "$.arrivals[3].arrived", "null"),
        ("arrivals.1.tokens", True, "$.arrivals[1].tokens", "true"),
        ("arrivals.1.x", 1, "$.arrivals[1].x", "1"),
        ("arrivals.1.tokens", MISSING, "$.arrivals[1].tokens", "missing"),
        ("inspection.arrival", 3, "$.inspection.arrival", "3"),
        ("inspection.seconds", 99.0, "$.inspection.seconds", "99.0"),
        ("version", 3, "$.version", "3"),
        ("application.by", "me", "$.application.by", "'me'"),
        ("settings.budget", 25, "$.settings.budget", "25"),
        ("fixture.turns.2.role", "robot", "$.fixture.turns[2].role", "'robot'"),
        ("fixture.probes.0.fact", "g", "$.fixture.probes[0].fact", "'g'"),
    ],
)
def test_a_tampered_export_is_refused_at_the_first_difference(path, new, field, value):
    whole = json.loads(EXPORT)
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = whole
    for step in steps:
        place = place[step]
    if new is MISSING:
        del place[last]
    else:
        place[last] = new
    with pytest.raises(InvalidInput) as caught:
        open_document(encoded(whole), "replay.json")
    assert (caught.value.field, caught.value.value) == (field, value)
    assert str(caught.value).splitlines() == [str(caught.value)]


def test_a_turn_that_weighs_otherwise_changes_the_trace():
    whole = json.loads(EXPORT)
    whole["fixture"]["turns"][1]["tokens"] += 1
    with pytest.raises(InvalidInput, match=r"\$\.(arrivals|inspection)"):
        open_document(encoded(whole))


def test_an_export_with_frames_left_out_is_refused():
    whole = json.loads(EXPORT)
    whole["arrivals"].pop()
    with pytest.raises(InvalidInput, match=r"\$\.arrivals is a list of 4, where the engine computes 5 from 0"):
        open_document(encoded(whole))


def test_a_replay_is_no_fixture():
    with pytest.raises(InvalidInput, match=r"\$\.format is 'palimpsest/replay'"):
        load(EXPORT)
