"""The frames of one fixture under one choice of settings.

A replay is computed as a whole and then only read. To move to a moment, a frame is looked up and nothing is computed
again. So the learner sees the same states at any speed and in any order.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import msgspec

from sim.lesson.fixture import Fixture
from sim.lesson.turn import Turn
from sim.policies.choice import shares_session
from sim.policies.registry import POLICIES
from sim.prompt.faults import Fault, faults
from sim.prompt.prompts import Prompt, PromptsRead, kept, prompt, prompt_of
from sim.settings import Settings
from sim.state.context import Context
from sim.state.operations import Operation
from sim.state.provenance import FactStatus, facts
from sim.state.reasons import Held
from sim.state.session import Session

Departure = Literal["evicted", "hidden", "folded", "elsewhere"]
Fate = Literal["waiting", "retained", "evicted", "hidden", "folded", "elsewhere"]


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """The whole state after one arrival. What is not stored is worked out from the shared session when it is needed.

    - `index`: the number of the arrival, from 1; 0: nothing has arrived yet.
    - `seconds`: when the turn arrived, in seconds; 0 for frame 0.
    - `settings`: the settings of the replay.
    - `context`: the context after the policy acted.
    - `before`: what the context weighed with the new turn, before the policy acted, in teaching tokens.
    - `operations`: what the policy did, in order; empty: nothing.
    - `prompts_read`: the prompts that the agents have read so far. The prompt of an assistant's turn is the context as it
      was before that turn.
    - `held`: why the policy did nothing more; None: the last thing that it did was a step, or it is frame 0.
    """

    index: int
    seconds: float
    settings: Settings
    context: Context
    before: int
    operations: tuple[Operation, ...] = ()
    prompts_read: PromptsRead = PromptsRead()
    held: Held | None = None

    @property
    def fixture(self) -> Fixture:
        """The lesson."""
        return self.context.session.fixture

    @property
    def arrived(self) -> Turn | None:
        """The turn that has just arrived; None in frame 0."""
        return self.fixture.turns[self.index - 1] if self.index else None

    @property
    def tokens(self) -> int:
        """What the context weighs after the policy acted, in teaching tokens."""
        return self.context.tokens

    @property
    def stored(self) -> int:
        """What every turn that has arrived and every summary that was ever written weigh, in teaching tokens."""
        return self.context.session.weights[self.index] + self.context.ledger.written

    @property
    def read(self) -> int:
        """What all prompts that the model has read so far weigh, in teaching tokens."""
        return self.context.ledger.prompts

    @property
    def summarized(self) -> int:
        """What the summarizer has read so far, in teaching tokens."""
        return self.context.ledger.summarized

    @property
    def prompt(self) -> Prompt | None:
        """The prompt that was read last, by any agent; None if none was read yet."""
        return self.prompts_read.last

    @property
    def uncached(self) -> int:
        """The part of all prompts so far that no cache could have kept from the same agent's prompt before.

        It is in teaching tokens.
        """
        return self.prompts_read.uncached

    @property
    def again(self) -> Prompt | None:
        """The prompt that the agent that read last would read now; None if no agent has read one yet."""
        return prompt_of(self.context, self.prompt.agent) if self.prompt else None

    @property
    def reusable(self) -> int:
        """How much of the beginning of that prompt was in the agent's last prompt too, in teaching tokens."""
        now = self.again
        return kept(self.prompt, now) if now else 0

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What a provider would reject in this context."""
        return faults(self.context)

    @property
    def over_budget(self) -> bool:
        """Whether the context is still over the budget after the policy acted; `held` may say why."""
        return self.tokens > self.settings.budget

    @property
    def facts(self) -> dict[str, FactStatus]:
        """The status of each fact, by its id."""
        return facts(self.context, self.fixture)

    @property
    def evicted(self) -> tuple[str, ...]:
        """The ids of the turns that have left and that no summary covers or hides, in order."""
        if not self.context.summaries:
            return self.context.left
        elsewhere = {*self.covered, *self.hidden}
        return tuple(turn for turn in self.context.left if turn not in elsewhere)

    @property
    def hidden(self) -> tuple[str, ...]:
        """The ids of the turns that have left and that a summary hides without covering them, in order."""
        if not self.context.summaries:
            return ()
        covered, position = set(self.covered), self.context.session.position
        return tuple(turn for turn in self.context.left if turn not in covered and self.context.hides(position[turn]))

    @property
    def covered(self) -> tuple[str, ...]:
        """The ids of the turns that the summaries cover, in order, each once even if two summaries cover it."""
        return tuple(dict.fromkeys(turn for summary in self.context.summaries for turn in summary.covers))

    def fate(self, turn_id: str) -> Fate:
        """Where the turn is now; KeyError if the lesson has no such turn."""
        position = self.context.session.position[turn_id]
        if position >= self.index:
            return "waiting"
        if position in self.context.session.apart:
            return "elsewhere"
        if self.context.retains(position):
            return "retained"
        if self.context.covering(position):
            return "folded"
        return "hidden" if self.context.hides(position) else "evicted"


_DEPARTURES: dict[str, Departure] = {"evict": "evicted", "hide": "hidden", "summarize": "folded", "fold": "folded"}


class Life(msgspec.Struct, frozen=True, kw_only=True):
    """When a turn arrived and left.

    - `id`: the turn's id.
    - `index`: the number of its arrival, from 1.
    - `arrived`: when it arrived, in seconds.
    - `departed_at`: when it left, in seconds; None: it stayed. A turn in another agent's own context counts as leaving at
      its arrival.
    - `how`: "evicted": it was removed; "hidden": a summary hides it; "folded": a summary covers it; "elsewhere": it is in
      another agent's own context. None: it stayed.
    """

    id: str
    index: int
    arrived: float
    departed_at: float | None = None
    how: Departure | None = None


class Replay(msgspec.Struct, frozen=True, eq=False):
    """A lesson played under some settings.

    - `fixture`: the lesson.
    - `settings`: the settings.
    - `frames`: every frame from 0, in order of time.
    """

    fixture: Fixture
    settings: Settings
    frames: tuple[Frame, ...]

    def at(self, seconds: float) -> Frame:
        """The state at that moment: the last frame that is not later."""
        return self.frames[max(0, bisect_right(self.frames, seconds, key=lambda frame: frame.seconds) - 1)]

    @property
    def overflows(self) -> tuple[float, ...]:
        """The times of the arrivals at which the context overflowed the budget, in seconds."""
        budget = self.settings.budget
        return tuple(frame.seconds for frame in self.frames if frame.before > budget)

    def lives(self) -> tuple[Life, ...]:
        """Each turn's life in the context, in order of arrival. It is remembered."""
        return _lives(self)


