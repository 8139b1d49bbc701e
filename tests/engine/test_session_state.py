"""Tests the session's state: what turns write, what it holds at a moment, and what instructions make of it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import describe, terminal
from sim.analysis.ask import ask
from sim.analysis.failed_calls import FailedCall, calls
from sim.analysis.survey import Survey
from sim.export import exact
from sim.export.opening import open_document
from sim.export.writing import document as export
from sim.lesson.fixture import Fixture, encode
from sim.lesson.invalid import InvalidInput
from sim.library import load
from sim.policies.choice import choose
from sim.prompt.resolved import resolved, unsent
from sim.replay import Frame, Replay, replay
from sim.state.held import Kept, Lack, held_in_state, value_of, values

from .agents import agent_lesson, chosen
from .making import document, encoded, lesson, turn
from .test_bad_input import refused

CALL = {"calls": [{"tool": "save", "id": "c"}]}
RESULT = {"results": [{"tool": "save", "id": "c"}]}


def wrote(key: str, value: object, *says: str) -> dict:
    return {"key": key, "value": value, "says": list(says)}


def desk(**changes) -> Fixture:
    """A desk that writes a wish down: T2 leaves at 30 s, T4's temporary key ends at 36 s, T7 lacks a room until T9."""
    turns = [
        turn("T1", "system", 6, text="At most {user:limit?}. Now: {temp:offer?}."),
        turn("T2", "user", 8, text="So much.", evidence=["f"]),
        turn("T3", "assistant", 3, **CALL),
        turn("T4", "tool", 3, **RESULT, writes=[wrote("user:limit", "so much", "f"), wrote("temp:offer", 12)]),
        turn("T5", "assistant", 8),
        turn("T6", "user", 8),
        turn("T7", "system", 3, text="Check in {room}."),
        turn("T8", "assistant", 3, calls=[{"tool": "give", "id": "d"}]),
        turn("T9", "tool", 3, results=[{"tool": "give", "id": "d"}],
             writes=[wrote("room", "407"), wrote("user:limit", "more")]),
        turn("T10", "assistant", 3, output_key="answer"),
    ]  # fmt: skip
    return lesson(turns, 24, **changes)


def played(fixture: Fixture) -> Replay:
    return replay(fixture, choose(fixture))


def held(frame: Frame) -> dict[str, object]:
    return {one.key: one.value for one in values(frame.context)}


def sent(frame: Frame, name: str) -> str | None:
    """The instruction as it would be sent at the frame."""
    return resolved(frame.context, next(one for one in frame.context.pinned if one.id == name)).text


def test_the_state_holds_the_last_value_of_each_key():
    frames = played(desk()).frames
    assert held(frames[3]) == {}
    assert held(frames[4]) == held(frames[5]) == {"user:limit": "so much", "temp:offer": 12}
    assert held(frames[6]) == held(frames[8]) == {"user:limit": "so much"}
    assert held(frames[9]) == {"user:limit": "more", "room": "407"}
    assert held(frames[10]) == {"user:limit": "more", "room": "407", "answer": "The text of T10."}
    newest = value_of(frames[9].context, "user:limit")
    assert (newest.written_by, newest.at, newest.over) == ("T9", 54, "T4")


def test_an_instruction_is_sent_with_what_the_state_holds_then():
    frames = played(desk()).frames
    assert sent(frames[3], "T1") == "At most . Now: ."
    assert sent(frames[5], "T1") == "At most so much. Now: 12."
    assert sent(frames[6], "T1") == "At most so much. Now: ."
    assert sent(frames[10], "T1") == "At most more. Now: ."
    assert (sent(frames[7], "T7"), sent(frames[9], "T7")) == (None, "Check in 407.")


def test_its_weight_is_the_authors_whatever_is_filled_in():
    assert [frame.context.items()[0].tokens for frame in played(desk()).frames[1:]] == [6] * 10


def test_a_fact_in_a_key_that_an_instruction_reads_is_mentioned_and_never_backed():
    frames = played(desk()).frames
    assert [frame.facts["f"].mentioned_by for frame in frames[2:]] == (
        [("T2",)] * 2 + [("T1", "T2")] + [("T1",)] * 4 + [()] * 2
    )
    standing = frames[6].facts["f"]
    assert standing.kept_by == (Kept(read_by="T1", key="user:limit", written_by="T4"),)
    assert standing.answerable and not standing.backed and standing.state == "mentioned"
    assert frames[9].facts["f"].state == "gone"
    assert describe.mention(standing) == (
        "Mentioned by T1. Kept in the state under user:limit, written by T4, read by T1."
    )


