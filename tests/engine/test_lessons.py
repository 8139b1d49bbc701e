"""Tests that each lesson's replay shows what its guide says. `test_guides` tests the guides' numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations, product

import msgspec
import pytest

from sim.analysis.retention import Retention, retention
from sim.analysis.token_budget import savings, token_budget
from sim.lesson.fixture import Fixture
from sim.library import find, lessons
from sim.policies.choice import choose
from sim.prompt.faults import Fault
from sim.prompt.request import request
from sim.replay import Frame, Replay, replay
from sim.settings import Settings

LESSONS = tuple(name for name in lessons() if name != "report-preference")
WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twenty")
ID = r"\b[A-Z]\d+\b"
NUMBER = rf"\d+(?:[.,:]\d+)*|\b(?:{'|'.join(WORDS)})\b"


def played(fixture: Fixture, policy: str | None = None, budget: int | None = None, **parameters: object) -> Replay:
    return replay(fixture, choose(fixture, budget, policy, parameters=parameters))


def after(whole: Replay, turn: str) -> Frame:
    """The frame at whose moment the turn arrived."""
    return next(frame for frame in whole.frames if frame.arrived and frame.arrived.id == turn)


def prompt_of(whole: Replay, turn: str) -> Frame:
    """The frame that the model read before it wrote the turn."""
    return whole.frames[after(whole, turn).index - 1]


def certain(frame: Frame) -> list[Fault]:
    """The faults that every provider rejects."""
    return [fault for fault in frame.faults if fault.certain]


def first(whole: Replay, holds: Callable[[Frame], bool]) -> Frame:
    return next(frame for frame in whole.frames if holds(frame))


def wording(frame: Frame, fact: str) -> str:
    """The newest summary's words about the fact. Empty without a summary."""
    return frame.context.summary.said.wordings.get(fact, "") if frame.context.summary else ""


def choices(fixture: Fixture) -> Iterator[Settings]:
    """Every combination of settings that the lesson offers, without those of no compression, where a budget changes nothing."""
    for budget, policy in product(fixture.budgets, fixture.policies):
        offers = fixture.parameters.get(policy, {})
        for values in product(*(offer.offered for offer in offers.values())):
            yield choose(fixture, budget, policy, parameters=dict(zip(offers, values)))


def looks(whole: Replay) -> list[object]:
    """All that a learner sees of a replay, without the settings."""
    return [
        (frame.context.ids, frame.tokens, frame.facts, frame.faults, frame.reusable, frame.stored)
        + tuple(tuple(summary.said.wordings.items()) for summary in frame.context.summaries)
        for frame in whole.frames
    ]


REFERENCE, STORED = 20, 10  # the weights of a reference to an artifact and of a stored result
ROOMY = 1_000_000


def weighing(fixture: Fixture, tokens: Callable[[int, int | None], int], budget: int = ROOMY) -> Replay:
    """The lesson's replay after each result's weight was replaced by `tokens(weight, untrimmed weight)`."""
    turns = tuple(
        msgspec.structs.replace(turn, tokens=tokens(turn.tokens, turn.untrimmed), untrimmed=None)
        if turn.effective_kind == "result"
        else turn
        for turn in fixture.turns
    )
    defaults = msgspec.structs.replace(fixture.defaults, budget=budget)
    return played(msgspec.structs.replace(fixture, turns=turns, budgets=(budget,), defaults=defaults))


def untrimmed(fixture: Fixture, budget: int = ROOMY) -> Replay:
    return weighing(fixture, lambda _, whole: whole or 0, budget)


def history(whole: Replay) -> int:
    """The tokens of the last frame without its fixed part."""
    frame = whole.frames[-1]
    return frame.tokens - token_budget(frame).fixed


def questions(frame: Frame) -> list[str]:
    return [name for name in frame.context.ids if name.startswith("Q")]


SPECIALISTS = {"warranty": "T13", "safety": "T14", "billing": "T15", "writer": "T16"}


def reads(whole: Replay, name: str, at: Frame) -> int:
    """The tokens that the agent of that name would read at the frame."""
    return request(at.context, next(reader for reader in whole.fixture.readers if reader.name == name)).tokens


def specialists(whole: Replay) -> list[int]:
    """The tokens that each specialist reads before it writes its turn."""
    return [reads(whole, name, prompt_of(whole, turn)) for name, turn in SPECIALISTS.items()]


