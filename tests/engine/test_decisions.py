"""Tests the log of decisions: it asks again what the replay asked, so both must come to the same."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from sim import describe
from sim.analysis.decisions import decision, decisions, newest
from sim.analysis.upcoming import Distance, upcoming
from sim.export.exact import moment
from sim.export.opening import open_document
from sim.export.writing import document
from sim.lesson.invalid import InvalidInput
from sim.library import find
from sim.policies.choice import choose
from sim.policies.registry import POLICIES
from sim.policies.triggers.trigger import Finding
from sim.replay import Replay, replay
from sim.state import reasons

from .agents import ALL, agent_lesson, chosen
from .making import turn
from .test_policy_properties import replays
from .test_triggers import played, session


def triggers(replay: Replay, index: int) -> list[Finding]:
    """What made the policy act, as the frame's operations say it."""
    found = [getattr(one.reason, "trigger", one.reason) for one in replay.frames[index].operations]
    return [one for one in found if isinstance(one, reasons.Trigger)]


@pytest.mark.parametrize("policy", ALL)
def test_the_log_comes_to_what_the_frames_say(policy):
    @given(replays(policy))
    def check(whole):
        for before, one in zip(whole.frames, decisions(whole)):
            frame, acting = one.frame, [check.found for check in one.checks if check.conclusion is None]
            if one.checks:
                assert one.checks[-1].conclusion == frame.held
            else:
                assert before.context.pending and frame.held is None and one.outcome == "comes"
            late = [before.context.pending.reason] if before.context.pending else []
            assert all(reason in (*acting, *late) for reason in triggers(whole, frame.index))
            assert bool(acting or late) <= bool(frame.operations)
            assert acting or all(step.kind == "hide" for step in frame.operations) or late
            for check in one.checks:
                assert check.found in check.findings
                fired = [found for found in check.findings if isinstance(found, reasons.Trigger)]
                assert not check.fired or check.found == fired[0]
            assert describe.decisions.heading(one).startswith(frame.arrived.id)
            assert all(line.endswith(".") and "  " not in line for line in describe.decisions.lines(one))

    check()


@pytest.mark.parametrize("policy", ALL)
def test_what_would_come_next_leaves_the_replay_and_the_pinned_turns_alone(policy):
    @given(replays(policy))
    def check(whole):
        for frame in whole.frames[1:]:
            found = upcoming(frame)
            assert found == upcoming(frame)
            assert len(found.leaving) == len(set(found.leaving))
            unpinned = {whole.fixture.turns[k].id for k in frame.context.unpinned}
            assert set(found.leaving) <= unpinned
            assert found.tokens + found.saved == frame.tokens
            assert found.leaving or (found.held is not None) != found.fails
            assert all(part.to_go >= 1 for part in found.parts if isinstance(part, Distance))
            assert found.parts
            assert all(line.endswith(".") and "  " not in line for line in describe.upcoming(found))

    check()


def test_before_anything_has_arrived_nothing_comes_next(first_lesson):
    whole = replay(first_lesson, choose(first_lesson))
    assert upcoming(whole.frames[0]) is None
    assert describe.upcoming(None) == ("Nothing has arrived yet, so nothing can be said about what comes next.",)
    assert newest(whole, 0, 5) == ()


def test_every_part_of_a_hybrid_trigger_gives_its_reason():
    whole = played(heavy=200, heavy_share=120, every=20)
    one = decision(whole, 12)
    assert describe.decisions.heading(one) == "R3 at 21.818 seconds: acts"
    assert describe.decisions.lines(one) == (
        "Held: the prompt counted with C3 was 120 teaching tokens, below the threshold of 240.",
        "Fired: R3 is a tool's result of 200 teaching tokens, and the prompt counted with C3 was 120 teaching tokens, "
        "at or over the lower threshold of 120.",
        "Held: 12 turns have come since the last time, and it is due every 20.",
        "Done: U1, C1, R1, A1, U2, C2, R2, A2 and U3 were folded into S: 330 teaching tokens before, 230 after.",
    )


