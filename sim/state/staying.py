"""Why turns stayed that a policy could have chosen, as values; a part of `sim.state.reasons`."""

from __future__ import annotations

import msgspec


class TailStays(msgspec.Struct, frozen=True, kw_only=True):
    """All turns that could leave are in the tail that stays word for word; `retention` is its number of turns."""

    retention: int


class EndsStay(msgspec.Struct, frozen=True, kw_only=True):
    """All turns that could leave are at the beginning or at the end, which stay word for word.

    - `head`: how many turns stay at the beginning.
    - `retention`: how many turns stay at the end.
    """

    head: int
    retention: int


class ResultsStay(msgspec.Struct, frozen=True, kw_only=True):
    """No result is left to clear; `keep` is how many of the newest stay as they are."""

    keep: int


class WaitsForResult(msgspec.Struct, frozen=True, kw_only=True):
    """A call stays until its results have come; `call` is the id of the call's turn."""

    call: str


class Unread(msgspec.Struct, frozen=True, kw_only=True):
    """A call and its results stay until the model has read them; `turns` are the ids of their turns, in order."""

    turns: tuple[str, ...]


class RequestStays(msgspec.Struct, frozen=True, kw_only=True):
    """Only the request at hand could leave, and it stays; `turn` is the id of the user's newest turn."""

    turn: str


class NoUsersTurn(msgspec.Struct, frozen=True, kw_only=True):
    """The history is cut only where a user's turn begins, and no such place is left."""


class NotWorth(msgspec.Struct, frozen=True, kw_only=True):
    """What would leave weighs no more than the last summary.

    - `saved`: what the turns and summaries that would leave weigh, in teaching tokens.
    - `summary`: what the last summary weighs, in teaching tokens.
    """

    saved: int
    summary: int


class NeverActs(msgspec.Struct, frozen=True, kw_only=True):
    """The policy never removes anything."""


class NothingNew(msgspec.Struct, frozen=True, kw_only=True):
    """There is no turn left that may leave."""
