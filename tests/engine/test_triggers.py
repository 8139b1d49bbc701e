"""Tests the triggers side by side on one session, each with the turns at which it acts, counted by hand."""

from __future__ import annotations

import pytest

from sim.lesson.fixture import Fixture
from sim.lesson.invalid import InvalidInput
from sim.policies.alert import threshold
from sim.replay import Replay, replay
from sim.state.reasons import (
    AtThreshold,
    BelowThreshold,
    HeavyResult,
    NotCounted,
    NotDue,
    TooFewTurns,
    TooManyTurns,
    TurnsSince,
)

from .agents import agent_lesson, chosen
from .making import turn


def session(invocations: int = 8, **changes) -> Fixture:
    """Invocations of four turns: a question of 10, a call of 10, a result of 20 and an answer of 10.

    The system's turn weighs 10. The third invocation calls "fetch" and gets a result of 200; every other calls "look".
    With the result of invocation n, 4n turns have arrived, and the model is called next.
    """
    turns = [turn("P", "system", 10)]
    for k in range(1, invocations + 1):
        tool, weight = ("fetch", 200) if k == 3 else ("look", 20)
        turns += [
            turn(f"U{k}", "user", 10),
            turn(f"C{k}", "assistant", 10, calls=[{"tool": tool, "id": f"c{k}"}]),
            turn(f"R{k}", "tool", weight, results=[{"tool": tool, "id": f"c{k}"}]),
            turn(f"A{k}", "assistant", 10),
        ]
    return agent_lesson(turns, budget=400, facts=[], probes=[], **changes)


def played(fixture: Fixture | None = None, **parameters) -> Replay:
    given = {"floor": 0, "retention": 2, "summary_tokens": 10} | parameters
    return replay(fixture or session(), chosen("compression-subagent", 400, **given))


def acted(whole: Replay) -> dict[str, type]:
    """The turns whose arrival made the policy act, each with what made it act."""
    return {frame.arrived.id: type(frame.operations[0].reason) for frame in whole.frames if frame.operations}


def test_by_tokens_it_acts_one_call_after_the_weight_has_come():
    """Two invocations and P weigh 110, and with R3 it is 330. That is counted with A3, and the next look is before C4.

    From then on the context grows from 40 by 50 an invocation, so C8 reads 240 again.
    """
    whole = played(trigger="tokens")
    assert acted(whole) == {"U4": AtThreshold, "R8": AtThreshold}
    reason = whole.frames[14].operations[0].reason
    assert (reason.count.tokens, reason.count.turn, reason.limit) == (330, "A3", 240)


def test_by_turns_it_acts_after_so_many_turns_whatever_they_weigh():
    """From 8 turns on: the looks come with U (4n - 2 turns) and R (4n turns), and each compaction starts anew."""
    whole = played(trigger="turns", every=8)
    assert acted(whole) == {"R2": TurnsSince, "R4": TurnsSince, "R6": TurnsSince, "R8": TurnsSince}
    assert [frame.operations[0].reason.since for frame in whole.frames if frame.operations] == [8, 8, 8, 8]


def test_by_event_it_acts_when_a_heavy_result_has_come():
    """R3 weighs 200; the last count, of what C3 read, is 120."""
    assert acted(played(trigger="event", heavy=200, heavy_share=120)) == {"R3": HeavyResult}
    assert acted(played(trigger="event", heavy=200, heavy_share=121)) == {}
    assert acted(played(trigger="event", heavy=201, heavy_share=120)) == {}


def test_the_hybrid_acts_for_the_first_of_the_three():
    assert acted(played(heavy=200, heavy_share=120)) == {"R3": HeavyResult, "R4": AtThreshold}
    assert acted(played(heavy=200, heavy_share=121)) == {"U4": AtThreshold, "R8": AtThreshold}
    assert acted(played(heavy=200, heavy_share=121, every=14)) == {"U4": AtThreshold, "R7": TurnsSince}


def test_named_tools_are_heavy_whatever_their_result_weighs():
    named = session(heavy_tools=["look"])
    given = {"trigger": "event", "heavy": 200, "heavy_share": 2}
    assert set(acted(played(named, **given))) == {"R3"}
    assert set(acted(played(named, heavy_by="name", **given))) == {"R1", "R2", "R4", "R5", "R6", "R7", "R8"}
    assert set(acted(played(named, heavy_by="either", **given))) == {"R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8"}
    reason = played(named, heavy_by="either", **given).frames[4].operations[0].reason
    assert (reason.tool, reason.tokens) == ("look", 20)
    assert acted(played(heavy_by="name", **given)) == {}


