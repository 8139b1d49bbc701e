"""Why a policy acted, or why it did nothing or failed, as values that `describe` turns into sentences.

So a policy needs no words, and a test or a log can check a cause without reading prose.
"""

from __future__ import annotations

from typing import Literal

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


class _Reason(msgspec.Struct, frozen=True, kw_only=True):
    """The base of all reasons."""


class OverBudget(_Reason, frozen=True):
    """The context weighs more than the budget.

    - `tokens`: what the context weighs, in teaching tokens.
    - `budget`: the budget, in teaching tokens.
    """

    tokens: int
    budget: int


class AtThreshold(_Reason, frozen=True):
    """The last count has reached a threshold.

    - `count`: the last count.
    - `limit`: the threshold, in teaching tokens.
    - `strictly`: whether the count had to be larger than the threshold; if not, an equal count is enough.
    """

    count: Count
    limit: float
    strictly: bool = False


class HeavyResult(_Reason, frozen=True):
    """A heavy result has just arrived, and the last count has reached the lower threshold.

    - `turn`: the id of the result's turn.
    - `tokens`: what it weighs, in teaching tokens.
    - `count`: the last count.
    - `limit`: the lower threshold, in teaching tokens.
    """

    turn: str
    tokens: int
    count: Count
    limit: float


class TurnsSince(_Reason, frozen=True):
    """A compaction is due because enough turns have arrived since the last one.

    - `since`: the number of turns since the last compaction, or since the start.
    - `every`: the number of turns after which one is due.
    """

    since: int
    every: int


class NewInvocations(_Reason, frozen=True):
    """A summary is due because enough invocations are new since the last one.

    - `number`: the number of new invocations.
    - `interval`: the number of new invocations at which one is due.
    """

    number: int
    interval: int


Trigger = OverBudget | AtThreshold | HeavyResult | TurnsSince | NewInvocations
"""What makes a policy act."""


class Earliest(_Reason, frozen=True):
    """A turn left because it was the earliest that is not pinned and may leave.

    - `trigger`: what made the policy act.
    - `turn`: the turn's id.
    - `others`: the ids of the turns that left with it because calls and results stay together; usually empty.
    """

    trigger: Trigger
    turn: str
    others: tuple[str, ...] = ()


class TooHeavy(_Reason, frozen=True):
    """A turn left as soon as it arrived, because it does not fit even after all others that may leave have left.

    - `turn`: the turn's id.
    - `tokens`: what it weighs, in teaching tokens.
    - `rest`: what the context weighs without it, in teaching tokens.
    - `budget`: the budget, in teaching tokens.
    """

    turn: str
    tokens: int
    rest: int
    budget: int


class Hidden(_Reason, frozen=True):
    """Turns are gone without being summarized, because they share the last timestamp of a summary.

    - `turns`: the ids of the turns, at least one.
    - `summary`: the summary's id.
    """

    turns: tuple[str, ...]
    summary: str


class LacksSections(_Reason, frozen=True):
    """A summary was refused, because it lacks sections that it must have.

    - `summary`: the summary's id.
    - `sections`: the names of the sections that it lacks, at least one.
    """

    summary: str
    sections: tuple[str, ...]


class SummarizerFailed(_Reason, frozen=True):
    """A summary was due, but the summarizer failed.

    - `trigger`: what made the policy act.
    - `fails_call`: whether the model's call fails with it; if not, the call goes on with the whole history.
    """

    trigger: Trigger
    fails_call: bool = False


class SummarizerLate(_Reason, frozen=True):
    """A summary was due, but it comes only with the next arrival; `trigger` is what made the policy act."""

    trigger: Trigger


class NotChecked(_Reason, frozen=True):
    """The policy checks only at certain points, and this arrival is not one of them.

    - `point`: where it checks: before a "model-call" or after an "invocation".
    """

    point: Literal["model-call", "invocation"]


class WithinBudget(_Reason, frozen=True):
    """The context weighs no more than the budget."""


class BelowThreshold(_Reason, frozen=True):
    """The last count has not reached the threshold.

    - `count`: the last count; None: nothing has been counted, and there is no text to guess from.
    - `limit`: the threshold, in teaching tokens.
    """

    count: Count | None
    limit: float


class NoHeavyResult(_Reason, frozen=True):
    """The newest turn is not a heavy result."""


class TooFewTurns(_Reason, frozen=True):
    """The context holds too few turns for the policy to act.

    - `turns`: the number of unpinned turns in the context.
    - `floor`: the number of them from which the policy acts.
    """

    turns: int
    floor: int


class NotDue(_Reason, frozen=True):
    """Too few turns or invocations have come since the last compaction.

    - `since`: how many have come.
    - `every`: the number at which a compaction is due.
    - `unit`: whether turns or invocations are counted.
    """

    since: int
    every: int
    unit: Literal["turn", "invocation"]


class TailStays(_Reason, frozen=True):
    """All turns that could leave are in the tail that stays word for word; `retention` is its number of turns."""

    retention: int


class WaitsForResult(_Reason, frozen=True):
    """A call stays until its results have come; `call` is the id of the call's turn."""

    call: str


class Unread(_Reason, frozen=True):
    """A call and its results stay until the model has read them; `turns` are the ids of their turns, in order."""

    turns: tuple[str, ...]


class NotWorth(_Reason, frozen=True):
    """What would leave weighs no more than the last summary.

    - `saved`: what the turns and summaries that would leave weigh, in teaching tokens.
    - `summary`: what the last summary weighs, in teaching tokens.
    """

    saved: int
    summary: int


class NeverActs(_Reason, frozen=True):
    """The policy never removes anything."""


class NothingNew(_Reason, frozen=True):
    """There is no turn left that may leave."""


Held = (
    NotChecked
    | WithinBudget
    | BelowThreshold
    | NoHeavyResult
    | TooFewTurns
    | NotDue
    | TailStays
    | WaitsForResult
    | Unread
    | NotWorth
    | NeverActs
    | NothingNew
)
"""Why a policy left the context as it was."""

Reason = Trigger | Earliest | TooHeavy | Hidden | LacksSections | SummarizerFailed | SummarizerLate
