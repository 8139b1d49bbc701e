"""An event as ADK's rules see it: who, when, which calls and results, and nothing of a lesson."""

from __future__ import annotations

import msgspec

from sim.calls import Call, Result


class Compaction(msgspec.Struct, frozen=True):
    """The range of timestamps (seconds, both ends within it) that a summary stands for."""

    start: float
    end: float


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One event of the session; a summary's event has a `compaction`.

    `invocation` and `branch` are "" where there is none. `prompt_tokens` is the count recorded with it,
    `size` what its content weighs in the request, in any unit. A call that is `pending` is long-running.
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
        """The ids of its calls; a call without one cannot be followed."""
        return frozenset(call.id for call in self.calls if call.id)

    @property
    def result_ids(self) -> frozenset[str]:
        """The ids of its results."""
        return frozenset(result.id for result in self.results if result.id)

    @property
    def empty(self) -> bool:
        """Whether it has no content that a model could read."""
        return self.compaction is None and not (self.text or self.calls or self.results)
