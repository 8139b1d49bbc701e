"""Tests what must hold for every policy, with any session and any parameters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import describe
from sim.analysis.growth import invocation
from sim.analysis.token_budget import kinds, token_budget
from sim.export.exact import state
from sim.lesson.reader import Reader
from sim.policies.registry import POLICIES
from sim.prompt.request import request
from sim.replay import Replay, replay
from sim.state.summary import Summary

from .agents import ALL, agent_lessons, choices


@st.composite
def replays(draw: st.DrawFn, policy: str | None = None, **fixed) -> Replay:
    fixture = draw(agent_lessons())
    return replay(fixture, draw(choices(fixture, policy, **fixed)))


@pytest.mark.parametrize("policy", ALL)
def test_every_turn_is_in_one_place_and_the_sums_are_right(policy):
    @given(replays(policy))
    def check(whole):
        several = POLICIES[policy].multiple_summaries
        for frame in whole.frames:
            retained = [turn.id for turn in frame.context.turns]
            places = [*retained, *frame.evicted, *frame.hidden, *frame.covered]
            assert sorted(places) == sorted(turn.id for turn in whole.fixture.turns[: frame.index])
            assert frame.tokens == sum(item.tokens for item in frame.context.items())
            assert len(frame.context) == len(frame.context.items()) == len(set(frame.context.ids))
            covered = [name for summary in frame.context.summaries for name in summary.covers]
            assert several or len(covered) == len(set(covered))
            assert several or len(frame.context.summaries) <= 1
            assert all(turn.id in retained for turn in frame.context.pinned)
            for turn in whole.fixture.turns:
                fate = frame.fate(turn.id)
                assert (fate in ("retained", "cleared")) == (turn.id in retained)
                assert (fate == "cleared") == (turn.id in frame.cleared)
                assert (fate == "folded") == (turn.id in frame.covered)
                assert (fate == "evicted", fate == "hidden") == (turn.id in frame.evicted, turn.id in frame.hidden)

    check()


@given(replays())
def test_the_budget_holds_unless_the_frame_says_so(whole):
    for frame in whole.frames:
        assert (frame.tokens > whole.settings.budget) == frame.over_budget


@given(replays(summarizer="works", larger="keep", request="may-leave", cut="anywhere"))
def test_a_policy_on_the_budget_leaves_it_exceeded_only_if_nothing_may_leave(whole):
    if POLICIES[whole.settings.policy].budget_monotone and whole.settings.parameters.pairs == "split":
        for frame in whole.frames:
            assert not frame.over_budget or not frame.context.unpinned


@given(replays(request="stays"))
def test_the_request_at_hand_stays_word_for_word_where_it_is_promised(whole):
    if "request" in whole.settings.offered:
        for frame in whole.frames:
            users = [turn.id for turn in whole.fixture.turns[: frame.index] if turn.role == "user" and not turn.results]
            assert not users or frame.fate(users[-1]) == "retained"


@given(replays(cut="user-turn", summarizer="works"))
def test_the_history_is_cut_only_where_a_users_turn_begins(whole):
    if "cut" in whole.settings.offered:
        for frame in whole.frames:
            first = frame.context.earliest
            beginning = frame.context.session.unpinned[:1]
            began = [whole.fixture.turns[k] for k in beginning]
            assert first is None or first in began or (first.role == "user" and not first.results)


@pytest.mark.parametrize("policy", ["clear-results", "clear-largest"])
def test_only_results_are_cleared_that_were_read_and_prove_nothing(policy):
    @given(replays(policy))
    def check(whole):
        keep, placeholder = (getattr(whole.settings.parameters, name) for name in ("keep", "placeholder"))
        for frame in whole.frames:
            arrived = whole.fixture.turns[: frame.index]
            newest = [turn.id for turn in arrived if turn.effective_kind == "result"][-keep or frame.index :]
            assert not set(newest) & set(frame.cleared)
            assert not frame.evicted and len(frame.context.turns) == frame.index
            for turn in frame.context.turns:
                said = whole.fixture.turns[frame.context.session.position[turn.id]]
                if turn.id in frame.cleared:
                    assert said.effective_kind == "result" and not said.evidence and turn.tokens == placeholder
                    assert any(later.role == "assistant" for later in arrived[arrived.index(said) :])
                else:
                    assert turn is said
            for fact, standing in frame.facts.items():
                assert not set(standing.mentioned_by) & set(frame.cleared), fact
            # A pair is never parted, so the only faults are those that are in the session itself.
            assert {fault.kind for fault in frame.faults} <= {"unanswered", "answer_first"}

    check()


@given(replays(larger="discard", summary_tokens=60))
def test_a_larger_summary_is_discarded_where_that_is_chosen(whole):
    if "larger" in whole.settings.offered:
        assert not any(step.after > step.before for frame in whole.frames for step in frame.operations)


@given(replays("pinning-summarizer", summarizer="works"))
def test_a_summary_grows_by_the_facts_that_it_pins_and_by_nothing_else(whole):
    base, weight = whole.settings.parameters.summary_tokens, {fact.id: fact.tokens for fact in whole.fixture.facts}
    statement = {fact.id: fact.statement for fact in whole.fixture.facts}
    for frame in whole.frames:
        for summary in frame.context.summaries:
            assert summary.tokens == base + summary.pins
            verbatim = [fact for fact, text in summary.said.wordings.items() if text == statement[fact]]
            assert summary.pins <= sum(weight[fact] for fact in verbatim)
            if whole.settings.parameters.pinned == "none":
                assert summary.pins == 0


@given(replays())
def test_evidence_is_only_ever_a_users_own_turn_and_a_record_a_tools_result(whole):
    turns = {turn.id: turn for turn in whole.fixture.turns}
    for frame in whole.frames:
        for fact, standing in frame.facts.items():
            for item, source in standing.through:
                assert item in standing.mentioned_by
                assert source in frame.covered or item == source
                assert turns[source].role != "assistant"
            for source in (*standing.backed_by, *standing.said_by):
                assert turns[source].role == "user" and fact in turns[source].evidence
            for source in (*standing.recorded_by, *standing.reported_by):
                assert turns[source].effective_kind == "result" and fact in turns[source].records
            assert set(standing.backed_by) <= set(standing.said_by)
            assert set(standing.recorded_by) <= set(standing.reported_by)
            assert not (standing.backed_by and standing.recorded_by)
            assert list(standing.mentioned_by) == [name for name in frame.context.ids if name in standing.mentioned_by]
            assert not standing.answerable or standing.mentioned
            assert not standing.established or standing.answerable


@given(replays())
def test_operations_account_for_every_departure_and_every_token(whole):
    gone, cleared = set(), set()
    for previous, frame in zip(whole.frames, whole.frames[1:]):
        weight = frame.before
        for step in frame.operations:
            assert step.before == weight
            weight = step.after
            reason = describe.reason(step.reason)
            assert reason.endswith(".") and reason[0].isupper() or reason[0].isdigit()
            assert not (gone | cleared) & set(step.turns)
            assert bool(step.turns) == (step.kind in ("evict", "summarize", "fold", "hide", "clear"))
            if step.kind == "clear":
                cleared |= set(step.turns)
            else:
                gone |= set(step.turns)
        assert weight == frame.tokens
        assert gone == {*frame.evicted, *frame.hidden, *frame.covered}
        assert cleared == set(frame.cleared)
        assert frame.stored >= previous.stored + frame.arrived.tokens
        assert frame.read - previous.read == (previous.tokens if frame.arrived.role == "assistant" else 0)
        assert 0 <= frame.reusable <= frame.tokens
    assert {life.id for life in whole.lives() if life.how} == gone
    assert {life.id for life in whole.lives() if life.cleared_at is not None} == cleared


@given(replays())
def test_what_a_cache_can_reuse_is_the_common_beginning(whole):
    uncached = 0
    for previous, frame in zip(whole.frames, whole.frames[1:]):
        if frame.arrived.role == "assistant":
            uncached += previous.tokens - previous.reusable
            assert frame.prompt.context is previous.context
        assert frame.uncached == uncached
        common = 0
        for one, other in zip(frame.prompt.context.items() if frame.prompt else (), frame.context.items()):
            if one is not other:
                break
            common += one.tokens
        assert frame.reusable == common


@given(replays())
def test_the_same_input_gives_the_same_states(whole):
    again = replay(whole.fixture, whole.settings)
    assert [state(frame) for frame in again.frames] == [state(frame) for frame in whole.frames]


@given(replays(pairs="whole"))
def test_pairs_stay_whole_where_it_is_promised(whole):
    if "pairs" in whole.settings.offered:
        for frame in whole.frames:
            assert {fault.kind for fault in frame.faults if fault.certain} <= {"unanswered", "no_user"}


@given(replays("adk-token", summarizer="works"))
def test_adk_parts_no_pair_that_it_can_follow(whole):
    named = {turn.id for turn in whole.fixture.turns if all(end.id for end in (*turn.calls, *turn.results))}
    ties = len(set(whole.frames[0].context.session.timestamps)) < len(whole.fixture.turns)
    for frame in whole.frames:
        for fault in frame.faults:
            # A pending call may be answered twice, and then each of the answers closes it.
            assert fault.kind != "lost_call" or ties or not {fault.turn, fault.partner} <= named


@given(replays(summarizer="fails"))
def test_a_summarizer_that_fails_leaves_everything_as_it_is(whole):
    if "summarizer" in whole.settings.offered:
        assert whole.frames[-1].context.unpinned == whole.frames[-1].context.session.unpinned
        assert {step.kind for frame in whole.frames for step in frame.operations} <= {"fail"}


@given(replays(summarizer="late"))
def test_a_late_summary_comes_with_the_next_arrival(whole):
    if "summarizer" in whole.settings.offered:
        for previous, frame in zip(whole.frames, whole.frames[1:]):
            asked = any(step.kind == "wait" for step in previous.operations)
            assert (previous.context.pending is not None) == asked
            if asked:
                assert frame.operations and frame.operations[0].kind != "wait"


@given(replays())
def test_the_views_of_a_frame_add_up(whole):
    for frame in whole.frames:
        lines = token_budget(frame)
        assert lines.used == frame.tokens == sum(tokens for _, tokens in kinds(frame))
        assert min(lines.fixed, lines.history, lines.current) >= 0
        spent = invocation(whole, frame.index) if frame.index else None
        assert spent is None or spent.history <= spent.tokens
        for item in frame.context.items():
            if isinstance(item, Summary):
                assert describe.summary(item).endswith(".")
        for sentence in (describe.arrival(frame), describe.operations(frame), *describe.accounts(frame)):
            assert sentence.endswith((".", "!")) and "  " not in sentence
        read = request(frame.context, Reader(name="agent"))
        ids = [name for message in read.messages for name in message.ids]
        assert len(ids) == len(set(ids)) and not set(ids) & read.unread.keys()
