"""Tests the window's four lines, the parts of a prompt, and the cost of a loop of tool calls."""

from __future__ import annotations

import pytest

from sim import describe
from sim.analysis.token_budget import Cost, cost, kinds, savings, token_budget
from sim.replay import replay

from .agents import agent_lesson, chosen
from .making import turn


def support(result: int, turns: int = 20) -> list[dict]:
    """A session about orders: 600 tokens of instruction, 1,400 of declarations, then question, call, result and reply in turn."""
    made = [turn("P", "system", 600), turn("D", "system", 1400, kind="declaration")]
    for k in range(1, turns + 1):
        trimmed = {"untrimmed": 3000} if result < 3000 else {}
        made += [
            turn(f"U{k}", "user", 60),
            turn(f"C{k}", "assistant", 40, calls=[{"tool": "order", "id": f"c{k}"}]),
            turn(f"T{k}", "tool", result, results=[{"tool": "order", "id": f"c{k}"}], **trimmed),
            turn(f"A{k}", "assistant", 150),
        ]
    return made


@pytest.mark.parametrize(("result", "history"), [(3000, 65_000), (80, 6_600)])
def test_twenty_turns_of_order_support(result, history):
    lesson = agent_lesson(support(result), 100_000, reserve=4_000)
    whole = replay(lesson, chosen("evict-oldest", 100_000))
    last = whole.frames[-1]
    lines = token_budget(last)
    assert (lines.fixed, lines.history + lines.current, lines.reserve) == (2_000, history, 4_000)
    assert lines.current == history // 20
    assert lines.free == 100_000 - 2_000 - history - 4_000
    assert lines.alarming == (result == 3000)
    assert last.stored == last.tokens == 2_000 + history
    # The model reads twice in each invocation: once with the question, and once with the result.
    assert cost(whole, 6) == Cost(steps=2, tokens=2_060 + 2_100 + result, history=0)
    before = history // 20
    assert cost(whole, 10) == Cost(steps=2, tokens=2 * (2_000 + before) + 60 + 100 + result, history=2 * before)
    assert last.read == sum(2 * (2_000 + k * before) + 160 + result for k in range(20))


def test_kinds_are_largest_first():
    last = replay(agent_lesson(support(80, 2), 100_000), chosen("evict-oldest", 100_000)).frames[-1]
    assert kinds(last) == (
        ("declaration", 1400),
        ("instruction", 600),
        ("message", 420),
        ("result", 160),
        ("call", 80),
    )
    assert describe.kinds(kinds(last)) == (
        "Tool declarations 1400, instructions 600, messages 420, tool results 160, tool calls 80."
    )


def test_what_each_way_of_keeping_results_comes_to():
    turns = support(80)
    for made in turns:
        if "results" in made:
            made["otherwise"] = {"artifact": 20, "state": 10}
    last = replay(agent_lesson(turns, 100_000), chosen("evict-oldest", 100_000)).frames[-1]
    assert [(one.way, one.results, one.context) for one in savings(last)] == [
        ("untrimmed", 60_000, 67_000),
        ("trimmed", 1_600, 8_600),
        ("artifact", 400, 7_400),
        ("state", 200, 7_200),
    ]
    assert describe.saving(savings(last)[2]) == (
        "With the results in an artifact they weigh 400, and the context 7400 teaching tokens."
    )
    whole = replay(agent_lesson(support(3000, 2), 100_000), chosen("evict-oldest", 100_000)).frames[-1]
    assert savings(whole) == ()


def test_the_lines_in_words():
    lesson = agent_lesson(support(80, 1), 3_000, reserve=100, alert=0.7)
    whole = replay(lesson, chosen("evict-oldest", 3_000))
    assert describe.budget_lines(token_budget(whole.frames[-1])) == (
        "Fixed 2000, history 0, current turn 330, reserve 100, 570 free: 78% of 3000 is used, at or over the alert at 70%."
    )
    assert describe.invocation_cost(cost(whole, 6)) == (
        "This invocation read 4240 teaching tokens in 2 prompts, 0 of them history."
    )
    assert describe.invocation_cost(cost(whole, 3)) == "The model has not been called in this invocation yet."
    assert describe.kinds(kinds(whole.frames[0])) == "The prompt is empty."


def test_the_session_beside_the_context_in_words():
    turns = [turn(f"e{k}", "user" if k % 2 else "assistant", 10) for k in range(1, 5)]
    frames = replay(agent_lesson(turns), chosen("adk-token", threshold=25, retention=2)).frames
    assert describe.accounts(frames[0]) == (
        "The session stores 0 turns, 0 teaching tokens; the context holds 0 of them.",
        "The model has read no prompt yet.",
        "There is no earlier prompt whose beginning a cache could reuse.",
    )
    assert describe.accounts(frames[4]) == (
        "The session stores 4 turns and 1 summary, 46 teaching tokens; the context holds 26 of them.",
        "All prompts so far come to 40 teaching tokens. Even with a cache, 30 teaching tokens of that had to be read anew. A summarizer read 20 more.",
        "A cache could reuse nothing from the last prompt.",
    )
