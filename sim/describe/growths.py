"""How fast the session grows, how often its history is read again, and who reads it, in words."""

from __future__ import annotations

from sim.analysis.growth import Agents, Growth, Invocation, agents, growth, invocation
from sim.describe import words
from sim.replay import Frame, Replay


def lines(replay: Replay, frame: Frame) -> tuple[str, ...]:
    """Everything about the growth until the frame, one line for each."""
    found, read = growth(replay, frame.index), invocation(replay, frame.index)
    told = (slope(found), until_full(found), again(found, read), alert(found, frame))
    return (*filter(None, told), *each(agents(frame), bool(frame.fixture.readers)))


def invocation_cost(read: Invocation) -> str:
    """What the newest invocation has read."""
    if not read.steps:
        return "The model has not been called in this invocation yet."
    return (
        f"This invocation read {words.tokens(read.tokens)} in {words.counted(read.steps, 'prompt')}, "
        f"{read.history} of them history."
    )


def slope(growth: Growth) -> str:
    """What an invocation adds to the context."""
    if not growth.ended:
        return "No invocation has ended yet, so nothing can be said about the growth."
    if growth.ended == 1:
        return f"The only invocation that has ended added {words.tokens(growth.last)} to the context."
    return (
        f"{growth.ended} invocations have ended. On average each added {words.counted(round(growth.average, 1), 'teaching token')} "
        f"to the context, and the last one {growth.last}."
    )


def until_full(growth: Growth) -> str:
    """How long the budget would last; empty if no invocation has ended."""
    if growth.invocations_left is None or growth.turns_left is None:
        return ""
    more = words.counted(growth.invocations_left, "invocation")
    return (
        f"If all went on like that and nothing left, {more} more would fit into the budget, or "
        f"{words.counted(growth.turns_left, 'turn')}. This is an extrapolation."
    )


def again(growth: Growth, read: Invocation) -> str:
    """How often the newest invocation has read what came before it; empty before its first prompt."""
    if not read.steps:
        return ""
    made = words.counted(growth.calls, "tool call") if growth.calls else "no tool call"
    if not growth.rereads:
        return f"This invocation has made {made} and read {words.counted(read.steps, 'prompt')}, without any history."
    return (
        f"This invocation has made {made} and read the history {words.counted(growth.rereads, 'time')}, "
        f"{words.tokens(read.history)} in all."
    )


def alert(growth: Growth, frame: Frame) -> str:
    """When the context first reached the alert."""
    line = f"the alert at {frame.fixture.alert:.0%} of the budget"
    if growth.alerted is None:
        return f"The context has not reached {line} yet."
    return f"The context first reached {line} at {words.seconds(growth.alerted)}."


def each(found: Agents, several: bool) -> tuple[str, ...]:
    """What each agent has read, and what one agent would have; empty if there is only one agent."""
    if not found.each or (len(found.each) == 1 and not several):
        return ()
    own = [
        f"{one.last.agent} has read {words.tokens(one.tokens)} in {words.counted(one.prompts, 'prompt')}."
        for one in found.each
    ]
    together = (
        f"All agents together have read {words.tokens(found.tokens)} in {words.counted(found.prompts, 'prompt')}. "
        f"One agent that wrote all of it and read everything each time would have read {found.alone}."
    )
    return (*own, together)
