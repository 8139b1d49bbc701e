"""Tests long sessions: the cost grows only in proportion to the length, and the frames share the session.

No test here uses a clock, because times differ between machines. Work is counted in calls and in bytes.
"""

import gc
import sys
import tracemalloc
from collections.abc import Callable

import msgspec
import pytest

from sim.analysis.failed_calls import calls, failures
from sim.lesson.fixture import Fixture
from sim.policies.choice import choose
from sim.policies.registry import POLICIES
from sim.replay import Replay, replay

from .making import SETTINGS, lesson, turn

NOTHING_LEAVES, NEARLY_ALL_LEAVES = 10**9, 40


def long_lesson(length: int, budget: int) -> Fixture:
    """A session of turns with one to nine tokens. Every tenth turn is evidence."""
    first = turn("T0", "system", 6)
    rest = (turn(f"T{k}", "user", 1 + k % 9, evidence=["f"] if k % 10 == 0 else []) for k in range(1, length))
    return lesson([first, *rest], budget=budget)


def played(length: int, budget: int, choice: tuple[str, str]) -> Replay:
    fixture = long_lesson(length, budget)
    return replay(fixture, choose(fixture, budget, *choice))


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
    """Questions, calls, results and answers. Each invocation has these four turns."""
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
    chosen = POLICIES[policy].settings(60, **SMALL.get(policy, {}))
    last = replay(fixture, chosen).frames[-1]
    assert last.context.ledger.compactions > 1_000 and len(last.context) < 30
    assert last.facts["f"].said_by and last.stored > last.fixture.turns[0].tokens + 400_000


# The ends of what each parameter may be, one of them at a time beside the defaults; words are tried all.
EXTREMES = {
    "retention": (0, 70),
    "threshold": (0.000001, 1, 1_000_000_000),
    "share": (0.000001, 1_000_000_000),
    "heavy_share": (0.000001, 1_000_000_000),
    "heavy": (0.000001, 1_000_000_000),
    "every": (1, 1_000_000_000),
    "floor": (0, 70),
    "interval": (1, 1_000_000),
    "overlap": (0, 20),
    "summary_tokens": (1, 1_000_000),
    "cap": (1, 1_000),
}
READERS = [{"name": "agent"}, {"name": "clerk", "branch": "clerk", "contents": "none"}]


def read_session(length: int) -> Fixture:
    """The session of agents, whose every fourth invocation is a clerk's on a branch of its own."""
    turns = [msgspec.to_builtins(one) for one in agents_session(length).turns]
    for k, made in enumerate(turns):
        if k % 16 in (14, 15) and made["role"] == "assistant":
            made |= {"author": "clerk", "branch": "clerk"}
    return lesson(turns, budget=60, policies=list(POLICIES), readers=READERS)


def extremes(policy: str) -> list[dict]:
    """The defaults alone, and with each extreme of each parameter."""
    found: list[dict] = [{}]
    for parameter in POLICIES[policy].parameters:
        values = parameter.words or EXTREMES[parameter.name]
        found += [{parameter.name: value} for value in values if value != parameter.default]
    assert all(
        parameter.allows(one[parameter.name])
        for one in found
        for parameter in POLICIES[policy].parameters
        if parameter.name in one
    )
    return found


EVERY = [(policy, parameters) for policy in POLICIES for parameters in extremes(policy)]


@pytest.mark.parametrize(("policy", "parameters"), EVERY, ids=str)
def test_readers_and_extreme_parameters_take_twice_the_calls_for_twice_the_turns(policy, parameters):
    """Calls are counted, so a busy machine changes nothing."""
    half, whole = (_calls(read_session(length), 60, (policy, "preserve"), parameters) for length in (150, 300))
    assert whole < 3 * half


@pytest.mark.parametrize("policy", POLICIES)
def test_finding_the_failed_calls_takes_twice_the_calls_for_twice_the_turns(policy):
    def looking(length: int) -> int:
        whole = replay(read_session(length), POLICIES[policy].settings(60))
        return _counted(lambda: [failures(whole, frame) for frame in whole.frames])

    assert looking(600) < 2.4 * looking(300)


def test_where_nothing_leaves_the_failed_calls_of_a_long_session_are_found_at_once():
    whole = replay(agents_session(5_000), POLICIES["evict-oldest"].settings(NOTHING_LEAVES))
    assert _counted(lambda: calls(whole)) < 200 * 5_000
    assert calls(whole).failed == ()


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
    """The number of calls that a replay makes, of Python and of C functions."""
    chosen = POLICIES[choice[0]].settings(budget, choice[1], **(parameters or {}))
    return _counted(lambda: replay(fixture, chosen))


def _counted(work: Callable[[], object]) -> int:
    """The number of calls that some work makes, of Python and of C functions."""
    count = 0

    def counted(_frame, event, _argument):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def _bytes(fixture: Fixture, budget: int, choice: tuple[str, str], parameters: dict | None = None) -> int:
    """The most bytes that a replay uses at any time, in addition to its lesson."""
    gc.collect()
    tracemalloc.start()
    try:
        replay(fixture, POLICIES[choice[0]].settings(budget, choice[1], **(parameters or {})))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