def test_a_counter_that_is_never_reset_fires_at_every_look_from_then_on():
    whole = played(trigger="turns", every=8, counter="never-resets")
    looks = [name for k in range(3, 9) for name in (f"U{k}", f"R{k}")]
    assert list(acted(whole)) == ["R2", *looks]
    assert [frame.operations[0].reason.since for frame in whole.frames if frame.operations] == list(range(8, 33, 2))
    assert played(trigger="turns", every=8).frames[-1].context.ledger.compactions == 4
    assert whole.frames[-1].context.ledger.compactions == 13
    assert whole.frames[6].held == NotDue(since=6, every=8, unit="turn", runs_on=True)


def test_a_count_that_is_taken_only_every_few_turns_fires_late():
    """The looks have 2, 4, 6, 8, ... turns; every 10 turns it counts at the first of them from 10, 20 and 30 turns on."""
    whole = played(trigger="tokens", check_every=10)
    assert acted(whole) == {"R5": AtThreshold}
    counted = [frame.index for frame in whole.frames if isinstance(frame.held, BelowThreshold)]
    assert counted == [10, 30]
    assert whole.frames[14].held == NotCounted(arrived=14, every=10, due=20)
    assert whole.frames[14].tokens == 350 and whole.frames[19].tokens == 410


def test_a_count_after_every_turn_is_a_count_at_every_look():
    whole = played(trigger="tokens", check_every=1)
    assert not any(isinstance(frame.held, NotCounted) for frame in whole.frames)


def test_the_floor_holds_every_trigger_back_and_the_limit_on_turns_does_not_wait_for_it():
    held = played(trigger="turns", every=8, floor=12)
    assert held.frames[8].held == TooFewTurns(turns=7, floor=12)
    assert list(acted(held)) == ["U4", "R6"]
    limited = played(trigger="turns", every=8, floor=12, most_turns=9)
    assert acted(limited)["R3"] is TooManyTurns
    assert limited.frames[12].operations[0].reason == TooManyTurns(turns=11, most=9)
    read = [frame.context.unpinned_count for frame in limited.frames if frame.held is None and frame.index]
    assert max(read) <= 9


def test_the_limit_on_turns_does_not_wait_for_a_count():
    assert acted(played(trigger="tokens", check_every=1000, most_turns=5)) == dict.fromkeys(
        ["R2", "R3", "R4", "R5", "R6", "R7", "R8"], TooManyTurns
    )


def test_without_a_limit_nothing_is_limited():
    assert acted(played(trigger="tokens", share=100_000)) == {}


def test_keep_last_has_a_limit_on_turns_too():
    fixture = session()
    whole = replay(fixture, chosen("keep-last", 400, retention=4, most_turns=6))
    assert max(frame.context.unpinned_count for frame in whole.frames) == 6
    assert whole.frames[8].operations[0].reason == TooManyTurns(turns=7, most=6)
    assert whole.frames[8].context.unpinned_count == 4
    assert not any(frame.operations for frame in replay(fixture, chosen("keep-last", 1000, retention=4)).frames)


def test_the_line_in_the_picture_is_drawn_only_where_tokens_make_it_act():
    lines = {name: threshold(played(trigger=name).settings) for name in ("hybrid", "tokens", "turns", "event")}
    assert lines == {"hybrid": 240, "tokens": 240, "turns": None, "event": None}


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("trigger", "hourly", "hybrid, tokens, turns, event"),
        ("counter", "sometimes", "resets, never-resets"),
        ("heavy_by", "luck", "weight, name, either"),
        ("check_every", 0, "a whole number from 1 to"),
        ("most_turns", -1, "a whole number from 0 to"),
        ("most_turns", 2.5, "a whole number from 0 to"),
    ],
)
def test_a_lesson_that_offers_what_no_trigger_has_is_refused(name, value, expected):
    with pytest.raises(InvalidInput) as refused:
        session(parameters={"compression-subagent": {name: {"offered": [value], "default": value}}})
    assert refused.value.field == f"$.parameters.compression-subagent.{name}.offered[0]"
    assert expected in refused.value.problem


@pytest.mark.parametrize(
    ("named", "field", "value", "problem"),
    [
        (["look", "ls"], "$.heavy_tools[1]", "'ls'", "and no turn calls a tool of that name"),
        (["look", "look"], "$.heavy_tools[1]", "'look'", "which is listed there already"),
        ([""], "$.heavy_tools[0]", "''", "length >= 1"),
        ("look", "$.heavy_tools", "'look'", "where the format expects a list"),
    ],
)
def test_a_heavy_tool_that_does_not_occur_is_refused(named, field, value, problem):
    with pytest.raises(InvalidInput) as refused:
        session(heavy_tools=named)
    assert (refused.value.field, refused.value.value) == (field, value)
    assert problem in refused.value.problem
