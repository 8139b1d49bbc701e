"""Tests each named policy with examples of what it keeps, loses and says."""

from __future__ import annotations

import pytest

from sim import describe
from sim.analysis.generations import change, generations
from sim.analysis.retention import retention
from sim.describe.summaries import Said
from sim.replay import Replay, replay
from sim.state.structure import SECTIONS

from .agents import agent_lesson, base, chosen
from .making import turn

STATEMENT = "Refund of 412.50 EUR approved by Dana on 3 October, pending finance"
LADDER = [
    {"text": "Refund of 412.50 EUR approved by Dana", "answers": True},
    {"text": "A refund was approved"},
    {"text": "Something about a refund"},
    {"text": ""},
]
REFUND = {
    "id": "refund",
    "statement": STATEMENT,
    "answer": "412.50 EUR",
    "critical": True,
    "ticket": "R1",
    "ladder": LADDER,
}
PROBE = {"id": "amount", "question": "How much?", "answer": "412.50 EUR", "fact": "refund"}


def drifting(policy: str, closes: int | None = None, more: tuple = (), **parameters) -> Replay:
    """Ten questions and answers of ten tokens. The first approves the refund, and each answer compacts one pair."""
    turns = []
    for k in range(1, 21):
        said = {"evidence": ["refund"]} if k == 1 else {}
        for number, (position, _) in enumerate(more):
            if k == position:
                said = {"evidence": [f"other{number}"]}
        if k == closes:
            said["closes"] = ["R1"]
        turns.append(turn(f"T{k}", "user" if k % 2 else "assistant", 10, **said))
    facts = [REFUND, *(fact for _, fact in more)]
    lesson = agent_lesson(turns, 100, facts=facts, probes=[PROBE])
    return replay(lesson, chosen(policy, threshold=25, retention=2, **parameters))


def words(whole: Replay) -> list[str]:
    """The words of each generation about the refund."""
    return [one.summary.said.wordings.get("refund", "") for one in generations(whole)]


def test_a_rolling_summary_goes_down_the_ladder():
    whole = drifting("adk-token")
    assert [one.summary.generation for one in generations(whole)] == list(range(1, 10))
    assert words(whole) == [step["text"] for step in LADDER] + [""] * 5
    first, second = generations(whole)[:2]
    for number, answerable in ((first.frame, 1), (second.frame, 0)):
        frame = whole.frames[number]
        assert frame.facts["refund"].mentioned and not frame.facts["refund"].backed
        found = retention(frame)
        assert (found.answerable, found.proven) == (answerable, 0)
    worded = describe.may_answer(whole.fixture.facts[0], whole.frames[second.frame].facts["refund"])
    assert worded.endswith("S says only “A refund was approved”, and no user's turn backs it.")


def test_a_step_that_is_the_statement_is_carried_with_its_source():
    ladder = [{"text": STATEMENT}, {"text": "less"}]
    fact = REFUND | {"id": "other0", "ladder": ladder}
    whole = drifting("adk-token", more=((3, fact),))
    frames = [whole.frames[one.frame] for one in generations(whole)[1:3]]
    assert [frame.facts["other0"].through for frame in frames] == [(("S", "T3"),), ()]


def test_a_pinned_fact_stays_word_for_word():
    whole = drifting("pinning-summarizer")
    assert words(whole) == [STATEMENT] * 9
    last = whole.frames[-1]
    assert last.facts["refund"].through == (("S", "T1"),)
    assert (retention(last).answerable, retention(last).proven) == (1, 1)
    assert words(drifting("pinning-summarizer", pinned="none")) == words(drifting("adk-token"))


def test_a_cap_of_the_newest_lets_an_older_pin_drift():
    other = REFUND | {"id": "other0", "statement": "Ship to Lyon", "answer": "Lyon", "ladder": []}
    whole = drifting("pinning-summarizer", more=((5, other),), pinned="newest", cap=1)
    # The third summary covers T5, whose newer pin takes the only place. From then on the refund goes down its ladder.
    assert words(whole)[:4] == [STATEMENT, STATEMENT, "Refund of 412.50 EUR approved by Dana", "A refund was approved"]
    assert whole.frames[-1].facts["other0"].through == (("S", "T5"),)


def test_a_pin_expires_when_a_covered_turn_closes_its_ticket():
    whole = drifting("pinning-summarizer", closes=3, pinned="open-tickets")
    assert words(whole)[:3] == [STATEMENT, "Refund of 412.50 EUR approved by Dana", "A refund was approved"]


def test_the_difference_between_two_generations():
    first, second = generations(drifting("adk-token"))[:2]
    found = change(first.summary, second.summary)
    assert (found.generation, found.covered) == (2, ("T3", "T4"))
    assert describe.change(found) == (
        "New in generation 2: T3 and T4.",
        "was: refund: “Refund of 412.50 EUR approved by Dana” now: refund: “A refund was approved”",
    )
    assert change(None, first.summary).covered == ("T1", "T2")