def test_a_point_at_which_nothing_is_looked_at_is_a_skip_with_its_reason():
    whole = played(check_every=10)
    assert [one.outcome for one in decisions(whole, 12)] == ["skip"] * 12
    assert describe.decisions.lines(decision(whole, 11)) == (
        "Held: it looks only before a model call, and none is next.",
    )
    assert describe.decisions.lines(decision(whole, 12)) == (
        "Held: it counts only every 10 turns, and next when 20 have arrived.",
    )


def test_a_floor_does_not_hide_what_the_other_parts_find():
    whole = played(trigger="turns", every=8, floor=12)
    assert describe.decisions.lines(decision(whole, 8)) == (
        "Held: it acts on 12 unpinned turns or more, and there are 7.",
        "Fired: 8 turns have arrived since the last compaction, and it is due every 8.",
    )
    assert decision(whole, 8).outcome == "skip"


def test_a_counter_that_is_never_reset_is_seen_to_fire_for_ever():
    whole = played(trigger="turns", every=8, counter="never-resets")
    assert [one.frame.index for one in decisions(whole) if one.outcome == "act"] == list(range(8, 33, 2))
    assert describe.decisions.lines(decision(whole, 32))[0] == (
        "Fired: 32 turns have arrived since the start, for this counter is never reset, and it acts from 8 on."
    )


def test_a_heavy_tool_is_named():
    named = session(heavy_tools=["look"])
    whole = played(named, trigger="event", heavy_by="name", heavy_share=2, most_turns=20)
    assert describe.decisions.lines(decision(whole, 4))[:2] == (
        "Held: the context holds 3 unpinned turns, and the limit is 20.",
        "Fired: R1 is a result of look, which the lesson names as a heavy tool, and the prompt counted with C1 was "
        "20 teaching tokens, at or over the lower threshold of 2.",
    )


def test_the_limit_on_turns_is_said():
    whole = played(trigger="tokens", most_turns=5)
    assert describe.decisions.lines(decision(whole, 8))[0] == (
        "Fired: the context holds 7 unpinned turns, and the limit is 5."
    )


def next_lines(whole: Replay, index: int) -> tuple[str, ...]:
    return describe.upcoming(upcoming(whole.frames[index]))


def test_how_far_each_part_is_and_what_would_leave():
    whole = played(floor=9, every=20, heavy=200, most_turns=30, check_every=10)
    assert next_lines(whole, 9) == (
        "Next: 8 of 30 unpinned turns, 23 to go; 9 of 10 turns until it counts again, 1 to go; 8 of 9 unpinned turns, "
        "1 to go; 100 of 240 teaching tokens counted, 140 to go; the newest turn is no heavy result; 9 of 20 turns "
        "since the last time, 11 to go.",
        "If it acted now, U1, C1, R1, A1 and U2 would leave, and the context would weigh 60 teaching tokens, 50 less.",
    )


def test_a_threshold_that_is_reached_is_said_to_be():
    assert next_lines(played(trigger="tokens"), 13)[0] == (
        "Next: reached, the prompt counted with A3 was 330 teaching tokens, at or over the threshold of 240."
    )


def test_an_open_call_is_named_if_it_lets_nothing_leave():
    open_call = [
        turn("P", "system", 10),
        turn("U1", "user", 10),
        turn("C1", "assistant", 10, calls=[{"tool": "look", "id": "c"}]),
        turn("U2", "user", 10),
        turn("R1", "tool", 20, results=[{"tool": "look", "id": "c"}]),
    ]
    whole = replay(agent_lesson(open_call, facts=[], probes=[]), chosen("evict-oldest", 35, pairs="whole"))
    assert next_lines(whole, 3) == (
        "Next: 30 of 35 teaching tokens, 6 to go.",
        "If it acted now, U1 would leave, and the context would weigh 20 teaching tokens, 10 less.",
    )
    assert next_lines(replay(agent_lesson(open_call[:1] + open_call[2:], facts=[], probes=[]), chosen(
        "evict-oldest", 35, pairs="whole")), 2)[1] == (
        "If it acted now, nothing could leave: the call C1 is waiting for its result, and stays until that has been read."
    )  # fmt: skip


