"""Tests what a tool's result establishes: it is recorded by that result, never backed by a user, and never created by an assistant."""

from __future__ import annotations

import json
import re

import pytest

from sim import describe
from sim.__main__ import main
from sim.analysis.ask import Loss, Rest, ask
from sim.analysis.challenge import attempt, best
from sim.analysis.comparison import difference
from sim.analysis.retention import Retention, retention
from sim.analysis.survey import Survey
from sim.describe import guide as words
from sim.export.exact import moment
from sim.export.opening import open_document
from sim.export.writing import document as exported
from sim.guide.question import asked
from sim.lesson.fixture import Fixture
from sim.lesson.invalid import InvalidInput
from sim.lesson.step import StillBacked, WhatAnswer
from sim.library import find, load
from sim.policies.choice import choose
from sim.replay import Frame, Replay, replay
from sim.state.provenance import FactStatus, standing

from .agents import agent_lesson, chosen
from .making import document, encoded, near_miss, smallest_budget, turn
from .test_guide import choices as offered
from .test_guide import view

TOOL = {"id": "t", "statement": "The order is shipped.", "answer": "shipped", "source": "tool"}
USER = {"id": "u", "statement": "The user is away.", "answer": "away"}
BOTH = {"facts": [TOOL, USER], "probes": [{"id": "p", "question": "Shipped?", "answer": "shipped", "fact": "t"}]}


@pytest.fixture(scope="module")
def fixture() -> Fixture:
    return find("records-and-evidence")


def played(fixture: Fixture, policy: str = "evict-oldest", fidelity: str = "preserve", budget: int = 36) -> Replay:
    return replay(fixture, choose(fixture, budget, policy, fidelity))


# policy, fidelity, seconds: context, tokens, and for both facts: state, mentioned by, through
ROWS = [
    ("evict-oldest", "preserve", 24, "T1 T2 T3 T4", 32, ("proven", "T4", "T4:T4"), ("proven", "T2", "T2:T2")),
    ("evict-oldest", "preserve", 30, "T1 T3 T4 T5", 31, ("proven", "T4 T5", "T4:T4"), ("mentioned", "T5", "")),
    ("evict-oldest", "preserve", 36, "T1 T5 T6", 21, ("mentioned", "T5", ""), ("mentioned", "T5", "")),
    ("evict-oldest", "preserve", 60, "T1 T6 T7 T8 T9 T10", 36, ("gone", "", ""), ("gone", "", "")),
    ("summarize-older", "preserve", 30, "T1 S T5", 21, ("proven", "S T5", "S:T4"), ("proven", "S T5", "S:T2")),
    ("summarize-older", "preserve", 60, "T1 S T7 T8 T9 T10", 36, ("proven", "S", "S:T4"), ("proven", "S", "S:T2")),
    ("summarize-older", "drop", 30, "T1 S T5", 21, ("mentioned", "T5", ""), ("mentioned", "T5", "")),
    ("summarize-older", "drop", 60, "T1 S T7 T8 T9 T10", 36, ("gone", "", ""), ("gone", "", "")),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS)
def test_a_record_and_evidence_leave_and_are_carried_in_the_same_way(fixture, row):
    policy, fidelity, seconds, context, tokens, *facts = row
    frame = played(fixture, policy, fidelity).at(seconds)
    assert (" ".join(frame.context.ids), frame.tokens) == (context, tokens)
    for name, (state, mentioned, through) in zip(("status", "wish"), facts):
        found = frame.facts[name]
        assert (found.state, " ".join(found.mentioned_by)) == (state, mentioned)
        assert " ".join(f"{item}:{source}" for item, source in found.through) == through
        assert found == standing(frame.context, fixture, name)


def test_the_two_words_are_never_mixed(fixture):
    for policy, fidelity in (
        ("evict-oldest", "preserve"),
        ("summarize-older", "preserve"),
        ("summarize-older", "drop"),
    ):
        for frame in played(fixture, policy, fidelity).frames:
            status, wish = frame.facts["status"], frame.facts["wish"]
            assert (status.source, status.backed_by, status.said_by) == ("tool", (), ())
            assert (wish.source, wish.recorded_by, wish.reported_by) == ("user", (), ())
            assert status.established_by == status.recorded_by and status.origins == status.reported_by
            assert wish.established_by == wish.backed_by and wish.origins == wish.said_by
            for fact, found in zip(fixture.facts, (status, wish)):
                told = f"{describe.evidence(found)} {describe.may_answer(fact, found)}"
                assert ("user" in told) <= (found.source == "user") and ("record" in told) <= (found.source == "tool")


