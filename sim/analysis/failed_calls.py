"""Which calls of a model would fail: with a prompt over the budget, one that a provider rejects, one that cannot be sent, or
with a summarizer that fails the request.

A replay goes on after such a call as it was recorded, so that a learner sees what would have happened, and when. No turn
from there on would ever have been reached.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, Literal

import msgspec

from sim.lesson.turn import Turn
from sim.prompt.faults import asks_nobody, parted
from sim.prompt.prompts import prompt
from sim.prompt.request import lacks_value
from sim.replay import Frame, Replay
from sim.state.context import Context

Cause = Literal["over", "rejected", "unsent", "summarizer"]


class FailedCall(msgspec.Struct, frozen=True, kw_only=True):
    """One call that would fail.

    - `index`: the number of the arrival after which it fails. The turns that arrive later would never have been reached.
    - `seconds`: when that was, in seconds.
    - `answer`: the id of the turn that was recorded as the answer.
    - `tokens`: what the model would have read, in teaching tokens.
    - `budget`: the most that it could have read, in teaching tokens.
    - `causes`: why it fails, at least one: "over": its prompt is over the budget. "rejected": every provider rejects its
      form. "unsent": an instruction of the agent that is called lacks a value. "summarizer": a summarizer's error fails it.
    - `answered`: whether the answer was written before it failed, because the summarizer runs after the invocation.
    """

    index: int
    seconds: float
    answer: str
    tokens: int
    budget: int
    causes: tuple[Cause, ...]
    answered: bool = False


class Calls(msgspec.Struct, frozen=True, kw_only=True):
    """The calls of a whole replay.

    - `count`: how many calls read this context; a call in another agent's own context is not one of them.
    - `failed`: those that would fail, in order; empty: none.
    """

    count: int
    failed: tuple[FailedCall, ...]


class Failures(msgspec.Struct, frozen=True, kw_only=True):
    """The calls that have failed up to a moment. A call counts as soon as the last turn that it reads has arrived.

    - `count`: how many have failed.
    - `first`: the first of them; None: none has failed.
    - `now`: the one that reads the context as it is now; None: no call follows, or it does not fail.
    - `own`: the one whose answer is the turn that has just arrived; None: that turn is no answer, or its call did not fail.
    - `beyond`: whether that turn arrived after the first of them had failed, so that it would never have been reached.
    """

    count: int = 0
    first: FailedCall | None = None
    now: FailedCall | None = None
    own: FailedCall | None = None
    beyond: bool = False

    def reaches(self, index: int) -> bool:
        """Whether the turn whose arrival has that number (from 1) would have been reached."""
        return self.first is None or index <= self.first.index


NONE_FAILED: Final = Failures()


class Watch:
    """The failed calls of the frames of one replay, looked for only as far as they are asked for, and only once.

    `frames` gives the frame of an index.
    """

    def __init__(self, frames: Callable[[int], Frame]) -> None:
        self._frames = frames
        self._session = frames(0).context.session
        self._readers = self._session.fixture.readers
        self._seen = 0  # how many frames were looked at
        self._made: tuple[Turn, int] | None = None  # the answer of the last call and its prompt, unless it failed
        self._failed: list[FailedCall] = []
        self._left: tuple[int, tuple[int, ...], int] | None = None  # what had left at the last call
        self._arrived = 0  # how many turns had arrived by then
        self._open: list[int] = []  # the positions of the calls that waited for an answer then
        self._parted = False  # whether a call and a result were parted then

    def until(self, index: int) -> tuple[FailedCall, ...]:
        """The calls that fail after that arrival or an earlier one, in order."""
        return tuple(self._failed[: self._count(index)])

    def failures(self, index: int) -> Failures:
        """What has failed at the frame of that index."""
        count = self._count(index)
        if not count:
            return NONE_FAILED
        first, arrived = self._failed[0], self._frames(index).arrived
        newest = self._failed[max(0, count - 2) : count]
        return Failures(
            count=count,
            first=first,
            now=next((call for call in newest if call.index == index and not call.answered), None),
            own=next((call for call in newest if arrived and call.answer == arrived.id), None),
            beyond=first.index < index,
        )

    def _count(self, index: int) -> int:
        fresh = [self._frames(k) for k in range(self._seen, index + 1)]
        self._seen += len(fresh)
        self._failed += self._failing(fresh)
        return bisect_right(self._failed, index, key=lambda call: call.index)

    def _failing(self, frames: list[Frame]) -> Iterator[FailedCall]:
        for frame in frames:
            answer, without_summary = self._answer(frame), any(step.fails_call for step in frame.operations)
            if answer is None:
                # Nothing is called now, so the summarizer ran after an invocation, whose answer is written.
                if without_summary and self._made:
                    yield _failed(frame, *self._made, ("summarizer",), answered=True)
                    self._made = None
                continue
            read = self._read(frame, answer)
            holds: dict[Cause, bool] = {
                "over": read > frame.settings.budget,
                "rejected": self._rejects(frame.context),
                "unsent": any(lacks_value(frame.context, one) for one in self._readers if one.name == answer.by),
                "summarizer": without_summary,
            }
            causes = tuple(cause for cause, so in holds.items() if so)
            self._made = None if causes else (answer, read)
            if causes:
                yield _failed(frame, answer, read, causes)

    def _rejects(self, context: Context) -> bool:
        """Whether every provider rejects the form of the context.

        While nothing leaves, only what is new is looked at, so that a long session in which little leaves takes few looks.
        """
        if (left := _departed(context)) != self._left:
            self._left, self._parted, positions = left, False, list(context.retained)
        else:
            positions = [*self._open, *range(self._arrived, context.arrived)]
        if not self._parted:
            self._parted = any(parted(context, positions))
            answered = context.session.answered
            self._open = [k for k in positions if answered.get(k, 0) >= context.arrived]
            self._arrived = context.arrived
        return self._parted or asks_nobody(context)

    def _read(self, frame: Frame, answer: Turn) -> int:
        """What the model reads to write the answer, in teaching tokens; known if the answer has arrived."""
        if frame.index + 1 < self._seen and (known := self._frames(frame.index + 1).prompt):
            return known.tokens
        return prompt(frame.context, answer).tokens

    def _answer(self, frame: Frame) -> Turn | None:
        """The turn that a model is called for right after this frame; None if it is not called, or elsewhere."""
        turns = self._session.turns
        if frame.index >= len(turns) or frame.index in self._session.apart:
            return None
        return turns[frame.index] if turns[frame.index].role == "assistant" else None


def calls(replay: Replay) -> Calls:
    """The calls of the replay, and which of them would fail. They are remembered."""
    session = replay.frames[0].context.session
    made = sum(turn.role == "assistant" and k not in session.apart for k, turn in enumerate(session.turns))
    return Calls(count=made, failed=_watch(replay).until(len(session.turns)))


def failures(replay: Replay, frame: Frame) -> Failures:
    """What has failed at a frame of the replay. It is remembered."""
    return _watch(replay).failures(frame.index)


@lru_cache(maxsize=4)
def _watch(replay: Replay) -> Watch:
    return Watch(replay.frames.__getitem__)


def _failed(frame: Frame, answer: Turn, read: int, causes: tuple[Cause, ...], answered: bool = False) -> FailedCall:
    return FailedCall(
        index=frame.index,
        seconds=frame.seconds,
        answer=answer.id,
        tokens=read,
        budget=frame.settings.budget,
        causes=causes,
        answered=answered,
    )


def _departed(context: Context) -> tuple[int, tuple[int, ...], int]:
    """What is the same in two contexts of one replay if nothing has left between them."""
    return context.gone, context.kept, context.ledger.compactions
