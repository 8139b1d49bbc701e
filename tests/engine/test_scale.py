"""A long session: cost grows with its length and no faster, and frames share it.

Nothing here looks at a clock. Work is counted in calls and in bytes.
"""

import gc
import sys
import tracemalloc

import pytest

from sim.fixture import Fixture
from sim.replay import Replay, replay
from sim.settings import Settings

from sim.policies import POLICIES

from .making import SETTINGS, lesson, turn

NOTHING_LEAVES, NEARLY_ALL_LEAVES = 10**9, 40


def long_lesson(length: int, budget: int) -> Fixture:
    """A session of one-token to nine-token turns, every tenth of them evidence."""
    turns = [turn("T0", "system", 6)]
    for k in range(1, length):
        turns.append(turn(f"T{k}", "user", 1 + k % 9, evidence=["f"] if k % 10 == 0 else []))
    return lesson(turns, budget=budget)


def played(length: int, budget: int, choice: tuple[str, str]) -> Replay:
    fixture = long_lesson(length, budget)
    return replay(fixture, Settings.of(fixture, budget, *choice))


@pytest.mark.parametrize("choice", SETTINGS)
@pytest.mark.parametrize("budget", [NOTHING_LEAVES, NEARLY_ALL_LEAVES])
def test_a_hundred_thousand_turns_replay_and_seek(budget, choice):
    length = 100_000
    whole = played(length, budget, choice)
    assert len(whole.frames) == length + 1
    assert len({id(frame.context.session) for frame in whole.frames}) == 1
    left = [step for frame in whole.frames for step in frame.operations]
    last = whole.frames[-1]
    assert len(last.context.turns) + len(left) == length
    assert (len(left) == 0) == (budget == NOTHING_LEAVES)
    middle = whole.at(30)
    assert middle.index == 50_000 and middle.fate("T99999") == "waiting" and middle.fate("T0") == "retained"
    assert last.facts["f"].backed == (budget == NOTHING_LEAVES or choice == ("summarize-older", "preserve"))


@pytest.mark.parametrize("choice", SETTINGS)
@pytest.mark.parametrize("budget", [NOTHING_LEAVES, NEARLY_ALL_LEAVES])
def test_twice_the_turns_take_twice_the_calls_and_twice_the_bytes(budget, choice):
    small, large = (long_lesson(length, budget) for length in (1_000, 2_000))
    for cost in (_calls, _bytes):
        one, two = (cost(fixture, budget, choice) for fixture in (small, large))
        assert two < 2.2 * one, cost.__name__


AGENT = [name for name in POLICIES if name not in ("evict-oldest", "summarize-older")]
SMALL = {
    "keep-last": {"retention": 5},
    "compression-subagent": {"floor": 8, "retention": 5},
    "adk-sliding": {"interval": 50},
    "adk-sliding-java": {"interval": 50},
}


def agents_session(length: int) -> Fixture:
    """Questions, calls, results and answers, an invocation each four turns."""
    turns = [turn("P", "system", 6)]
    for k in range(1, length):
        role = ("user", "assistant", "tool", "assistant")[k % 4]
        ends = {1: "calls", 2: "results"}.get(k % 4)
        more = {ends: [{"tool": "look", "id": f"c{k // 4}"}]} if ends and k > 3 else {}
        said = {"evidence": ["f"]} if k % 40 == 0 else {}
        turns.append(turn(f"T{k}", role, 1 + k % 9, **more, **said))
    return lesson(turns, budget=60, policies=list(POLICIES))


@pytest.mark.parametrize("policy", AGENT)
def test_agents_policies_take_twice_the_calls_and_bytes_for_twice_the_turns(policy):
    small, large = (agents_session(length) for length in (1_000, 2_000))
    for cost in (_calls, _bytes):
        one, two = (cost(fixture, 60, (policy, "preserve"), SMALL.get(policy)) for fixture in (small, large))
        assert two < 2.25 * one, cost.__name__


@pytest.mark.parametrize("policy", ["adk-token", "compression-subagent"])
def test_a_hundred_thousand_turns_of_an_agent_replay(policy):
    fixture = agents_session(100_000)
    chosen = Settings(60, policy, "preserve", SMALL.get(policy, {}))
    last = replay(fixture, chosen).frames[-1]
    assert last.context.ledger.compactions > 1_000 and len(last.context) < 30
    assert last.facts["f"].said_by and last.stored > last.fixture.turns[0].tokens + 400_000


def test_a_frame_stores_nothing_that_grows_with_the_session():
    for budget in (NOTHING_LEAVES, NEARLY_ALL_LEAVES):
        whole = played(2_000, budget, ("summarize-older", "preserve"))
        for frame in whole.frames[1000:]:
            parts = [frame, frame.context, frame.context.summary, *frame.operations]
            for part in parts:
                for name in getattr(part, "__struct_fields__", ()):
                    value = getattr(part, name)
                    assert not isinstance(value, (list, dict, set))
                    assert not isinstance(value, tuple) or len(value) < 20


def _calls(fixture: Fixture, budget: int, choice: tuple[str, str], parameters: dict | None = None) -> int:
    """How many calls, of Python and of C, a replay makes."""
    count = 0

    def counted(_frame, event, _argument):
        nonlocal count
        count += event in ("call", "c_call")

    chosen = Settings(budget, *choice, parameters or {})
    sys.setprofile(counted)
    try:
        replay(fixture, chosen)
    finally:
        sys.setprofile(None)
    return count


def _bytes(fixture: Fixture, budget: int, choice: tuple[str, str], parameters: dict | None = None) -> int:
    """How many bytes a replay takes at its highest, beyond its lesson."""
    gc.collect()
    tracemalloc.start()
    try:
        replay(fixture, Settings(budget, *choice, parameters or {}))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