def test_a_question_rests_on_the_evidence_of_its_facts_kind(fixture):
    whole = played(fixture)
    assert [retention(whole.at(at)) for at in (24, 30, 36, 60)] == [
        Retention(asked=2, answerable=2, proven=2, recorded=1),
        Retention(asked=2, answerable=2, proven=1, recorded=1),
        Retention(asked=2, answerable=2, proven=0),
        Retention(asked=2, answerable=0, proven=0),
    ]
    assert retention(played(find("report-preference")).at(15)) == Retention(asked=1, answerable=1, proven=1)


def test_budgets_that_keep_a_record(fixture):
    settings = played(fixture).settings
    assert smallest_budget(fixture, "evict-oldest", "preserve", "status", 60) == 61
    assert smallest_budget(fixture, "evict-oldest", "preserve", "wish", 60) == 71
    assert smallest_budget(fixture, "summarize-older", "preserve", "status", 60) == 12
    assert smallest_budget(fixture, "evict-oldest", "preserve", "status", 18) is None
    miss = near_miss(fixture, settings, "status", 36)
    assert (miss.tokens, miss.turn, miss.budget) == (1, "T4", 37)
    assert near_miss(fixture, settings, "status", 30) is None  # it is recorded
    assert near_miss(fixture, settings, "status", 18) is None  # no tool has recorded it yet


def test_what_the_agent_could_answer(fixture):
    whole = played(fixture)
    text = fixture.turns[3].text
    kept, repeated = ask(whole, 24, "status"), ask(whole, 36, "status")
    assert (kept.reach, kept.rest) == ("proven", Rest(item="T4", text=text, source="T4"))
    assert words.verdict(kept) == (f"Recorded: “shipped on 3 May”. It rests on T4, the tool's own result: “{text}”",)
    assert (repeated.reach, repeated.origins) == ("said", ("T4",))
    assert repeated.loss == Loss(seconds=36, arrival="T6", turn="T4", kind="evict")
    assert words.verdict(repeated)[1:] == (
        "The record was lost at 36 seconds, when T6 arrived: T4 was removed.",
        "1 more teaching token would have kept T4.",
        "In the same budget the record is kept with “Summarize older turns, preserve”.",
    )
    assert words.verdict(ask(whole, 18, "status")) == ("Cannot be known: no tool has recorded it yet.",)
    carried = ask(played(fixture, "summarize-older"), 60, "status")
    assert words.verdict(carried) == (
        "Recorded: “shipped on 3 May”. It rests on the summary S, which carries the tool's T4: “Order 4711 was shipped on 3 May.”",
    )


def test_the_guide_asks_whether_a_tools_fact_is_still_recorded(fixture):
    question = asked(view(fixture, 24), StillBacked(fact="status", at=36))
    assert question.text == (
        "At 36 seconds, will a tool's own result still record this fact: “Order 4711 was shipped on 3 May”?"
    )
    assert question.right == "mentioned" and offered(question)["carried"] == (
        "Yes, by a summary that carries the tool's result"
    )
    assert question.reason == (
        "The agent may not state “shipped on 3 May” as what a tool recorded: T5 repeats it, but no tool's result records it."
    )
    assert asked(view(fixture, 12), StillBacked(fact="status", at=24)).right == "own"
    kinds = [offered(asked(view(fixture, 36), WhatAnswer(probe=name)))["proven"] for name in ("status", "wish")]
    assert kinds == [
        "The exact answer, recorded by a tool's own result",
        "The exact answer, proven by the user's own words",
    ]


def test_the_challenge_counts_records_apart_from_evidence(fixture):
    goal = fixture.goal
    assert words.goal(goal, fixture) == (
        "Keep proven to the end: “The user wants the parcel left with the neighbour”; and recorded to the end: "
        "“Order 4711 was shipped on 3 May”. Use the smallest budget."
    )
    now = attempt(played(fixture, budget=64), goal)
    assert now.lost == ("wish",)
    assert words.attempt(now, goal, fixture) == (
        "Not reached: 1 fact of 1 cannot be proven at the end. Budget: 64 teaching tokens."
    )
    lost = attempt(played(fixture), goal)
    assert words.attempt(lost, goal, fixture).startswith(
        "Not reached: 1 fact of 1 cannot be proven at the end and 1 fact of 1 is not recorded at the end."
    )
    found = best(fixture, goal)
    assert (found.spent, found.settings.policy, found.settings.fidelity) == (28, "summarize-older", "preserve")