def test_a_policy_that_repeats_goes_on_until_its_trigger_no_longer_holds(first_lesson):
    """Within the budget it would stop after the first turn that leaves."""
    whole = replay(first_lesson, choose(first_lesson, 24, "evict-oldest"))
    assert next_lines(whole, 4) == (
        "Next: 21 of 24 teaching tokens, 4 to go.",
        "If it acted now, T3 would leave, and the context would weigh 14 teaching tokens, 7 less.",
    )


def test_a_late_summary_and_one_that_fails_are_said():
    late = played(trigger="turns", every=8, summarizer="late")
    assert decision(late, 9).outcome == "comes" and late.frames[9].operations
    assert next_lines(late, 8)[1] == (
        "The summary that is late will stand for U1, C1, R1, A1 and U2, and the context would weigh 50 teaching tokens, "
        "50 less."
    )
    assert decision(late, 8).outcome == "wait"
    fails = played(trigger="turns", every=8, summarizer="fails")
    assert next_lines(fails, 8)[1] == "If it acted now, the summarizer would fail, and nothing would leave."
    assert decision(fails, 8).outcome == "fail"


def test_an_export_holds_every_decision_and_what_comes_next():
    fixture = find("late-count")
    whole = replay(fixture, choose(fixture))
    data = document(whole, 36)
    exported = json.loads(data)
    said = [
        number for entry in exported["decisions"] for number in range(entry["arrivals"][0], entry["arrivals"][1] + 1)
    ]
    assert said == list(range(1, 25))
    entry = next(entry for entry in exported["decisions"] if entry["arrivals"][0] == 12)
    assert entry == {
        "arrivals": [12, 12],
        "outcome": "act",
        "checks": [
            {
                "found": [
                    {
                        "part": "at-threshold",
                        "fired": True,
                        "reason": "Fired: the prompt counted with T11 was 470 teaching tokens, "
                        "at or over the threshold of 240.",
                    }
                ]
            }
        ],
    }
    shown = exported["inspection"]["shown"]
    assert shown["decision"] == {name: entry[name] for name in ("outcome", "checks")}
    assert shown["next"]["parts"] == [
        {"unit": "counted", "reached": 139, "needed": 240, "to_go": 101, "after": None, "guessed": True}
    ]
    assert (shown["next"]["leaving"], shown["next"]["tokens"], shown["next"]["saved"]) == ([], 420, 0)
    opened = open_document(data)
    assert document(replay(opened.fixture, opened.settings), opened.seconds) == data
    assert "decision" not in moment(whole, whole.frames[0])


def test_an_export_without_decisions_opens_and_one_with_others_does_not():
    fixture = find("late-count")
    exported = json.loads(document(replay(fixture, choose(fixture)), 36))
    exported["decisions"][0]["outcome"] = "act"
    with pytest.raises(InvalidInput, match=r"\$\.decisions\[0\]\.outcome is 'act'"):
        open_document(json.dumps(exported).encode())
    exported["decisions"][0]["outcome"] = "skip"
    exported["decisions"][0]["checks"][0]["found"][0]["reason"] = "Another version says it in its own words."
    assert open_document(json.dumps(exported).encode()).seconds == 36
    del exported["decisions"], exported["inspection"]["shown"]["decision"], exported["inspection"]["shown"]["next"]
    assert open_document(json.dumps(exported).encode()).seconds == 36


def test_asking_every_part_changes_nothing():
    """The log of one replay, asked twice and in any order, is the same, and so are the frames."""
    whole = played(every=8, most_turns=9, check_every=3)
    forwards = list(decisions(whole))
    assert list(newest(whole, 33, 40)) == forwards[::-1]
    assert [one.frame for one in forwards] == list(whole.frames[1:])
    assert all(POLICIES["compression-subagent"].name == frame.settings.policy for frame in whole.frames)