@lru_cache(maxsize=4)
def _lives(replay: Replay) -> tuple[Life, ...]:
    lost: dict[str, tuple[float, Departure]] = {
        turn: (frame.seconds, _DEPARTURES[operation.kind])
        for frame in replay.frames
        for operation in frame.operations
        for turn in operation.turns
    }
    apart = replay.frames[0].context.session.apart
    found = []
    for frame in replay.frames[1:]:
        turn = replay.fixture.turns[frame.index - 1]
        elsewhere: tuple[float, Departure] = (frame.seconds, "elsewhere")
        left, how = elsewhere if frame.index - 1 in apart else lost.get(turn.id, (None, None))
        found.append(Life(id=turn.id, index=frame.index, arrived=frame.seconds, departed_at=left, how=how))
    return tuple(found)


def replay(fixture: Fixture, settings: Settings) -> Replay:
    """The replay of a fixture, in time linear in its number of turns."""
    return Replay(fixture, settings, tuple(frames(session_of(fixture, settings), settings)))


def session_of(fixture: Fixture, settings: Settings) -> Session:
    """The session of a fixture, shared by all agents or not, as the policy of these settings has it."""
    return Session.of(fixture, shared=shares_session(fixture, settings.policy))


def frames(session: Session, settings: Settings) -> Iterator[Frame]:
    """The frames one by one, so that only as many are computed as are needed."""
    frame = Frame(index=0, seconds=0.0, settings=settings, context=Context(session=session), before=0)
    yield frame
    for _ in session.turns:
        frame = following(frame, settings)
        yield frame


def following(frame: Frame, settings: Settings) -> Frame:
    """The frame after the next arrival, under these settings; there must be one."""
    context, session = frame.context, frame.context.session
    turn = session.turns[frame.index]
    called = prompt(context, turn) if turn.role == "assistant" else None
    arrival = POLICIES[settings.policy].arrive(context, turn, settings, called.tokens if called else 0)
    return Frame(
        index=frame.index + 1,
        seconds=session.arrivals[frame.index],
        settings=settings,
        context=arrival.context,
        before=context.tokens + (0 if frame.index in session.apart else turn.tokens),
        operations=arrival.operations,
        prompts_read=frame.prompts_read.then(called) if called else frame.prompts_read,
        held=arrival.held,
    )