@pytest.mark.parametrize(
    ("status", "state", "told"),
    [
        (FactStatus(source="tool"), "never recorded", "No tool's result records it."),
        (FactStatus(source="tool", reported_by=("R",)), "gone", "No tool's result records it."),
        (FactStatus(source="tool", mentioned_by=("A",), reported_by=("R",)), "only mentioned", "No tool's result records it."),
        (FactStatus(source="tool", recorded_by=("R",), through=(("R", "R"),), reported_by=("R",)), "recorded",
         "Recorded by R, the tool's own result in the context."),
        (FactStatus(source="tool", recorded_by=("R", "Q"), through=(("S", "R"), ("Q", "Q")), reported_by=("R", "Q")),
         "recorded", "Recorded by Q, the tool's own result in the context and by R, carried by the summary S."),
    ],
)  # fmt: skip
def test_sentences_about_a_record(status, state, told):
    assert (describe.fact_state(status), describe.evidence(status)) == (state, told)


def test_more_sentences_about_a_record(fixture):
    status, wish = fixture.facts
    whole = played(fixture, "summarize-older")
    frame = whole.frames[-1]
    assert describe.item_backs("S", frame.facts) == "evidence: carries the user's T2; record: carries the tool's T4"
    assert describe.item_backs("T4", whole.at(24).facts) == "record: the tool's own result T4"
    assert describe.summary(frame.context.summary) == (
        "The summary S covers T2, T3, T4, T5 and T6 and carries the evidence of T2 and the record of T4."
    )
    dropped = played(fixture, "summarize-older", "drop").frames[-1]
    assert describe.summary(dropped.context.summary).endswith("and carries no evidence and no record.")
    at = played(fixture).at(30).facts
    assert describe.page.item_mentions("T5", {"status": at["status"]}) == "mentions the fact, and is no record of it"
    assert describe.probe(fixture.probes[0], at["status"]).endswith(
        "The exact answer can be read in the context, and it is recorded."
    )
    assert describe.retention(retention(frame)) == (
        "Of 2 questions, the exact answer to 2 can be read in the context, and 2 can be proven, 1 of them by a tool's record."
    )
    assert (describe.labels.backed(status), describe.labels.backed(wish)) == ("tool's record", "user-backed evidence")
    assert (describe.labels.fact_backed(status), describe.labels.fact_backed(wish)) == (
        "status recorded",
        "wish backed",
    )
    assert describe.page.not_said(status) == "No tool has recorded it yet, so no budget keeps it recorded."
    change = difference(played(fixture).at(36), frame).facts["status"]
    assert describe.backing_difference(change) == "now recorded by T4"
    effects = [
        describe.fidelity_effect(played(fixture, "summarize-older", name).settings, fixture)
        for name in ("preserve", "drop")
    ]
    assert effects == [
        "The summary carries the user's own evidence and the tools' own records, with their sources.",
        "The summary leaves evidence and records out on purpose.",
    ]


# Every form of summary carries a record as it carries evidence.


def session(*, ladder: list | None = None, entries: bool = False, budget: int = 30) -> Fixture:
    """A user's fact and a tool's fact, repeated by the agent, and then small talk."""
    noted = (
        {"entries": [{"kind": "tool_call", "tool": "look", "target": "order", "outcome": "shipped"}]} if entries else {}
    )
    wished = {"entries": [{"kind": "user_constraint", "text": "The user is away."}]} if entries else {}
    turns = [
        turn("P", "system", 5),
        turn("U", "user", 5, evidence=["u"], **wished),
        turn("C", "assistant", 5, calls=[{"tool": "look", "id": "c"}]),
        turn("R", "tool", 5, results=[{"tool": "look", "id": "c"}], records=["t"], **noted),
        turn("A", "assistant", 5, mentions=["t", "u"]),
        *(turn(f"{'QB'[k % 2]}{k}", ("user", "assistant")[k % 2], 5) for k in range(8)),
    ]
    facts = [TOOL | {"critical": True, "ladder": ladder or []}, USER | {"critical": True}]
    return agent_lesson(turns, budget, **(BOTH | {"facts": facts}))