# Outcomes of other frameworks on trace B, each of which a policy here must reproduce.
@pytest.mark.parametrize(
    ("policy", "budget", "parameters", "expected"),
    [
        # agent-framework-core 1.23.0, truncation to 120 tokens: only whole groups leave.
        ("evict-oldest", 120, {"pairs": "whole"}, "P A1 U2 C2 T2 A2 U3"),
        # langchain#33245: after a cut to 80 tokens that keeps the system's turn, a result has lost its call.
        ("evict-oldest", 80, {"pairs": "split"}, "P T2 A2 U3"),
        # semantic-kernel 1.45.0, truncation to four messages: the cut moves back to the call.
        ("keep-last", 190, {"retention": 3, "pairs": "whole"}, "P C2 T2 A2 U3"),
        ("keep-last", 190, {"retention": 3, "pairs": "split"}, "P T2 A2 U3"),
    ],
)
def test_trace_b(policy, budget, parameters, expected):
    last = replay(base(budget), chosen(policy, budget, **parameters)).frames[-1]
    assert " ".join(last.context.ids) == expected
    lost = [("lost_call", "T2", "C2")] if expected == "P T2 A2 U3" else []
    assert [(fault.kind, fault.turn, fault.partner) for fault in last.faults if fault.certain] == lost


def test_a_broken_pair_is_said_and_not_raised():
    last = replay(base(80), chosen("evict-oldest", 80)).frames[-1]
    assert describe.faults(last.faults) == (
        "A provider rejects this prompt: T2 is a result, and its call C2 has left.",
    )


def reviewing(**changes) -> list[dict]:
    """The turns of an agent that reads a file: a rule, a failure and a decision, followed by two more invocations."""

    def entry(kind: str, **fields) -> list[dict]:
        return [{"kind": kind, **fields}]

    rule = entry("user_constraint", text="Do not change the public interface.")
    return [
        turn("T1", "system", 10),
        turn("T2", "user", 10, evidence=["f"], entries=rule),
        turn("T3", "assistant", 5, calls=[{"tool": "read", "id": "c1", "target": "useAuth.ts"}]),
        turn("T4", "tool", 40, results=[{"tool": "read", "id": "c1"}], entries=entry("tool_call", tool="read", target="useAuth.ts", outcome="120 lines")),
        turn("T5", "assistant", 10, entries=entry("failed_attempt", text="Memoize the hook", reason="stale token") + entry("decision", text="Refresh in an effect", rationale="no interface change") + entry("remaining", text="Add a test")),
        turn("T6", "user", 40, entries=entry("narrative", text="The user asked for a smaller change.")),
        turn("T7", "assistant", 10),
        turn("T8", "user", 10, entries=entry("narrative", text="The user agreed.")),
        turn("T9", "assistant", 10, entries=entry("completed", text="Add a test")),
        turn("T10", "user", 10),
        turn("T11", "assistant", 10),
    ]  # fmt: skip


def review(budget: int = 100, summarizer: dict | None = None, **parameters) -> Replay:
    lesson = agent_lesson(reviewing(), budget, summarizer=summarizer or {})
    parameters = {"floor": 3, "retention": 2, "share": 0.6} | parameters
    return replay(lesson, chosen("compression-subagent", budget, **parameters))


def test_the_sub_agent_keeps_the_rule_the_failure_and_the_pair():
    whole = review()
    first, second = generations(whole)
    assert whole.frames[first.frame].context.ids == ("T1", "S", "T5", "T6")
    assert describe.reason(whole.frames[first.frame].operations[0].reason) == (
        "The prompt counted with T5 was 65 teaching tokens, at or over the threshold of 60."
    )
    assert second.summary.covers == ("T2", "T3", "T4", "T5", "T6")
    said = describe.rewordings(change(None, second.summary))
    assert tuple(one.text for line in said for one in line) == (
        "User's constraints: Do not change the public interface. [from T2]",
        "Decisions: Refresh in an effect (because: no interface change) [from T5]",
        "Failed attempts: Memoize the hook (failed: stale token) [from T5]",
        "Tool calls: read on useAuth.ts: 120 lines [from T4]",
        "Recently: The user asked for a smaller change. [from T6]",
        "To do: Add a test [from T5]",
    )
    assert whole.frames[-1].facts["f"].through == (("S", "T2"),)
    assert not any(frame.faults for frame in whole.frames)


def test_what_a_summarizer_invents_is_marked_and_appears_in_the_difference():
    invented = {"kind": "user_constraint", "text": "Never touch the tests."}
    whole = review(summarizer={"invents": [{"entry": invented, "generation": 2}]})
    first, second = generations(whole)
    assert first.summary.said.structure.unsupported == ()
    ((section, noted),) = second.summary.said.structure.unsupported
    assert (section, noted.source) == ("user_constraints", None)
    words = "new: User's constraints: Never touch the tests. [unsupported: no covered turn says so]"
    assert (Said(words, "inserted", unsupported=True),) in describe.rewordings(change(first.summary, second.summary))


