"""Tests the lesson "triggers-side-by-side": what each trigger and each wrong counter does in its session."""

from __future__ import annotations

import pytest

from sim.analysis.decisions import decisions
from sim.library import find
from sim.replay import Replay
from sim.state.reasons import AtThreshold, HeavyResult, TurnsSince

from .test_lessons import played

FIXTURE = find("triggers-side-by-side")


def acted(whole: Replay) -> dict[str, type]:
    return {frame.arrived.id: type(frame.operations[0].reason) for frame in whole.frames if frame.operations}


def too_large(whole: Replay) -> list[str]:
    """The assistant's turns whose prompt was over the budget."""
    frames, budget = whole.frames, whole.settings.budget
    pairs = zip(frames, frames[1:])
    return [frame.arrived.id for before, frame in pairs if frame.arrived.role == "assistant" and before.tokens > budget]


@pytest.mark.parametrize(
    ("chosen", "acts", "over"),
    [
        ({"trigger": "tokens"}, {"T14": AtThreshold}, ["T13"]),
        ({"trigger": "turns"}, {"T10": TurnsSince, "T20": TurnsSince}, ["T17", "T19"]),
        ({"trigger": "event"}, {"T12": HeavyResult}, ["T19", "T21"]),
        ({}, {"T10": TurnsSince, "T14": AtThreshold}, []),
        ({"trigger": "tokens", "check_every": 8}, {"T16": AtThreshold}, ["T13", "T15"]),
        ({"check_every": 8}, {"T16": AtThreshold}, ["T13", "T15"]),
        ({"heavy_by": "name"}, {"T8": HeavyResult, "T14": AtThreshold, "T20": HeavyResult}, []),
        ({"trigger": "event", "heavy_by": "name"}, {"T8": HeavyResult, "T20": HeavyResult}, ["T15", "T17", "T19"]),
    ],
)
def test_each_trigger_acts_at_its_own_turns_and_only_the_hybrid_keeps_every_prompt_within_the_budget(
    chosen, acts, over
):
    whole = played(FIXTURE, **chosen)
    assert (acted(whole), too_large(whole)) == (acts, over)


def test_a_counter_that_is_never_reset_summarizes_before_every_call():
    resets, runs_on = (played(FIXTURE, trigger="turns", counter=name) for name in ("resets", "never-resets"))
    assert list(acted(runs_on)) == ["T10", "T12", "T14", "T16", "T18", "T20"]
    ledgers = [whole.frames[-1].context.ledger for whole in (resets, runs_on)]
    assert [ledger.compactions for ledger in ledgers] == [2, 6]
    assert [ledger.summarized for ledger in ledgers] == [590, 710]


def test_the_users_rule_is_proven_under_every_trigger():
    for trigger in ("hybrid", "tokens", "turns", "event"):
        assert played(FIXTURE, trigger=trigger).frames[-1].facts["approval"].backed_by == ("T2",)


def test_the_log_has_a_reason_for_every_turn():
    outcomes = [one.outcome for one in decisions(played(FIXTURE))]
    assert len(outcomes) == 22 and all(one.checks for one in decisions(played(FIXTURE)))
    assert [number for number, outcome in enumerate(outcomes, 1) if outcome == "act"] == [10, 14]
    assert outcomes.count("skip") == 20
