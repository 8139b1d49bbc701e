"""How fast a session fills the window, and how often the same history is read on the way.

An agent that uses tools reads the whole history again at every step, and several agents read it once each. So the cost grows
faster than the session.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

import msgspec

from sim.prompt.prompts import ReadBy
from sim.replay import Frame, Replay
from sim.state.session import Session


class Invocation(msgspec.Struct, frozen=True, kw_only=True):
    """What the newest invocation has read so far.

    - `steps`: how many prompts it has read.
    - `tokens`: what they weigh together, in teaching tokens.
    - `history`: the part of them that is older than the invocation, in teaching tokens, without what every prompt repeats.
    """

    steps: int
    tokens: int
    history: int


class Growth(msgspec.Struct, frozen=True, kw_only=True):
    """What the invocations that have ended added to the context, before anything left. Pinned turns do not count.

    - `ended`: how many there are; 0: none has ended yet.
    - `turns`: how many turns they have together.
    - `added`: what these weigh, in teaching tokens.
    - `last`: what the turns of the last of them weigh, in teaching tokens.
    - `free`: how much of the budget is left now besides the reserve, in teaching tokens; negative if there is too little.
    - `alerted`: when the context first reached the lesson's alert, in seconds; None: it has not yet.
    - `calls`: how many tools the newest invocation has called so far.
    - `rereads`: how many of its prompts had turns of earlier invocations, or summaries, in them.
    """

    ended: int
    turns: int
    added: int
    last: int
    free: int
    alerted: float | None
    calls: int
    rereads: int

    @property
    def average(self) -> float:
        """What one of them added on average, in teaching tokens; 0 if none has ended."""
        return self.added / self.ended if self.ended else 0.0

    @property
    def invocations_left(self) -> int | None:
        """How many more whole invocations of that average fit if nothing leaves; None if none has ended."""
        return max(0, self.free) * self.ended // self.added if self.added else None

    @property
    def turns_left(self) -> int | None:
        """How many more turns of their average fit if nothing leaves; None if none has ended."""
        return max(0, self.free) * self.turns // self.added if self.added else None


class Agents(msgspec.Struct, frozen=True):
    """What each agent has read, beside one agent that does all their work.

    - `each`: what each agent has read, in the order of their first prompts.
    - `alone`: what all prompts would weigh if one agent wrote all turns and read everything for each, in teaching tokens.
    """

    each: tuple[ReadBy, ...]
    alone: int

    @property
    def tokens(self) -> int:
        """What all agents have read together, in teaching tokens."""
        return sum(one.tokens for one in self.each)

    @property
    def prompts(self) -> int:
        """How many prompts all agents have read together."""
        return sum(one.prompts for one in self.each)


def invocation(replay: Replay, index: int) -> Invocation:
    """What the invocation of frame number `index` has read up to that frame; each call counts what its own agent read."""
    if not index:
        return Invocation(steps=0, tokens=0, history=0)
    session = replay.frames[0].context.session
    began, now = replay.frames[session.began[index - 1]], replay.frames[index]
    return Invocation(
        steps=now.prompts_read.calls - began.prompts_read.calls,
        tokens=now.read - began.read,
        history=now.prompts_read.history - began.prompts_read.history,
    )


def growth(replay: Replay, index: int) -> Growth:
    """The growth up to frame number `index`."""
    frame = replay.frames[index]
    session, budget = frame.context.session, frame.settings.budget
    ends = _ends(session)
    count = bisect_right(ends, index)
    stop, before = (ends[k - 1] if k > 0 else 0 for k in (count, count - 1))
    alerted = _alerted(replay)
    began = session.began[index - 1] if index else 0
    return Growth(
        ended=count,
        turns=session.unpinned_before(stop),
        added=_added(session, 0, stop),
        last=_added(session, before, stop),
        free=budget - frame.tokens - frame.fixture.reserve,
        alerted=alerted if alerted is not None and alerted <= frame.seconds else None,
        calls=sum(len(turn.calls) for turn in session.turns[began:index]),
        rereads=frame.prompts_read.rereads - replay.frames[began].prompts_read.rereads,
    )


def agents(frame: Frame) -> Agents:
    """What each agent has read until the frame."""
    return Agents(frame.prompts_read.by_agent, frame.prompts_read.alone)


def _added(session: Session, first: int, end: int) -> int:
    """What the unpinned turns from that position on weigh, up to before the position `end`."""
    weights = session.unpinned_weights
    return weights[session.unpinned_before(end)] - weights[session.unpinned_before(first)]


@lru_cache(maxsize=4)
def _ends(session: Session) -> tuple[int, ...]:
    """For each unbroken run of an invocation's turns, the number of turns up to its end; only runs that add something.

    Where the lesson stops before the answer, the last run has no end.
    """
    found, first = list[int](), 0
    for position in range(len(session.turns)):
        if session.ends_invocation(position):
            answered = position + 1 < len(session.turns) or session.turns[position].role == "assistant"
            if answered and _added(session, first, position + 1):
                found.append(position + 1)
            first = position + 1
    return tuple(found)


@lru_cache(maxsize=4)
def _alerted(replay: Replay) -> float | None:
    budget, alert = replay.settings.budget, replay.fixture.alert
    return next((frame.seconds for frame in replay.frames if frame.tokens / budget >= alert), None)