def test_the_state_holds_a_fact_whether_or_not_anybody_reads_it():
    turns = [turn("T1", "user", 3, evidence=["f"]), turn("T2", "assistant", 3, writes=[wrote("note", "so", "f")])]
    context = played(lesson(turns)).frames[-1].context
    assert [(one.key, one.written_by) for one in held_in_state(context, "f")] == [("note", "T2")]
    assert played(lesson(turns)).frames[-1].facts["f"].kept_by == ()
    assert held_in_state(played(desk()).frames[9].context, "f") == ()


def test_an_instruction_that_cannot_be_sent_says_nothing():
    turns = [
        turn("T1", "system", 3, text="{note} and {other}"),
        turn("T2", "assistant", 3, writes=[wrote("note", "so", "f")]),
        turn("T3", "assistant", 3, writes=[wrote("other", 1)]),
    ]
    frames = played(lesson(turns)).frames
    assert [frame.facts["f"].kept_by != () for frame in frames] == [False, False, False, True]


def test_a_call_whose_instruction_lacks_a_key_fails_without_readers_too():
    whole = played(desk())
    assert calls(whole).failed == (FailedCall(index=7, seconds=42, answer="T8", causes=("unsent",)),)
    assert [unsent(frame.context) for frame in whole.frames] == [()] * 7 + [("agent",)] * 2 + [()] * 2
    assert describe.states.lacking(whole.frames[7]) == (
        "A call made now would fail: the instruction T7 reads {room}, and nothing has written it; T9 writes it at 54 seconds.",
    )
    assert [cell.unsent for cell in Survey(whole.fixture).cells(45)] == [("agent",)] * 3


def test_a_missing_key_says_what_became_of_it():
    turns = [
        turn("T1", "system", 3, text="{temp:offer} {artifact.plan?}", author="clerk"),
        turn("T2", "user", 3),
        turn("T3", "assistant", 3, writes=[wrote("temp:offer", 1)]),
        turn("T4", "user", 3),
        turn("T5", "assistant", 3, author="clerk"),
    ]
    frames = played(lesson(turns, artifacts={})).frames
    assert describe.states.lacking(frames[2])[0].endswith("and nothing has written it; T3 writes it at 36 seconds.")
    assert describe.states.lacking(frames[3]) == ()
    assert describe.states.lacking(frames[4])[0].endswith(
        "and what T3 wrote ended with its invocation; no turn of this invocation writes it."
    )
    assert unsent(frames[4].context) == ("clerk",)
    without = played(lesson(turns)).frames
    assert describe.states.lacking(without[3]) == (
        "A call made now would fail: the instruction T1 reads {artifact.plan}, and this lesson has no artifacts at all.",
    )


def test_an_artifact_that_a_turn_saves_is_read():
    turns = [
        turn("T1", "system", 3, text="{artifact.plan} {artifact.note?}"),
        turn("T2", "assistant", 3, saves={"plan": "go"}),
        turn("T3", "assistant", 3, saves={"plan": "stay"}),
    ]
    frames = played(lesson(turns, artifacts={"note": "!"})).frames
    assert [sent(frame, "T1") for frame in frames[1:]] == [None, "go !", "stay !"]
    assert describe.states.wrote(frames[3]) == ("T3 saved the artifact plan over that of T2.",)


def test_an_artifact_is_never_read_from_the_state():
    turns = [turn("T1", "system", 3, text="{artifact.plan} {never}"), turn("T2", "assistant", 3)]
    whole = played(lesson(turns, state={"artifact.plan": "go"}, artifacts={}))
    assert describe.states.lacking(whole.frames[1]) == (
        "A call made now would fail: the instruction T1 reads {artifact.plan}, and nothing has written it; no later turn does.",
    )


def test_none_empties_a_key_and_leaves_it_there():
    turns = [
        turn("T1", "system", 3, text="[{room}]"),
        turn("T2", "assistant", 3, writes=[wrote("room", 1)]),
        turn("T3", "assistant", 3, writes=[wrote("room", None)]),
    ]
    frames = played(lesson(turns, state={"room": 0})).frames
    assert [sent(frame, "T1") for frame in frames[1:]] == ["[0]", "[1]", "[]"]
    assert describe.states.wrote(frames[3]) == ("T3 emptied room in the state.",)
    assert describe.states.rows(frames[3]) == (
        "room: empty, written by T3 at 60 seconds, over the value of T2, read by T1.",
    )
    assert describe.states.rows(frames[0]) == ("room: “0”, there from the start, read by no instruction.",)