def test_an_invention_that_a_turn_supports_is_none():
    known = {"kind": "user_constraint", "text": "Do not change the public interface."}
    whole = review(summarizer={"invents": [{"entry": known}]})
    assert generations(whole)[0].summary.said.structure.unsupported == ()


def test_what_is_done_is_no_longer_to_do_and_only_the_newest_narrative_stays():
    structure = generations(review(every=2, share=1, retention=0, heavy_share=1, floor=1))[-1].summary.said.structure
    assert [noted.entry.text for noted in structure.task_state.completed] == ["Add a test"]
    assert structure.task_state.remaining == () and structure.recent_narrative == ()
    assert [noted.source for noted in structure.user_constraints] == ["T2"]


@pytest.mark.parametrize("section", SECTIONS)
def test_a_summary_without_a_required_section_is_refused(section):
    whole = review(summarizer={"omits": [section]})
    assert whole.frames[-1].context.ids == tuple(t.id for t in whole.fixture.turns)
    steps = [step for frame in whole.frames for step in frame.operations]
    assert steps and {step.kind for step in steps} == {"reject"}
    assert (
        describe.reason(steps[0].reason)
        == f"S lacks {section}, which it must have: it is refused, and nothing was compacted."
    )
    assert whole.frames[-1].summarized > 0


def test_any_of_three_reasons_is_enough_and_is_told():
    heavy = review(share=1, heavy_share=0.1, heavy=0.3)
    reasons = [describe.reason(step.reason) for frame in heavy.frames for step in frame.operations]
    assert reasons[0].startswith("T4 is a tool's result of 40 teaching tokens, and the prompt counted with T3 was 20")
    clock = review(share=1, heavy_share=1, every=6)
    reasons = [describe.reason(step.reason) for frame in clock.frames for step in frame.operations]
    assert reasons == ["6 turns have arrived since the last compaction, and it is due every 6."]
    floored = review(share=0.1, floor=12)
    assert not any(frame.operations for frame in floored.frames)


@pytest.mark.parametrize(
    ("placement", "context", "reusable"),
    [("after-system", "T1 S T5 T6", 10), ("in-place", "T1 S T5 T6", 10), ("at-end", "T1 T5 T6 S", 10)],
)
def test_where_the_summary_stands_and_what_a_cache_keeps(placement, context, reusable):
    whole = review(placement=placement)
    frame = whole.frames[generations(whole)[0].frame]
    assert " ".join(frame.context.ids) == context and frame.reusable == reusable
    assert frame.facts["f"].mentioned_by == ("S",)
    assert describe.standing(frame.context.summary).endswith(", as the system's words.")
    # Until the next compaction a cache can reuse everything that stands before the summary.
    following = whole.frames[frame.index + 1]
    assert following.reusable == (10 + 10 + 40 if placement == "at-end" else frame.tokens)


def test_a_summary_at_the_end_lets_the_kept_turns_be_reused_as_long_as_none_leaves():
    turns = [turn("T1", "system", 10), turn("T2", "user", 10), turn("T3", "assistant", 10), turn("T4", "user", 10)]
    lesson = agent_lesson(turns, 35)
    for placement, ids in (("after-system", "T1 S T4"), ("at-end", "T1 T4 S"), ("in-place", "T1 S T4")):
        last = replay(lesson, chosen("summarize-older", 35, placement=placement)).frames[-1]
        assert " ".join(last.context.ids) == ids


def test_compressing_too_early_costs_and_gains_nothing():
    turns = [turn(f"T{k}", "user" if k % 2 else "assistant", 4) for k in range(1, 9)]
    lesson = agent_lesson(turns, 100)
    early = replay(lesson, chosen("compression-subagent", floor=0, retention=1, share=1, every=1, summary_tokens=8))
    never = replay(lesson, chosen("compression-subagent", floor=15, retention=1))
    one, other = early.frames[-1], never.frames[-1]
    assert (other.read, other.summarized) == (4 + 12 + 20 + 28, 0)
    assert one.summarized > 0 and one.read + one.summarized > other.read


def test_a_summarizer_that_fails_costs_and_says_so():
    whole = drifting("adk-token", summarizer="fails")
    steps = [(frame, step) for frame in whole.frames for step in frame.operations]
    frame, step = steps[0]
    assert step.kind == "fail" and describe.reason(step.reason).endswith(
        "The summarizer failed: nothing was compacted."
    )
    assert describe.operations(frame).startswith("The prompt counted with")
    assert whole.frames[-1].summarized > 0 and not whole.frames[-1].context.summaries


def test_a_slow_summarizer_covers_what_it_was_given():
    whole = drifting("adk-token", summarizer="late")
    asked = next(frame for frame in whole.frames if frame.operations)
    assert asked.operations[0].kind == "wait" and asked.context.pending
    come = whole.frames[asked.index + 1]
    assert come.operations[0].turns == ("T1", "T2")
    assert come.context.ids == ("S", "T3", "T4", "T5")