# Numbers that belong to a lesson's story, each with the turn that first names it.
STORIES = {
    "code-review": "T1: two three; T3: 214; T9: 31 42; T22: 1 0",
    "records-and-evidence": "T2: 4711; T4: 3 6",
    "summary-drift": "T2: 7719 412.50 3; T5: two eight; T6: five 18:00; T13: ten",
    "tail-or-window": "T2: 18:00; T6: 09:12 1,340; T10: 09:00 09:30 410; T12: 4 09:10 2214 40; T13: two; "
    "T20: 10:41 610; T21: twenty",
    "who-reads-what": "T2: two; T5: 17 40 3; T7: 1 2 14:00 16:00 14:30 4; T13: four five",
}


def found(text: str) -> list[str]:
    """The numbers in a text, in figures or in words, without the ids of turns."""
    return re.findall(NUMBER, re.sub(ID, "", text), re.IGNORECASE)


@pytest.fixture(params=LESSONS)
def lesson(request) -> Fixture:
    return find(request.param)


@pytest.mark.parametrize("name", STORIES)
def test_every_number_of_the_story_is_brought_up_where_it_should_be(name):
    known: set[str] = set()
    brought = []
    for turn in find(name).turns:
        new = [number for number in dict.fromkeys(map(str.lower, found(turn.text))) if number not in known]
        known.update(new)
        brought += [f"{turn.id}: {' '.join(new)}"] if new else []
    assert "; ".join(brought) == STORIES[name]


def test_every_reply_quotes_the_order_that_was_looked_up():
    turns = {turn.id: turn for turn in find("trim-at-source").turns}
    # A7 and A16 name the rim that order 4499 waits for, A17 computes a discount, and two answers give a term.
    own = {7: ["18"], 16: ["20"], 17: ["100.00", "ten"], 18: ["ten"], 20: ["ten"]}
    for k in range(1, 21):
        asked, called, record, reply = (turns[f"{letter}{k}"] for letter in "QCRA")
        assert called.calls[0].target in asked.text and called.text == f"get_order({called.calls[0].target})"
        known = found(f"{asked.text} {record.text}")
        assert [number for number in found(reply.text) if number not in known] == own.get(k, [])
    assert "4499" in turns["Q7"].text and "20 May" in turns["R7"].text and 100 * 0.9 == 90


def test_every_probe_is_answered_word_for_word_where_its_fact_is_first_said(lesson):
    for probe in lesson.probes:
        fact = next(fact for fact in lesson.facts if fact.id == probe.fact)
        said = [turn for turn in lesson.turns if turn.says(fact.id)]
        assert probe.answer == fact.answer
        assert probe.answer.lower() in said[0].text.lower()
        assert lesson.turns.index(said[0]) <= len(lesson.turns) * 0.4
    assert {probe.fact for probe in lesson.probes} == {fact.id for fact in lesson.facts}


def test_every_combination_of_settings_can_be_played(lesson):
    for settings in choices(lesson):
        whole = replay(lesson, settings)
        assert len(whole.frames) == len(lesson.turns) + 1
        for frame in whole.frames:
            assert frame.tokens == sum(item.tokens for item in frame.context.items()) == token_budget(frame).used
            assert retention(frame).asked == len(lesson.probes)
            assert all(request(frame.context, reader).tokens for reader in lesson.readers if frame.index)
        assert looks(whole)


def test_no_control_changes_nothing(lesson):
    seen = [(settings.query(), looks(replay(lesson, settings))) for settings in choices(lesson)]
    for (one, shown), (other, beside) in combinations(seen, 2):
        if one.keys() == other.keys() and sum(one[name] != other[name] for name in one) == 1:
            assert shown != beside, (one, other)


# summary-drift: in each summary of a summary a fact goes one step down its ladder, unless it is pinned and within the cap.


def test_drift_without_pins():
    fixture = find("summary-drift")
    whole = played(fixture)
    written = [frame for frame in whole.frames if frame.operations]
    assert whole.settings.parameters.pinned == "none"
    assert [(frame.arrived.id, frame.seconds) for frame in written] == [
        ("T9", 27), ("T13", 39), ("T17", 51), ("T21", 63), ("T25", 75),
    ]  # fmt: skip
    assert [frame.context.summary.generation for frame in written] == [1, 2, 3, 4, 5]
    assert [wording(frame, "refund") for frame in written] == [
        "Refund of 412.50 EUR approved by Dana on 3 October",
        "Refund of 412.50 EUR approved",
        "Refund of about 400 EUR made",
        "A refund was made",
        "Billing question resolved",
    ]
    assert ["refund" in frame.context.summary.said.answers for frame in written] == [True, True, False, False, False]
    assert not any(frame.facts["refund"].backed for frame in whole.frames[written[0].index :])
    # At T18 the summary already says that the refund was made, but the money is sent only at T20.
    assert wording(after(whole, "T18"), "refund") == "Refund of about 400 EUR made"
    assert retention(whole.frames[-1]).proven == 0