def test_an_output_key_keeps_the_whole_answer_and_what_it_mentions():
    turns = [
        turn("T1", "system", 3, text="{answer?}"),
        turn("T2", "assistant", 3, text="It is so.", output_key="answer", mentions=["f"]),
    ]
    standing = played(lesson(turns)).frames[-1].facts["f"]
    assert standing.kept_by == (Kept(read_by="T1", key="answer", written_by="T2"),)
    assert standing.mentioned_by == ("T1", "T2")


def test_a_cache_keeps_nothing_from_an_instruction_on_that_reads_another_value():
    frames = played(desk()).frames
    assert [frame.reusable for frame in frames] == [0, 0, 0, 14, 0, 6, 0, 0, 17, 0, 6]


@pytest.mark.parametrize("readers", [[], [{"name": "agent"}]])
def test_a_reader_pays_for_a_changed_instruction_as_well(readers):
    turns = [
        turn("T1", "system", 5, text="Be kind."),
        turn("T2", "system", 7, text="{key?}"),
        turn("T3", "user", 3),
        turn("T4", "assistant", 2, writes=[wrote("key", "new")]),
        turn("T5", "assistant", 2),
    ]
    last = replay(agent_lesson(turns, readers=readers), chosen("adk-token")).frames[4]
    assert (last.prompt.tokens, last.reusable) == (15, 5)


def test_the_verdict_rests_on_the_instruction_as_it_is_sent():
    verdict = ask(played(desk()), 36, "p")
    assert (verdict.reach, verdict.rest.item, verdict.rest.text) == ("said", "T1", "At most so much. Now: .")


def test_what_is_announced():
    frames = played(desk()).frames
    told = [describe.states.wrote(frame) for frame in frames]
    assert told[4] == ("T4 wrote user:limit to the state.", "T4 wrote temp:offer to the state.")
    assert told[6] == ("The invocation of T4 is over, and temp:offer with it.",)
    assert told[9] == ("T9 wrote room to the state.", "T9 wrote user:limit to the state, over the value of T4.")
    assert told[10] == ("T10 wrote answer to the state.",)
    assert [k for k, one in enumerate(told) if one] == [4, 6, 9, 10]
    assert describe.arrival(frames[10]).startswith(
        "T10 arrived from the assistant, 3 teaching tokens. T10 wrote answer to the state. The context"
    )


def test_the_command_line_prints_the_state_and_the_resolved_instruction():
    lines = list(terminal.replayed(played(desk()), 42))
    assert (
        "  T1 system (6): At most so much. Now: . [reads user:limit (written by T4) and temp:offer "
        "(no value, so it is left empty); its weight is fixed, whatever is filled in]" in lines
    )
    assert (
        "  T7 system (3): Check in {room}. [reads room (no value); its weight is fixed, whatever is filled in]" in lines
    )
    start = lines.index(describe.states.HEADING) + 1
    assert lines[start : lines.index("", start)] == [
        "  user:limit: “so much”, written by T4 at 24 seconds, read by T1."
    ]
    assert describe.states.HEADING not in list(terminal.replayed(played(lesson([turn("T1", "user", 3)])), 60))


def test_an_export_says_what_the_state_holds_and_opens_again():
    whole = played(desk())
    data = export(whole, 42)
    exported = json.loads(data)
    assert [entry.get("state") for entry in exported["arrivals"][4:]] == [
        {"user:limit": {"value": "so much", "written_by": "T4"}, "temp:offer": {"value": 12, "written_by": "T4"}},
        None,
        {"temp:offer": None},
        None,
        None,
        {"user:limit": {"value": "more", "written_by": "T9"}, "room": {"value": "407", "written_by": "T9"}},
        {"answer": {"value": "The text of T10.", "written_by": "T10"}},
    ]
    shown = exported["inspection"]["shown"]
    assert shown["lacks"] == [{"instruction": "T7", "key": "room"}]
    assert shown["facts"]["f"]["kept_by"] == [{"read_by": "T1", "key": "user:limit", "written_by": "T4"}]
    assert shown["instructions"]["T7"] == {"text": None, "missing": "room", "reads": ["room"]}
    opened = open_document(data, "made.json")
    assert (opened.fixture, opened.seconds) == (whole.fixture, 42)
    assert load(encode(whole.fixture)) == whole.fixture
    wrong = data.replace(b'"state":{"temp:offer":null}', b'"state":{}')
    with pytest.raises(InvalidInput, match=r"arrivals\[6\].state.temp:offer is missing"):
        open_document(wrong, "made.json")


def test_a_lesson_whose_turns_write_nothing_is_exported_as_before():
    assert not {"state", "lacks", "instructions"} & exact.moment(*_end(lesson([turn("T1", "user", 3)]))).keys()


