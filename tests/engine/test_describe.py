"""Tests the sentences that a person reads or hears."""

import pytest

from sim import describe
from sim.analysis.comparison import difference
from sim.analysis.retention import Retention
from sim.analysis.smallest_budget import Least, smallest_budget
from sim.analysis.survey import Survey
from sim.describe import words
from sim.lesson.fixture import Fixture
from sim.policies.choice import choose
from sim.policies.registry import POLICIES
from sim.replay import Frame, replay
from sim.state.provenance import FactStatus

from .making import lesson, near_miss, survey, turn

FACT = "report-format"


def frame(fixture: Fixture, seconds: float, *choice) -> Frame:
    return replay(fixture, choose(fixture, *choice)).at(seconds)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (words.seconds(7.5), "7.5 seconds"),
        (words.seconds(30.0), "30 seconds"),
        (words.seconds(1), "1 second"),
        (words.seconds(0), "0 seconds"),
        (words.number(100.0), "100"),
        (words.tokens(1), "1 teaching token"),
        (words.names(()), "nothing"),
        (words.names(("T1",)), "T1"),
        (words.names(("T1", "T2", "T3")), "T1, T2 and T3"),
        (words.names(("T1", "T2", "T3"), most=2), "T1, T2 and 1 more"),
        (words.change(4), "+4"),
        (words.change(-4), "−4"),
        (words.change(0), "0"),
    ],
)
def test_words(said, expected):
    assert said == expected


def test_position_and_meter(first_lesson):
    whole = replay(first_lesson, choose(first_lesson))
    assert describe.position(whole.at(30), whole) == "30 seconds, message 4 of 8"
    assert describe.position(whole.at(33), whole, 33) == "33 seconds, message 4 of 8"
    assert describe.meter(whole.at(30), 24) == "21 of 24 teaching tokens"
    assert describe.meter(whole.at(30), 20) == "21 of 20 teaching tokens, 1 over"


def test_what_the_policy_did(first_lesson):
    evicting, folding = frame(first_lesson, 30), frame(first_lesson, 30, 24, "summarize-older")
    assert describe.operation(evicting.operations[0]) == "T2 was evicted: 29 teaching tokens before, 21 after."
    assert (
        describe.reason(evicting.operations[0].reason)
        == "29 is over the budget of 24, and T2 was the earliest turn that is not pinned."
    )
    assert describe.operations(folding) == "T2 and T3 were folded into S: 29 teaching tokens before, 20 after."
    assert (
        describe.operations(frame(first_lesson, 15)) == "The policy changed nothing: the context is within the budget."
    )
    assert describe.operations(frame(first_lesson, 0)) == "Nothing has arrived, so the policy has done nothing."


def test_arrivals_as_a_live_region_says_them(first_lesson):
    assert (
        describe.arrival(frame(first_lesson, 0))
        == "Nothing has arrived yet. The context holds 0 of 24 teaching tokens."
    )
    assert describe.arrival(frame(first_lesson, 15)) == (
        "T2 arrived from the user, 8 teaching tokens. The context holds 14 of 24 teaching tokens."
    )
    assert describe.arrival(frame(first_lesson, 30)) == (
        "T4 arrived from the user, 8 teaching tokens. The context overflowed: 29 is over the budget of 24. "
        "T2 was evicted: 29 teaching tokens before, 21 after."
    )


def test_an_arrival_that_can_never_fit_is_named():
    last = replay(
        lesson([turn("T1", "user", 3), turn("T2", "user", 90)]), POLICIES["evict-oldest"].settings(24, "drop")
    ).at(60)
    assert describe.arrival(last).endswith("T2 weighs 90, more than the whole budget of 24.")


