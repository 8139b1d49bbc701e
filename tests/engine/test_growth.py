"""Tests how fast a session grows, how often its history is read again, and what several agents read beside one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sim import describe
from sim.analysis.growth import Growth, Invocation, agents, growth, invocation
from sim.library import find
from sim.policies.choice import choose
from sim.replay import Replay, replay

from .agents import agent_lesson, agent_lessons, base, chosen
from .making import turn


def loop(calls: int) -> list[dict]:
    """A question and its answer of 100 together, and then one question for which the agent calls a tool that often."""
    made = [turn("P", "system", 30), turn("U1", "user", 40), turn("A1", "assistant", 60), turn("U2", "user", 20)]
    for k in range(1, calls + 1):
        made.append(turn(f"C{k}", "assistant", 5, calls=[{"tool": "look", "id": f"c{k}"}]))
        made.append(turn(f"T{k}", "tool", 10, results=[{"tool": "look", "id": f"c{k}"}]))
    return [*made, turn("A2", "assistant", 15)]


def played(calls: int) -> Replay:
    return replay(agent_lesson(loop(calls), 1_000), chosen("evict-oldest", 1_000))


def test_three_calls_read_the_history_four_times():
    whole = played(3)
    end = len(whole.frames) - 1
    found, read = growth(whole, end), invocation(whole, end)
    assert (found.calls, found.rereads) == (3, 4)
    assert read == Invocation(steps=4, tokens=4 * (30 + 100 + 20) + 15 + 30 + 45, history=4 * 100)
    assert describe.growths.again(found, read) == (
        "This invocation has made 3 tool calls and read the history 4 times, 400 teaching tokens in all."
    )
    once = played(0)
    found, read = growth(once, 5), invocation(once, 5)
    assert describe.growths.again(found, read) == (
        "This invocation has made no tool call and read the history 1 time, 100 teaching tokens in all."
    )
    found, read = growth(whole, 3), invocation(whole, 3)
    assert (
        describe.growths.again(found, read)
        == "This invocation has made no tool call and read 1 prompt, without any history."
    )
    assert describe.growths.again(growth(whole, 2), invocation(whole, 2)) == ""


def test_what_an_invocation_adds_and_how_long_the_budget_lasts():
    """Trace B: two invocations of four turns and 90, and a question that is not answered. Pinned turns do not count."""
    whole = replay(base(1000), chosen("evict-oldest", 1000))
    assert growth(whole, 10) == Growth(ended=2, turns=8, added=180, last=90, free=800, alerted=None, calls=0, rereads=0)
    found = growth(whole, 10)
    assert (found.average, found.invocations_left, found.turns_left) == (90, 8, 35)  # 800 / 90, 800 / 22.5
    assert describe.growths.slope(found) == (
        "2 invocations have ended. On average each added 90 teaching tokens to the context, and the last one 90."
    )
    assert describe.growths.until_full(found) == (
        "If all went on like that and nothing left, 8 invocations more would fit into the budget, or 35 turns. "
        "This is an extrapolation."
    )
    early = growth(whole, 4)
    assert (early.ended, early.average, early.invocations_left, early.turns_left) == (0, 0, None, None)
    assert describe.growths.until_full(early) == ""
    assert describe.growths.slope(early).startswith("No invocation has ended yet")
    assert describe.growths.slope(growth(whole, 5)) == (
        "The only invocation that has ended added 90 teaching tokens to the context."
    )


def test_the_reserve_is_not_free():
    lesson = agent_lesson(loop(0), 200, reserve=150)
    found = growth(replay(lesson, chosen("evict-oldest", 200)), 5)
    assert (found.free, found.invocations_left, found.turns_left) == (200 - 165 - 150, 0, 0)


def test_when_the_alert_was_reached_first():
    whole = replay(base(100), chosen("evict-oldest"))
    assert [growth(whole, index).alerted for index in (3, 4, 10)] == [None, 24, 24]  # T1 makes 40 to 90
    frames = whole.frames
    assert describe.growths.alert(growth(whole, 3), frames[3]) == (
        "The context has not reached the alert at 65% of the budget yet."
    )
    assert describe.growths.alert(growth(whole, 10), frames[10]) == (
        "The context first reached the alert at 65% of the budget at 24 seconds."
    )


def test_several_agents_read_less_than_one_that_reads_everything():
    lesson = find("who-reads-what")
    whole = replay(lesson, choose(lesson))
    found = agents(whole.frames[-1])
    assert [(one.last.agent, one.prompts, one.tokens) for one in found.each] == [
        ("classifier", 2, 135),
        ("parts", 2, 295),
        ("calendar", 2, 265),
        ("desk", 1, 390),
        ("warranty", 1, 475),
        ("safety", 1, 515),
        ("billing", 1, 555),
        ("writer", 1, 595),
    ]
    answers = [frame.index for frame in whole.frames[1:] if frame.arrived.role == "assistant"]
    assert (found.prompts, found.tokens) == (len(answers), whole.frames[-1].read) == (11, 3225)
    assert found.alone == sum(whole.frames[index - 1].tokens for index in answers) == 4035
    assert describe.growths.each(found, True)[0] == "classifier has read 135 teaching tokens in 2 prompts."
    assert describe.growths.each(found, True)[-1] == (
        "All agents together have read 3225 teaching tokens in 11 prompts. "
        "One agent that wrote all of it and read everything each time would have read 4035."
    )


def test_helpers_with_their_own_contexts_beside_one_agent_that_does_their_work():
    """A tree of four: a desk asks three helpers, each of which reads one file of 100 and answers in 10."""
    made = [turn("P", "system", 20), turn("U", "user", 30)]
    for k in (1, 2, 3):
        of = {"author": f"h{k}", "branch": f"h{k}"}
        made.append(turn(f"C{k}", "assistant", 5, calls=[{"tool": "read", "id": f"c{k}"}], **of))
        made.append(turn(f"T{k}", "tool", 100, results=[{"tool": "read", "id": f"c{k}"}], **of))
        made.append(turn(f"A{k}", "assistant", 10, **of))
    made.append(turn("Z", "assistant", 25, author="desk"))
    readers = [{"name": "desk"}, *({"name": f"h{k}", "branch": f"h{k}"} for k in (1, 2, 3))]
    whole = replay(
        agent_lesson(made, 1_000, readers=readers),
        chosen("evict-oldest", 1_000),
    )
    found = agents(whole.frames[-1])
    assert [one.tokens for one in found.each] == [0 + 105, 0 + 105, 0 + 105, 50]
    # One agent reads 50 first, and every file and answer stays in its context: 115 for each helper.
    assert found.alone == sum(50 + 115 * k + part for k in range(3) for part in (0, 105)) + 50 + 3 * 115
    assert found.alone == 1_700 > 4 * found.tokens


@given(agent_lessons(), st.sampled_from(["evict-oldest", "adk-sliding", "compression-subagent"]))
def test_one_agent_alone_reads_everything_already(fixture, policy):
    whole = replay(fixture, chosen(policy))
    last = agents(whole.frames[-1])
    assert last.alone == last.tokens == whole.frames[-1].read
    for frame in whole.frames:
        found = growth(whole, frame.index)
        assert 0 <= found.last <= found.added and found.ended <= found.turns <= frame.index
        assert found.rereads <= invocation(whole, frame.index).steps
