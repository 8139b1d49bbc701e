"""Tests what must hold for every policy, with any session and any parameters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import describe
from sim.analysis.token_budget import cost, kinds, token_budget
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
                assert (fate == "retained") == (turn.id in retained)
                assert (fate == "folded") == (turn.id in frame.covered)
                assert (fate == "evicted", fate == "hidden") == (turn.id in frame.evicted, turn.id in frame.hidden)

    check()


@given(replays())
def test_the_budget_holds_unless_the_frame_says_so(whole):
    for frame in whole.frames:
        assert (frame.tokens > whole.settings.budget) == frame.over_budget


@given(replays(summarizer="works"))
def test_a_policy_on_the_budget_leaves_it_exceeded_only_if_nothing_may_leave(whole):
    if POLICIES[whole.settings.policy].budget_monotone and whole.settings.parameters.pairs == "split":
        for frame in whole.frames:
            assert not frame.over_budget or not frame.context.unpinned


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
    gone = set()
    for previous, frame in zip(whole.frames, whole.frames[1:]):
        weight = frame.before
        for step in frame.operations:
            assert step.before == weight
            weight = step.after
            reason = describe.reason(step.reason)
            assert reason.endswith(".") and reason[0].isupper() or reason[0].isdigit()
            assert not gone & set(step.turns)
            gone |= set(step.turns)
            assert bool(step.turns) == (step.kind in ("evict", "summarize", "fold", "hide"))
        assert weight == frame.tokens
        assert gone == {*frame.evicted, *frame.hidden, *frame.covered}
        assert frame.stored >= previous.stored + frame.arrived.tokens
        assert frame.read - previous.read == (previous.tokens if frame.arrived.role == "assistant" else 0)
        assert 0 <= frame.reusable <= frame.tokens
    assert {life.id for life in whole.lives() if life.how} == gone


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
        spent = cost(whole, frame.index) if frame.index else None
        assert spent is None or spent.history <= spent.tokens
        for item in frame.context.items():
            if isinstance(item, Summary):
                assert describe.summary(item).endswith(".")
        for sentence in (describe.arrival(frame), describe.operations(frame), *describe.accounts(frame)):
            assert sentence.endswith((".", "!")) and "  " not in sentence
        read = request(frame.context, Reader(name="agent"))
        ids = [name for message in read.messages for name in message.ids]
        assert len(ids) == len(set(ids)) and not set(ids) & read.unread.keys()