@pytest.mark.parametrize(
    ("pinned", "lost", "at_end"),
    [("all", None, 3), ("newest", "T17", 2), ("open-tickets", "T25", 2)],
)
def test_pins_hold_until_their_cap_lets_go(pinned, lost, at_end):
    whole = played(find("summary-drift"), pinned=pinned)
    said = "Refund of 412.50 EUR approved by Dana on 3 October, pending finance"
    for frame in whole.frames[after(whole, "T9").index :]:
        gone = lost is not None and frame.index >= after(whole, lost).index
        assert (wording(frame, "refund") == said) is not gone
        assert frame.facts["refund"].backed_by == (() if gone else ("T2",))
    assert retention(whole.frames[-1]).proven == at_end
    closing = next(turn.id for turn in whole.fixture.turns if turn.closes)
    assert after(whole, closing).facts["refund"].backed is (pinned != "newest")


# trim-at-source: text that never enters the context needs no summary.


def test_every_turn_weighs_the_same():
    fixture = find("trim-at-source")
    assert len(fixture.turns) == 82
    assert [turn.effective_kind for turn in fixture.turns[:2]] == ["instruction", "declaration"]
    for k in range(2, 82, 4):
        assert [turn.effective_kind for turn in fixture.turns[k : k + 4]] == ["message", "call", "result", "message"]
        assert [turn.tokens for turn in fixture.turns[k : k + 4]] == [60, 40, 80, 150]
        assert fixture.turns[k + 2].untrimmed == 3000


def test_trimming_keeps_the_user_in_the_window():
    fixture = find("trim-at-source")
    trimmed, whole = played(fixture), untrimmed(fixture, 8600)
    assert (trimmed.frames[-1].tokens, trimmed.frames[-1].context.ledger.compactions) == (8600, 0)
    assert not any(frame.operations for frame in trimmed.frames)
    assert retention(trimmed.frames[-1]) == Retention(asked=3, answerable=3, proven=3)
    assert questions(whole.frames[-1]) == ["Q19", "Q20"]
    assert retention(whole.frames[-1]) == Retention(asked=3, answerable=0, proven=0)
    assert questions(played(fixture, budget=4000).frames[-1]) == ["Q15", "Q16", "Q17", "Q18", "Q19", "Q20"]
    assert not any(certain(frame) for frame in whole.frames)


def test_what_each_way_saves():
    fixture = find("trim-at-source")
    before = history(untrimmed(fixture))
    saved = [before - history(weighing(fixture, lambda *_, left=left: left)) for left in (80, REFERENCE, STORED)]
    assert saved == [58_400, 59_600, 59_800]
    assert (played(fixture).frames[-1].read, untrimmed(fixture).frames[-1].read) == (210_200, 1_378_200)
    assert (_results(played(fixture), "untrimmed"), _results(played(fixture), "trimmed")) == (60_000, 1_600)


# tail-or-window: one trigger uses a count that is one call late, the other counts invocations instead of tokens.


@pytest.mark.parametrize("policy", ["adk-token", "adk-token-java"])
def test_the_check_lags_one_call(policy):
    whole = played(find("tail-or-window"), policy)
    heavy = after(whole, "T10")
    assert heavy.context.ledger.counted < 240 < heavy.tokens and heavy.over_budget and not heavy.operations
    assert prompt_of(whole, "T11").tokens == 470 > whole.settings.budget
    assert first(whole, lambda frame: bool(frame.operations)).arrived.id == "T12"
    # The tail counts turns and not tokens. If it keeps six turns, the long log is one of them, and the window stays too full.
    assert "T10" in after(whole, "T12").context.ids and after(whole, "T12").over_budget


