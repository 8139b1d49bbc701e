"""Tests what each agent reads of one session, and how its instruction is filled in."""

from __future__ import annotations

import pytest

from sim import describe
from sim.adk.assemble import assemble, visible
from sim.adk.event import Compaction, Event
from sim.lesson.calls import Call, Result
from sim.lesson.reader import Reader
from sim.prompt.instruction import MissingValue, NoArtifacts, resolve
from sim.prompt.request import Request, request
from sim.replay import Frame, replay

from .agents import agent_lesson, chosen
from .making import turn

STATE = {"k": "v", "none": None, "user:n": "u", "app:n": 7, "temp:n": True}


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{k} {{k}} { k }", "v v v"),
        (r"${k} \{k}", r"${k} \{k}"),
        ("[{x?}] [{none}]", "[] []"),
        ("{user:n} {app:n} {temp:n}", "u 7 True"),
        ('{foo:n} {bad-name} {"a":1} {} {k ?}', '{foo:n} {bad-name} {"a":1} {} {k ?}'),
        ("{artifact.a} [{artifact.b?}]", "text []"),
        ("no placeholder }", "no placeholder }"),
    ],
)
def test_placeholders(template, expected):
    assert resolve(template, STATE, {"a": "text"}) == expected


@pytest.mark.parametrize(
    ("template", "artifacts", "error", "name"),
    [
        ("{x}", None, MissingValue, "x"),
        ("{user:x}", None, MissingValue, "user:x"),
        ("{artifact.b}", {"a": "text"}, MissingValue, "artifact.b"),
        ("{artifact.b}", None, NoArtifacts, "artifact.b"),
        ("{artifact.b?}", None, NoArtifacts, "artifact.b"),
    ],
)
def test_a_placeholder_without_a_value_is_an_error_that_names_it(template, artifacts, error, name):
    with pytest.raises(error) as caught:
        resolve(template, STATE, artifacts)
    assert caught.value.name == name


@pytest.mark.parametrize(
    ("branch", "event", "expected"),
    [
        ("", "a", True),
        ("a", "", True),
        ("a", "a", True),
        ("a.b", "a", True),
        ("a", "a.b", False),
        ("a.b", "a.c", False),
        ("ab", "a", False),
    ],
)
def test_a_branch_reads_itself_and_what_is_above_it(branch, event, expected):
    assert visible(branch, event) == expected


def siblings() -> Frame:
    """A coordinator and two specialists, each on its own branch."""
    turns = [
        turn("T1", "system", 20, text="You serve {user:name}."),
        turn("T2", "system", 30, author="billing", text="You know {missing}."),
        turn("T3", "user", 10),
        turn("T4", "assistant", 5, author="root"),
        turn("T5", "assistant", 8, author="billing", branch="root.billing"),
        turn("T6", "assistant", 9, author="shipping", branch="root.shipping"),
        turn("T7", "assistant", 4, author="root", text=""),
        turn("T8", "user", 6),
        turn("T9", "assistant", 5, author="billing", branch="root.billing",
             calls=[{"tool": "look", "id": "c"}]),
        turn("T10", "tool", 7, author="billing", branch="root.billing",
             results=[{"tool": "look", "id": "c"}]),
    ]  # fmt: skip
    lesson = agent_lesson(turns, 500, state={"user:name": "Dana"})
    return replay(lesson, chosen("adk-sliding", 500)).frames[-1]


def read(made: Request) -> list[tuple]:
    return [(message.role, " ".join(message.ids), message.quoted) for message in made.messages]


def test_siblings_do_not_see_each_other_and_quote_the_coordinator():
    made = request(siblings().context, Reader(name="billing", branch="root.billing"))
    assert read(made) == [
        ("system", "T1", ""),
        ("system", "T2", ""),
        ("user", "T3", ""),
        ("user", "T4", "root"),
        ("model", "T5", ""),
        ("user", "T8", ""),
        ("model", "T9", ""),
        ("user", "T10", ""),
    ]
    assert made.unread == {"T6": "branch", "T7": "empty"}
    assert made.messages[0].text == "You serve Dana." and made.messages[1].missing == "missing"
    assert made.tokens == 20 + 30 + 10 + 5 + 8 + 6 + 5 + 7


def test_a_classifier_reads_the_current_turn_alone():
    made = request(siblings().context, Reader(name="classifier", branch="root.classifier", contents="none"))
    assert read(made) == [("system", "T1", ""), ("user", "T8", "")]
    assert made.unread == {
        "T3": "earlier",
        "T4": "earlier",
        "T5": "branch",
        "T6": "branch",
        "T7": "empty",
        "T9": "branch",
        "T10": "branch",
    }
    lines = describe.request(made)
    assert lines[0] == "classifier, on the branch root.classifier, reads the current turn alone: 26 teaching tokens."
    assert "Not read: T3 and T4 (before the current turn)." in lines