def test_an_arrival_that_leaves_the_context_over_budget_says_so():
    fixture = lesson([turn("T1", "system", 30), turn("T2", "user", 3)])
    first, last = replay(fixture, choose(fixture)).frames[1:]
    assert "still over the budget: T1 weighs 30" in describe.arrival(first)
    assert "still over the budget: T1 weighs 30" in describe.arrival(last)
    assert describe.operations(first).startswith("T1 weighs 30")
    assert describe.operations(last).startswith("T2 was evicted: 33 teaching tokens before, 30 after.")
    assert "T1 weighs 30" in describe.operations(last)


@pytest.mark.parametrize(
    ("seconds", "choice", "mention", "evidence", "answer"),
    [
        (
            10,
            (),
            "Nothing in the context mentions it.",
            "No user's turn backs it.",
            "may not state “concise bullets” as the user's own words: no user has said it yet.",
        ),
        (
            20,
            (),
            "Mentioned by T2.",
            "Backed by T2, the user's own turn in the context.",
            "may state “concise bullets” as the user's own words: the user's own turn T2 is in the context.",
        ),
        (
            30,
            (),
            "Mentioned by T3.",
            "No user's turn backs it.",
            "may not state “concise bullets” as the user's own words: T3 repeats it, but no user's turn backs it.",
        ),
        (
            60,
            (),
            "Nothing in the context mentions it.",
            "No user's turn backs it.",
            "may not state “concise bullets” as the user's own words: T2 has left, and nothing in the context mentions it any more.",
        ),
        (
            60,
            (24, "summarize-older"),
            "Mentioned by S.",
            "Backed by T2, carried by the summary S.",
            "may state “concise bullets” as the user's own words: the user's own turn T2 is carried by the summary S.",
        ),
    ],
)
def test_mention_evidence_and_answer(first_lesson, seconds, choice, mention, evidence, answer):
    standing = frame(first_lesson, seconds, *choice).facts[FACT]
    assert describe.mention(standing) == mention
    assert describe.evidence(standing) == evidence
    assert describe.may_answer(first_lesson.facts[0], standing) == f"The agent {answer}"


def test_rows_that_back_a_fact_say_so(first_lesson):
    assert describe.item_backs("T2", frame(first_lesson, 20).facts) == "evidence: the user's own turn T2"
    assert describe.item_backs("T3", frame(first_lesson, 30).facts) == ""
    assert (
        describe.item_backs("S", frame(first_lesson, 60, 24, "summarize-older").facts)
        == "evidence: carries the user's T2"
    )


def test_where_a_turn_is(first_lesson):
    whole = replay(first_lesson, choose(first_lesson))
    now, lives = whole.at(30), whole.lives()
    states = [describe.turn_state(now, t, life) for t, life in zip(first_lesson.turns, lives)]
    assert states[:5] == ["retained, pinned", "evicted at 30 s", "retained", "retained", "not yet arrived"]
    folded = frame(first_lesson, 30, 24, "summarize-older")
    assert describe.turn_state(folded, first_lesson.turns[1]) == "folded into S"


def test_summaries(first_lesson):
    kept, dropped = (frame(first_lesson, 30, 24, "summarize-older", f).context.summary for f in ("preserve", "drop"))
    assert describe.summary(kept) == "The summary S covers T2 and T3 and carries the evidence of T2."
    assert describe.summary(dropped) == "The summary S covers T2 and T3 and carries no evidence."


def test_differences_have_signs_and_words(first_lesson):
    small, large = frame(first_lesson, 60), frame(first_lesson, 60, 64)
    found = difference(small, large)
    assert describe.token_difference(found) == "+37 teaching tokens (more)"
    assert describe.token_difference(difference(large, small)) == "−37 teaching tokens (fewer)"
    assert describe.item_difference(found) == "+5 items (more): gained T2, T3, T4, T5 and T6"
    assert describe.evicted_difference(found) == "−5 turns evicted (fewer)"
    assert describe.mention_difference(found.facts[FACT]) == "now mentioned by T2 and T3"
    assert describe.backing_difference(found.facts[FACT]) == "now backed by T2"
    assert describe.difference(difference(small, small)) == ("no difference",)
    folded = difference(small, frame(first_lesson, 60, 24, "summarize-older", "preserve"))
    assert describe.token_difference(folded) == "no difference"
    assert describe.covered_difference(folded) == "+6 turns folded (more)"
    assert f"{FACT}: now backed by T2" in describe.difference(folded)


