"""The frames of one fixture under one choice of settings.

A replay is computed whole and then only read. Moving to a moment is a search among the frames
and never a rerun, so whatever speed or path the learner takes shows the same states.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Literal

import msgspec

from sim.cache import Reading, reusable
from sim.context import Context
from sim.describe import reasons
from sim.faults import Fault, faults
from sim.fixture import Fixture, Turn
from sim.operations import Operation
from sim.provenance import Standing, facts
from sim.session import Session
from sim.settings import Settings

Departure = Literal["evicted", "folded"]
Fate = Literal["waiting", "retained", "evicted", "folded"]


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """The whole state after arrival number `index`, at `seconds`; 0 is before the first.

    `before` is what the context weighed with the new turn in it, before the policy acted, and `reading`
    has what the model read last: it reads the context as it stood when an assistant's turn comes to
    answer it. What is not stored is worked out from the shared session for the frame that is looked at.
    """

    index: int
    seconds: float
    settings: Settings
    context: Context
    before: int
    operations: tuple[Operation, ...] = ()
    reading: Reading = Reading()

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
        """What the context weighs after the policy acted."""
        return self.context.tokens

    @property
    def stored(self) -> int:
        """What the session weighs: every turn that has arrived and every summary ever written. It only grows."""
        return self.context.session.weights[self.index] + self.context.ledger.written

    @property
    def read(self) -> int:
        """What all prompts that the model has read so far come to, in teaching tokens."""
        return self.context.ledger.prompts

    @property
    def summarized(self) -> int:
        """What the summarizer has read so far, in teaching tokens."""
        return self.context.ledger.summarized

    @property
    def prompt(self) -> Context | None:
        """The context that the model read last; None if it has read none."""
        return self.reading.prompt

    @property
    def uncached(self) -> int:
        """The part of all contexts read so far that no cache could have kept from the one before, in teaching tokens."""
        return self.reading.uncached

    @property
    def reusable(self) -> int:
        """The teaching tokens at the start of the context that were at the start of the last prompt too."""
        return reusable(self.prompt, self.context)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What a provider would reject in this context."""
        return faults(self.context)

    @property
    def over_budget(self) -> str | None:
        """Why the context is over the budget when the policy is done; None if it is not."""
        if self.tokens <= self.settings.budget:
            return None
        return reasons.over_budget(self.context, self.settings.budget)

    @property
    def facts(self) -> dict[str, Standing]:
        """How each fact stands, by id."""
        return facts(self.context, self.fixture)

    @property
    def evicted(self) -> tuple[str, ...]:
        """The ids of the turns that were removed and that no summary covers, in order."""
        if not self.context.summaries:
            return self.context.left
        covered = set(self.covered)
        return tuple(turn for turn in self.context.left if turn not in covered)

    @property
    def covered(self) -> tuple[str, ...]:
        """The ids of the turns that the summaries cover, in order; those of an overlap once."""
        return tuple(dict.fromkeys(turn for summary in self.context.summaries for turn in summary.covers))

    def fate(self, turn_id: str) -> Fate:
        """Where the turn is now; KeyError if the lesson has no such turn."""
        position = self.context.session.position[turn_id]
        if position >= self.index:
            return "waiting"
        if self.context.retains(position):
            return "retained"
        return "folded" if self.context.covering(position) else "evicted"


class Life(msgspec.Struct, frozen=True, kw_only=True):
    """When a turn arrived and left, in seconds; `left` and `how` are None if it stayed."""

    id: str
    index: int
    arrived: float
    left: float | None = None
    how: Departure | None = None


class Replay(msgspec.Struct, frozen=True, eq=False):
    """Every frame from 0, in order of time."""

    fixture: Fixture
    settings: Settings
    frames: tuple[Frame, ...]

    def at(self, seconds: float) -> Frame:
        """The state at that moment: the last frame that is no later."""
        return self.frames[max(0, bisect_right(self.frames, seconds, key=lambda frame: frame.seconds) - 1)]

    @property
    def overflows(self) -> tuple[float, ...]:
        """The seconds of the arrivals at which the budget overflowed."""
        budget = self.settings.budget
        return tuple(frame.seconds for frame in self.frames if frame.before > budget)

    def lives(self) -> tuple[Life, ...]:
        """Each turn's life in the context, in order of arrival."""
        lost: dict[str, tuple[float, Departure]] = {
            turn: (frame.seconds, "evicted" if operation.into is None else "folded")
            for frame in self.frames
            for operation in frame.operations
            for turn in operation.turns
        }
        return tuple(
            Life(id=turn.id, index=frame.index, arrived=frame.seconds, left=left, how=how)
            for frame in self.frames
            if (turn := frame.arrived)
            for left, how in (lost.get(turn.id, (None, None)),)
        )


def replay(fixture: Fixture, settings: Settings) -> Replay:
    """The replay of a fixture, in time linear in its number of turns."""
    return Replay(fixture, settings, tuple(frames(Session.of(fixture), settings)))


def frames(session: Session, settings: Settings) -> Iterator[Frame]:
    """The frames one by one, for those who need only some of them."""
    context, reading = Context(session=session), Reading()
    yield Frame(index=0, seconds=0.0, settings=settings, context=context, before=0)
    arrive = settings.rule.arrive
    for index, (turn, seconds) in enumerate(zip(session.turns, session.arrivals), 1):
        before = context.tokens + turn.tokens
        reading = reading.then(context) if turn.role == "assistant" else reading
        context, operations = arrive(context, turn, settings)
        yield Frame(
            index=index,
            seconds=seconds,
            settings=settings,
            context=context,
            before=before,
            operations=operations,
            reading=reading,
        )