def test_an_agent_without_a_branch_reads_the_whole_transcript_with_the_others_quoted():
    made = request(siblings().context, Reader(name="shipping"))
    assert read(made)[1:] == [
        ("user", "T3", ""),
        ("user", "T4", "root"),
        ("user", "T5", "billing"),
        ("model", "T6", ""),
        ("user", "T8", ""),
        ("user", "T9", "billing"),
        ("user", "T10", "billing"),
    ]


def test_a_summary_stands_for_what_it_covers():
    turns = [turn(f"e{k}", "user" if k % 2 else "assistant", 10) for k in range(1, 6)]
    frame = replay(agent_lesson(turns), chosen("adk-sliding", interval=2, overlap=0)).frames[-1]
    made = request(frame.context, Reader(name="agent"))
    assert read(made) == [("model", "S1", ""), ("user", "e5", "")]
    assert set(made.unread.values()) == {"summarized"} and made.tokens == 16
    assert describe.request(made)[1] == "model: the summary S1 (6)."


def test_a_summary_is_read_where_it_was_written():
    turns = [turn(f"e{k}", "user" if k % 2 else "assistant", 10) for k in range(1, 6)]
    frames = replay(agent_lesson(turns), chosen("adk-sliding", interval=2, overlap=0)).frames
    alone = Reader(name="classifier", contents="none")
    # Directly after the compaction the current turn begins with the summary, and the user's request is lost. A later turn is
    # complete.
    assert read(request(frames[4].context, alone)) == [("model", "S1", "")]
    assert read(request(frames[5].context, alone)) == [("user", "e5", "")]


def test_what_is_read_is_the_readers_request():
    turns = [turn("q1", "user", 10), turn("a1", "assistant", 5, author="root"), turn("q2", "user", 7)]
    turns += [turn("a2", "assistant", 3, author="classifier"), turn("a3", "assistant", 4, author="root")]
    lesson = agent_lesson(turns, readers=[{"name": "root"}, {"name": "classifier", "contents": "none"}])
    frames = replay(lesson, chosen("adk-token")).frames
    assert [frame.read for frame in frames] == [0, 0, 10, 10, 17, 17 + 25]
    assert replay(agent_lesson(turns), chosen("evict-oldest")).frames[-1].read == 10 + 22 + 25


def test_a_call_on_a_branch_is_not_gone_past_by_its_siblings():
    def sibling(name: str, branch: str) -> dict:
        return turn(name, "assistant", 1, branch=branch, calls=[{"tool": "look", "id": name}])

    turns = [sibling("a", "root.a"), sibling("b", "root.b")]
    turns += [turn("ra", "tool", 1, branch="root.a", results=[{"tool": "look", "id": "a"}])]
    frames = replay(agent_lesson(turns), chosen("evict-oldest")).frames
    assert not any(frame.faults for frame in frames)
    turns[1]["branch"] = "root.a"
    frames = replay(agent_lesson(turns), chosen("evict-oldest")).frames
    assert [fault.turn for fault in frames[2].faults] == ["a"]


def ids(contents) -> list[str]:
    return [" ".join(content.ids) for content in contents]


def test_a_call_that_was_summarized_comes_back_for_its_result():
    log = [
        Event(id="q", timestamp=1, text="?"),
        Event(id="c", timestamp=2, author="a", calls=(Call(tool="t", id="1", pending=True),)),
        Event(id="r0", timestamp=3, author="a", results=(Result(tool="t", id="1"),)),
        Event(id="S", timestamp=3, author="a", text="s", compaction=Compaction(1, 3)),
        Event(id="r", timestamp=4, results=(Result(tool="t", id="1"),)),
    ]
    assert ids(assemble(log, "a")) == ["S", "c", "r"]


def test_results_of_a_parallel_call_are_merged_and_orphans_dropped():
    log = [
        Event(id="q", timestamp=1, text="?"),
        Event(id="c", timestamp=2, author="a", calls=(Call(tool="t", id="1"), Call(tool="t", id="2"))),
        Event(id="r2", timestamp=3, author="a", results=(Result(tool="t", id="2"),)),
        Event(id="r1", timestamp=4, author="a", results=(Result(tool="t", id="1"),)),
        Event(id="lone", timestamp=5, author="a", calls=(Call(tool="t", id="3"),)),
        Event(id="orphan", timestamp=6, author="a", results=(Result(tool="t", id="9"),)),
        Event(id="x", timestamp=7, author="a", text="done"),
    ]
    assert ids(assemble(log, "a")) == ["q", "c", "r2 r1", "x"]