def ended(fixture: Fixture, policy: str, fidelity: str = "preserve", **parameters: object) -> Frame:
    return replay(fixture, chosen(policy, 30, fidelity, **parameters)).frames[-1]


def test_fidelity_decides_about_both():
    kept, lost = (ended(session(), "summarize-older", fidelity) for fidelity in ("preserve", "drop"))
    assert (kept.context.summary.said.carries, kept.context.summary.said.records) == ({"u": ("U",)}, {"t": ("R",)})
    assert (lost.context.summary.said.carries, lost.context.summary.said.records) == ({}, {})
    assert [kept.facts["t"].recorded_by, lost.facts["t"].recorded_by] == [("R",), ()]


def test_pins_hold_both_and_without_them_a_record_goes_down_its_ladder():
    steps = [{"text": "It is under way.", "answers": False}, {"text": ""}]
    pinned = ended(session(), "pinning-summarizer", threshold=25, retention=2, pinned="all")
    assert pinned.context.summary.generation > 1
    assert (pinned.facts["t"].through, pinned.facts["u"].through) == ((("S", "R"),), (("S", "U"),))
    whole = replay(session(ladder=steps), chosen("pinning-summarizer", 30, threshold=25, retention=2, pinned="none"))
    first = next(frame for frame in whole.frames if frame.context.summary)
    assert first.facts["t"].worded == (("S", "It is under way."),) and not first.facts["t"].recorded_by
    assert whole.frames[-1].facts["t"].state == "gone"


def test_an_entry_carries_the_record_of_its_result():
    found = ended(session(entries=True), "compression-subagent", share=0.6, floor=0).context.summary.said
    assert (found.carries, found.records) == ({"u": ("U",)}, {"t": ("R",)})
    bare = ended(session(), "compression-subagent", share=0.6, floor=0).context.summary.said
    assert (bare.carries, bare.records) == ({}, {})


@pytest.mark.parametrize("policy", ["adk-token", "adk-sliding"])
def test_the_packages_summaries_carry_it_too(policy):
    more = {"threshold": 25, "retention": 2} if policy == "adk-token" else {"interval": 1, "overlap": 0}
    whole = replay(session(), chosen(policy, 30, **more))
    written = next(frame for frame in whole.frames if frame.context.summary)
    assert written.context.summary.said.records == {"t": ("R",)}


def test_an_assistants_words_never_become_a_record():
    turns = [turn("A", "assistant", 9, mentions=["t", "u"]), turn("B", "user", 9, mentions=["t"]), turn("C", "user", 9)]
    whole = replay(agent_lesson(turns, 15, **BOTH), chosen("summarize-older", 15))
    for frame in whole.frames:
        assert not any(found.established or found.origins for found in frame.facts.values())
    assert whole.frames[-1].facts["t"].state == "unsaid"


# A lesson that breaks the rule is refused.


def broken(number: int, **changes: object) -> str:
    turns = [
        turn("U", "user", 5, evidence=["u"]),
        turn("A", "assistant", 5, calls=[{"tool": "look"}]),
        turn("R", "tool", 5, results=[{"tool": "look"}], records=["t"]),
    ]
    turns[number] |= changes
    with pytest.raises(InvalidInput) as error:
        load(encoded(document(turns, **BOTH)), "lesson")
    return str(error.value)


def test_only_a_result_records_and_only_a_tools_fact():
    assert broken(1, records=["t"]) == (
        "lesson: $.turns[1].records[0] is 't', but 'A' is no tool's result and only a result records a fact."
    )
    assert broken(0, records=["t"]) == (
        "lesson: $.turns[0].records[0] is 't', but 'U' is no tool's result and only a result records a fact."
    )
    assert (
        broken(2, records=["t", "u"])
        == "lesson: $.turns[2].records[1] is 'u', but the source of that fact is the user."
    )
    assert (
        broken(0, evidence=["u", "t"])
        == "lesson: $.turns[0].evidence[1] is 't', but the source of that fact is a tool."
    )
    assert broken(2, records=["no"]) == "lesson: $.turns[2].records[0] is 'no', and no fact has that id."
    assert broken(2, records=["t", "t"]) == "lesson: $.turns[2].records[1] is 't', which is listed there already."