def test_a_small_tail_splits_a_pair_by_the_java_rules_alone():
    fixture = find("tail-or-window")
    java, python = (after(played(fixture, policy, retention=1), "T12") for policy in ("adk-token-java", "adk-token"))
    assert java.context.ids == ("T1", "S", "T12")
    assert [(fault.kind, fault.turn, fault.partner) for fault in java.faults] == [("lost_call", "T12", "T11")]
    assert python.context.ids == ("T1", "S", "T11", "T12")
    assert python.faults == ()
    for frame in (java, python):
        assert "T8" in frame.context.summary.covers
    for settings in choices(fixture):
        if (settings.policy, settings.chosen.get("retention")) != ("adk-token-java", 1):
            faults = [fault for frame in replay(fixture, settings).frames for fault in certain(frame)]
            assert {fault.kind for fault in faults} <= {"no_user"}


def test_the_window_counts_invocations_and_rewrites_nothing():
    fixture = find("tail-or-window")
    whole = played(fixture, "adk-sliding")
    assert [frame.arrived.id for frame in whole.frames if frame.operations] == ["T7", "T17", "T23"]
    assert after(whole, "T16").over_budget
    end = whole.frames[-1]
    assert [summary.id for summary in end.context.summaries] == ["S1", "S2", "S3"]
    assert [summary.covers[0] for summary in end.context.summaries] == ["T2", "T4", "T14"]
    assert [summary.covers[-1] for summary in end.context.summaries] == ["T7", "T17", "T23"]
    assert end.facts["freeze"].through == (("S1", "T2"),)
    tail = played(fixture).frames[-1]
    assert wording(tail, "freeze") == "Restarts were discussed"
    assert tail.facts["freeze"].backed_by == ()
    assert "restarted" in fixture.turns[-1].text


def test_the_session_grows_while_the_context_shrinks():
    for settings in choices(find("tail-or-window")):
        frames = replay(find("tail-or-window"), settings).frames
        assert all(one.stored <= other.stored for one, other in zip(frames, frames[1:]))
        assert any(one.tokens > other.tokens for one, other in zip(frames, frames[1:]))


# code-review: a summary that slices loses the rules, and a summary in sections keeps them.


def test_slicing_loses_the_rules_a_call_and_a_failure():
    fixture = find("code-review")
    whole = played(fixture)
    rules = ("signature", "dependency", "push")
    assert all(after(whole, "T17").facts[rule].backed_by == ("T1",) for rule in rules)
    sliced = after(whole, "T18")
    assert sliced.context.ids == ("T0", *(f"T{k}" for k in range(9, 19)))
    assert not any(sliced.facts[rule].mentioned for rule in rules)
    assert [(fault.kind, fault.turn, fault.partner) for fault in sliced.faults] == [("lost_call", "T9", "T8")]
    kept = played(fixture, pairs="whole")
    assert not any(certain(frame) for frame in kept.frames)
    assert not any(after(kept, "T18").facts[rule].mentioned for rule in rules)
    for replayed in (whole, kept):
        assert "T10" in after(replayed, "T25").context.ids
        assert not prompt_of(replayed, "T27").facts["loop"].mentioned
    said = {turn.id: turn.text for turn in fixture.turns}
    assert said["T6"] == said["T27"] and said["T9"] == said["T30"]


@pytest.mark.parametrize("placement", ["after-system", "at-end"])
@pytest.mark.parametrize("share", [0.2, 0.6])
def test_the_sub_agent_keeps_them(share, placement):
    whole = played(find("code-review"), "compression-subagent", share=share, placement=placement)
    assert not any(frame.faults or frame.over_budget for frame in whole.frames)
    prompt = prompt_of(whole, "T27")
    structure = prompt.context.summary.said.structure
    rules = [(noted.entry.text, noted.source) for noted in structure.user_constraints]
    assert rules == [
        ("The signature of useAuth stays as it is.", "T1"),
        ("No new dependency.", "T1"),
        ("Nothing is pushed without my yes.", "T1"),
        ("The tests are not to be changed.", None),
    ]
    assert [noted.entry.text for _, noted in structure.unsupported] == ["The tests are not to be changed."]
    (failed,) = structure.failed_attempts
    assert (failed.source, "too many re-renders" in failed.entry.reason) == ("T10", True)
    assert prompt.context.summary.said.records == {"loop": ("T9",)}
    assert whole.frames[-1].facts["loop"].recorded_by == ("T9", "T30")
    assert retention(whole.frames[-1]) == Retention(asked=4, answerable=4, proven=4, recorded=1)