def test_near_misses_and_smallest_budgets(first_lesson):
    chosen = choose(first_lesson)
    assert describe.near_miss(near_miss(first_lesson, chosen, FACT, 30)) == "5 more teaching tokens would have kept T2."
    assert describe.near_miss(None) == ""
    least = smallest_budget(Survey(first_lesson), chosen, FACT, 30)
    assert describe.smallest_budget(chosen, least) == "Evict oldest: 29 is the smallest budget that still backs it."
    assert describe.smallest_budget(chosen, Least(None, "every")) == "Evict oldest: no budget backs it at this moment."


@pytest.mark.parametrize(
    ("status", "state", "said"),
    [
        (FactStatus(backed_by=("T2",), mentioned_by=("T2", "T3"), said_by=("T2",)), "proven", "proven"),
        (FactStatus(mentioned_by=("T3",), said_by=("T2",)), "mentioned", "only mentioned"),
        (FactStatus(mentioned_by=("T3",)), "mentioned", "only mentioned"),
        (FactStatus(said_by=("T2",)), "gone", "gone"),
        (FactStatus(), "unsaid", "never said"),
    ],
)
def test_a_fact_has_one_of_four_states(status, state, said):
    assert (status.state, describe.fact_state(status)) == (state, said)


def test_cells(first_lesson):
    cells = survey(first_lesson, 60)
    said = [describe.fact_state(cell.facts[FACT]) for cell in cells]
    assert said[:9] == ["proven"] * 4 + ["gone", "gone", "gone", "proven", "proven"]
    assert [cell.tokens for cell in cells[:9]] == [57] * 4 + [20, 34, 42, 57, 20]


def test_settings(first_lesson):
    evicting, folding = choose(first_lesson), choose(first_lesson, 36, "summarize-older", "drop")
    assert describe.settings(evicting) == "Budget 24, evict oldest"
    assert describe.settings(folding) == "Budget 36, summarize older turns, critical fact: drop"
    assert "no effect under Evict oldest" in describe.fidelity_effect(evicting, first_lesson)
    assert describe.fidelity_effect(folding, first_lesson) == "The summary leaves the user's evidence out on purpose."
    assert [describe.fidelity(name) for name in ("preserve", "drop")] == ["Preserve", "Drop"]


def test_emptiness_and_retention(first_lesson):
    empty = lesson([], facts=[], probes=[])
    assert describe.emptiness(empty) == (
        "This lesson has no turns: nothing will arrive. This lesson has no facts: there is nothing to prove."
    )
    assert describe.emptiness(first_lesson) == ""
    assert describe.retention(Retention(asked=0, answerable=0, proven=0)) == "This lesson asks no questions."
    assert describe.retention(Retention(asked=3, answerable=2, proven=1)) == (
        "Of 3 questions, the exact answer to 2 can be read in the context, and 1 can be proven."
    )


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (20, "can be read in the context, and it can be proven."),
        (30, "can be read in the context, but it cannot be proven."),
        (60, "cannot be read in the context, and it cannot be proven."),
    ],
)
def test_a_question_says_apart_what_can_be_read_and_what_can_be_proven(first_lesson, seconds, said):
    probe = first_lesson.probes[0]
    asked = f"“{probe.question}” The exact answer {said}"
    assert describe.probe(probe, frame(first_lesson, seconds).facts[FACT]) == asked


def test_the_statement_says_what_is_not_measured():
    for word in (
        "simulation",
        "fixed weights",
        "tokenizer",
        "billable",
        "assumption",
        "latency",
        "answer quality",
        "storage",
        "preference",
        "privacy",
        "deletion",
    ):
        assert word in describe.STATEMENT
