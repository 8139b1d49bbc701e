"""Why a policy acted: what each kind of trigger found, as values that `describe` turns into sentences."""

from __future__ import annotations

import msgspec


class Count(msgspec.Struct, frozen=True):
    """The size of a prompt, as a policy knows it.

    - `tokens`: the size, in teaching tokens.
    - `turn`: the id of the turn that answered the prompt; None: the size is a guess from the characters.
    - `recorded`: whether the size was recorded in the lesson; if not, the engine has computed what the model read.
    - `outdated`: the size that the lesson recorded, which is not used because the history is no longer the recorded
      one, in teaching tokens; None: nothing was replaced.
    """

    tokens: int
    turn: str | None = None
    recorded: bool = False
    outdated: int | None = None


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """The base of all reasons to act, not to act, or to fail."""


class OverBudget(Cause, frozen=True):
    """The context weighs more than the budget.

    - `tokens`: what the context weighs, in teaching tokens.
    - `budget`: the budget, in teaching tokens.
    """

    tokens: int
    budget: int


class OverLimit(Cause, frozen=True):
    """The context weighs more than a threshold that is not the budget.

    - `tokens`: what the context weighs, in teaching tokens.
    - `limit`: the threshold, in teaching tokens.
    """

    tokens: int
    limit: float


class AtThreshold(Cause, frozen=True):
    """The last count has reached a threshold.

    - `count`: the last count.
    - `limit`: the threshold, in teaching tokens.
    - `strictly`: whether the count had to be larger than the threshold; if not, an equal count is enough.
    """

    count: Count
    limit: float
    strictly: bool = False


class HeavyResult(Cause, frozen=True):
    """A heavy result has just arrived, and the last count has reached the lower threshold.

    - `turn`: the id of the result's turn.
    - `tokens`: what it weighs, in teaching tokens.
    - `count`: the last count.
    - `limit`: the lower threshold, in teaching tokens.
    - `tool`: the tool, if it is one that the lesson names as heavy; None: the result is heavy by its weight.
    """

    turn: str
    tokens: int
    count: Count
    limit: float
    tool: str | None = None


class TurnsSince(Cause, frozen=True):
    """A compaction is due because enough turns have arrived since the last one.

    - `since`: the number of turns since the last compaction, or since the start.
    - `every`: the number of turns after which one is due.
    - `runs_on`: whether the counter is never reset, so that `since` is the number since the start.
    """

    since: int
    every: int
    runs_on: bool = False


class TooManyTurns(Cause, frozen=True):
    """The context holds more turns than a limit allows.

    - `turns`: the number of unpinned turns in the context.
    - `most`: the limit.
    """

    turns: int
    most: int


class NewInvocations(Cause, frozen=True):
    """A summary is due because enough invocations are new since the last one.

    - `number`: the number of new invocations.
    - `interval`: the number of new invocations at which one is due.
    """

    number: int
    interval: int


Trigger = OverBudget | OverLimit | AtThreshold | HeavyResult | TurnsSince | TooManyTurns | NewInvocations
"""What makes a policy act."""