def test_an_early_summary_costs_and_gains_nothing():
    fixture = find("code-review")
    early, late = (played(fixture, "compression-subagent", share=share) for share in (0.2, 0.6))
    soon = after(early, "T7")
    assert soon.context.summary.covers == ("T1",) and soon.tokens > soon.before
    assert after(late, "T7").reusable == 1420 > soon.reusable == 250
    written = [frames.frames[-1].context.ledger.compactions for frames in (early, late)]
    read = [frames.frames[-1].summarized for frames in (early, late)]
    anew = [_anew(frames) for frames in (early, late)]
    assert (written, read, anew) == ([13, 4], [6770, 4570], [17_870, 9570])


def _anew(whole: Replay) -> int:
    """The tokens of all prompts that no cache could have kept."""
    return sum(
        frame.tokens - frame.reusable
        for frame, then in zip(whole.frames, whole.frames[1:])
        if then.arrived.role == "assistant"
    )


# who-reads-what: all agents share one session, and each has its own view of it.


def test_siblings_do_not_read_each_other():
    fixture = find("who-reads-what")
    whole = played(fixture)
    readers = {reader.name: reader for reader in fixture.readers}
    for frame in whole.frames[9:]:
        foreign = {
            name: [turn for turn, why in request(frame.context, readers[name]).unread.items() if why == "branch"]
            for name in ("parts", "calendar")
        }
        assert foreign == {"parts": ["T6", "T7", "T9"], "calendar": ["T4", "T5", "T8"]}
    desk = request(after(whole, "T9").context, readers["desk"])
    quoted = {message.quoted for message in desk.messages if message.quoted}
    assert quoted == {"classifier", "parts", "calendar"} and not desk.unread
    assert desk.messages[0].text.startswith("You work for the repair desk of Lindenhof Housing; the tenant is Ms. Rao.")


def test_the_classifier_reads_the_current_turn_alone():
    whole = played(find("who-reads-what"))
    classifier = whole.fixture.readers[0]
    read = request(after(whole, "T11").context, classifier)
    assert (classifier.name, classifier.contents) == ("classifier", "none")
    assert [message.ids for message in read.messages] == [("T1",), ("T11",)]
    assert set(read.unread.values()) == {"earlier"}


def test_the_classifier_does_so_beside_a_summary():
    whole = played(find("who-reads-what"), "adk-sliding")
    read = request(after(whole, "T11").context, whole.fixture.readers[0])
    assert [message.ids for message in read.messages] == [("T1",), ("T11",)]


def test_four_specialists_read_the_whole_transcript():
    fixture = find("who-reads-what")
    whole = played(fixture)
    assert specialists(whole) == [prompt_of(whole, turn).tokens for turn in SPECIALISTS.values()]
    for name, turn in SPECIALISTS.items():
        reader = next(reader for reader in fixture.readers if reader.name == name)
        assert request(prompt_of(whole, turn).context, reader).unread == {}


def test_a_summary_stands_on_every_branch():
    whole = played(find("who-reads-what"), "adk-sliding")
    parts = next(reader for reader in whole.fixture.readers if reader.name == "parts")
    frame = after(whole, "T11")
    assert [message.ids for message in request(frame.context, parts).messages] == [("T1",), ("S1",), ("T11",)]
    assert {"T7", "T9"} <= set(frame.context.summary.covers)
    assert frame.facts["nap"].through == (("S1", "T2"),)


def _results(whole, way: str) -> int:
    """The weight of all results in the last context, if they are kept in that way."""
    return {saving.way: saving.results for saving in savings(whole.frames[-1])}[way]


# records-and-evidence: `test_records` follows both facts through every setting; here is what the texts of its guide claim.


def test_the_agents_sentence_repeats_both_and_would_look_the_same_if_it_were_made_up():
    fixture = find("records-and-evidence")
    said = next(turn for turn in fixture.turns if turn.id == "T5")
    assert [turn.id for turn in fixture.turns if turn.records] == ["T4"]
    assert [turn.id for turn in fixture.turns if turn.evidence] == ["T2"]
    assert set(said.mentions) == {"status", "wish"} and all(fact.answer in said.text for fact in fixture.facts)
    frame = after(played(fixture), "T6")
    assert [frame.facts[fact].mentioned_by for fact in ("status", "wish")] == [("T5",), ("T5",)]
    assert not certain(frame)


def test_the_smallest_context_with_both_sources_holds_nothing_else():
    whole = played(find("records-and-evidence"), "summarize-older", 12)
    assert whole.frames[-1].context.ids == ("T1", "S") and retention(whole.frames[-1]).proven == 2