def _end(fixture: Fixture) -> tuple[Replay, Frame]:
    whole = played(fixture)
    return whole, whole.frames[-1]


WRITES = [wrote("user:limit", "so", "f")]


@pytest.mark.parametrize(
    ("changes", "field", "value", "problem"),
    [
        ({"role": "user", "writes": WRITES}, "writes", "a list of 1", "its role is user and only a tool's result"),
        ({"role": "user", "saves": {"a": "b"}}, "saves", "an object of 1", "saves an artifact"),
        ({"writes": [wrote("bad-name", 1)]}, "writes[0].key", "'bad-name'", "which no placeholder can name"),
        ({"writes": [wrote("foo:name", 1)]}, "writes[0].key", "'foo:name'", "which no placeholder can name"),
        ({"writes": [wrote("a", 1), wrote("a", 2)]}, "writes[1].key", "'a'", "which the turn writes already"),
        ({"writes": WRITES, "output_key": "user:limit"}, "output_key", "'user:limit'", "which the turn writes already"),
        ({"output_key": "a b"}, "output_key", "'a b'", "which no placeholder can name"),
        ({"role": "tool", "output_key": "a"}, "output_key", "'a'", "its role is tool and only an agent has one"),
        ({"output_key": "a", **CALL}, "output_key", "'a'", "only a final answer is kept"),
        ({"writes": [wrote("a", "so", "g")]}, "writes[0].says[0]", "'g'", "and no fact has that id"),
        ({"writes": [wrote("a", "so", "f", "f")]}, "writes[0].says[1]", "'f'", "which is listed there already"),
        ({"writes": [wrote("a", "no", "f")]}, "writes[0].says[0]", "'f'", "its answer 'so' does not stand in the value"),
        ({"writes": [wrote("a", None, "f")]}, "writes[0].says[0]", "'f'", "does not stand in the value"),
        ({"saves": {"a?": "b"}}, "saves", "'a?'", "which no placeholder can name"),
    ],
)  # fmt: skip
def test_a_wrong_write_is_refused_with_its_field_and_value(changes, field, value, problem):
    whole = document([turn("T1", "assistant", 3) | changes], artifacts={})
    error = refused(encoded(whole))
    assert (error.field, error.value) == (f"$.turns[0].{field}", value)
    assert problem in error.problem


def test_without_an_artifact_service_nothing_is_saved():
    error = refused(encoded(document([turn("T1", "assistant", 3, saves={"a": "b"})])))
    assert (error.field, error.value) == ("$.turns[0].saves", "'a'")
    assert "no artifact service" in error.problem


KEYS = ("room", "user:name", "temp:offer")


@st.composite
def writing(draw: st.DrawFn) -> Fixture:
    """Any small session whose turns write, within invocations that may be interleaved."""
    turns = [turn("T0", "system", 1, text="{room?}{user:name}{temp:offer?}")]
    for k in range(1, draw(st.integers(1, 12))):
        role = draw(st.sampled_from(["user", "assistant", "assistant"]))
        made = turn(f"T{k}", role, 1, invocation=draw(st.sampled_from(["a", "b"])))
        keys = draw(st.lists(st.sampled_from(KEYS), unique=True)) if role == "assistant" else []
        made["writes"] = [wrote(key, f"{key} {k}") for key in keys]
        turns.append(made)
    return lesson(turns, state={"user:name": "start"} if draw(st.booleans()) else {})


@given(writing())
def test_a_value_is_that_of_the_last_write_that_is_still_there(fixture):
    for frame in played(fixture).frames:
        arrived, session = fixture.turns[: frame.index], frame.context.session
        following = fixture.turns[frame.index : frame.index + 1]
        reader = frame.index if following and following[0].role == "assistant" else frame.index - 1
        now: dict[str, object] = dict(fixture.state)
        for k, one in enumerate(arrived):
            for write in one.writes:
                if not write.key.startswith("temp:") or session.invocations[k] == session.invocations[reader]:
                    now[write.key] = write.value
        assert held(frame) == now
        if arrived:
            lacks = "user:name" not in now
            text = None if lacks else "".join(str(now.get(key, "")) for key in KEYS)
            assert sent(frame, "T0") == text
            assert (unsent(frame.context) != ()) == (lacks and any(one.role == "assistant" for one in fixture.turns))


def test_a_lack_names_its_instruction_its_key_and_the_turn_that_writes_it():
    from_start = Lack(instruction="T7", key="room", later="T9", at=54)
    assert describe.states.lack(from_start) == describe.states.lacking(played(desk()).frames[8])[0]
