"""An event as ADK's rules see it: its author, time, calls and results, without a lesson's annotations."""

from __future__ import annotations

import msgspec

from sim.lesson.calls import Call, Result


class Compaction(msgspec.Struct, frozen=True):
    """The range of timestamps that a summary covers; both ends belong to it.

    - `start`: the first timestamp, in seconds.
    - `end`: the last timestamp, in seconds.
    """

    start: float
    end: float


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One event of the session.

    - `id`: its id, unique in the session.
    - `timestamp`: its stamp, in seconds.
    - `author`: an agent's name, or "user".
    - `invocation`: the invocation that it belongs to; empty: none.
    - `branch`: the agent's branch, names joined by dots; empty: none.
    - `calls`: its tool calls; a `pending` call is long-running.
    - `results`: its tool results.
    - `text`: its text; empty: none.
    - `prompt_tokens`: the size of the prompt that was recorded with it, in tokens; None: none was.
    - `size`: what its content weighs in the request, in any unit, the same for all events.
    - `compaction`: the range that a summary covers; None: the event is not a summary.
    """

    id: str
    timestamp: float
    author: str = "user"
    invocation: str = ""
    branch: str = ""
    calls: tuple[Call, ...] = ()
    results: tuple[Result, ...] = ()
    text: str = ""
    prompt_tokens: int | None = None
    size: int = 0
    compaction: Compaction | None = None

    @property
    def call_ids(self) -> frozenset[str]:
        """The ids of its calls, without those that have none, because they cannot be followed."""
        return frozenset(call.id for call in self.calls if call.id)

    @property
    def result_ids(self) -> frozenset[str]:
        """The ids of its results."""
        return frozenset(result.id for result in self.results if result.id)

    @property
    def empty(self) -> bool:
        """Whether it has no content that a model could read."""
        return self.compaction is None and not (self.text or self.calls or self.results)