def test_a_source_is_one_of_two():
    facts = [TOOL | {"source": "agent"}]
    with pytest.raises(InvalidInput, match=r"\$\.facts\[0\]\.source is 'agent'"):
        load(encoded(document([], facts=facts, probes=[])), "lesson")


def test_a_result_that_a_user_posts_back_may_record():
    turns = [
        turn("A", "assistant", 5, calls=[{"tool": "look"}]),
        turn("R", "user", 5, results=[{"tool": "look"}], records=["t"]),
    ]
    frame = replay(agent_lesson(turns, **BOTH), chosen("evict-oldest")).frames[-1]
    assert (frame.facts["t"].recorded_by, frame.facts["u"].said_by) == (("R",), ())


# Documents and the command line.


def test_an_export_says_what_is_recorded_and_opens_again(fixture):
    whole = played(fixture, "summarize-older")
    data = exported(whole, 60)
    written = json.loads(data)
    shown = written["inspection"]["shown"]
    assert shown["facts"] == {
        "status": {"mentioned_by": ["S"], "backed_by": [], "recorded_by": ["T4"]},
        "wish": {"mentioned_by": ["S"], "backed_by": ["T2"]},
    }
    (summary,) = (item for item in shown["items"] if item["id"] == "S")
    assert (summary["backs"], summary["records"]) == ({"wish": ["T2"]}, {"status": ["T4"]})
    assert (written["summaries"][0]["carries"], written["summaries"][0]["records"]) == (
        {"wish": ["T2"]}, {"status": ["T4"]},
    )  # fmt: skip
    assert shown["retention"] == {"asked": 2, "answerable": 2, "proven": 2, "recorded": 1}
    assert shown["probes"]["status"] == {"answerable": True, "proven": True}
    opened = open_document(data)
    assert exported(replay(opened.fixture, opened.settings), opened.seconds) == data


def test_a_forged_record_is_refused(fixture):
    written = json.loads(exported(played(fixture), 60))
    written["inspection"]["shown"]["facts"]["status"]["recorded_by"] = ["T5"]
    with pytest.raises(InvalidInput, match=r"\$\.inspection\.shown\.facts\.status\.recorded_by"):
        open_document(encoded(written))


def test_an_export_of_a_lesson_without_records_has_no_word_of_them(first_lesson):
    whole = replay(first_lesson, choose(first_lesson, 24, "summarize-older"))
    written = json.loads(exported(whole, 60))
    assert "recorded" not in json.dumps(moment(whole, whole.frames[-1]))
    assert "records" not in json.dumps(written["summaries"]) and "records" not in json.dumps(written["arrivals"])


def test_the_command_line_says_the_same(capsys):
    assert main(["replay", "records-and-evidence", "--at", "30"]) == 0
    out = capsys.readouterr().out
    assert "recorded: Order 4711 was shipped on 3 May." in out
    assert "Mentioned by T4 and T5. Recorded by T4, the tool's own result in the context." in out
    assert "T5 repeats it, but no user's turn backs it." in out
    assert main(["replay", "records-and-evidence", "--at", "36"]) == 0
    assert "T5 repeats it, but no tool's result records it." in capsys.readouterr().out
    assert main(["compare", "records-and-evidence"]) == 0
    out = capsys.readouterr().out
    assert re.search("recorded by T4 +proven by T2", out)
    assert "Evict oldest: 61 is the smallest budget that still keeps it recorded." in out
    assert main(["compare", "records-and-evidence", "--every-budget"]) == 0
    out = capsys.readouterr().out
    assert "smallest budget that keeps it recorded: Order 4711 was shipped on 3 May." in out
    assert "at 60 seconds: 61" in out and "from 0 to 24 seconds: no budget keeps it recorded" in out


def test_a_survey_of_every_setting_says_which_keep_the_record(fixture):
    everything, cells = Survey(fixture).cells(60)[:4], Survey(fixture).cells(60)[4:]
    assert all(cell.facts["status"].established for cell in everything)
    assert [cell.facts["status"].established for cell in cells] == [False] * 3 + [True] * 5 + [False] * 4
