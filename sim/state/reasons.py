"""Why a policy acted, or why it did nothing or failed, as values that `describe` turns into sentences.

So a policy needs no words, and a test or a log can check a cause without reading prose.
"""

from __future__ import annotations

from typing import Literal

from sim.state.acting import (
    AtThreshold,
    Cause,
    Count,
    HeavyResult,
    NewInvocations,
    OverBudget,
    OverLimit,
    TooManyTurns,
    Trigger,
    TurnsSince,
)
from sim.state.staying import (
    EndsStay,
    NeverActs,
    NothingNew,
    NotWorth,
    NoUsersTurn,
    RequestStays,
    ResultsStay,
    TailStays,
    Unread,
    WaitsForResult,
)

__all__ = [
    "AtThreshold",
    "BelowThreshold",
    "Count",
    "Earliest",
    "EndsStay",
    "HeavyResult",
    "Held",
    "Hidden",
    "LacksSections",
    "LargerSummary",
    "Largest",
    "NeverActs",
    "NewInvocations",
    "NoHeavyResult",
    "NoUsersTurn",
    "NotChecked",
    "NotCounted",
    "NotDue",
    "NotWorth",
    "NothingNew",
    "OverBudget",
    "OverLimit",
    "Reason",
    "RequestStays",
    "ResultsStay",
    "SummarizerFailed",
    "SummarizerLate",
    "Supposed",
    "TailStays",
    "TooFewTurns",
    "TooHeavy",
    "TooManyTurns",
    "Trigger",
    "TurnsSince",
    "Unread",
    "WaitsForResult",
    "WithinBudget",
    "WithinLimit",
    "WithinTurnLimit",
]


class Earliest(Cause, frozen=True):
    """A turn left because it was the earliest that is not pinned and may leave.

    - `trigger`: what made the policy act.
    - `turn`: the turn's id.
    - `others`: the ids of the turns that left with it because calls and results stay together; usually empty.
    """

    trigger: Trigger
    turn: str
    others: tuple[str, ...] = ()


class Largest(Cause, frozen=True):
    """Results were cleared because they were the largest that may be cleared.

    - `trigger`: what made the policy act.
    - `turns`: the ids of their turns.
    """

    trigger: Trigger
    turns: tuple[str, ...]


class TooHeavy(Cause, frozen=True):
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


class Hidden(Cause, frozen=True):
    """Turns are gone without being summarized, because they share the last timestamp of a summary.

    - `turns`: the ids of the turns, at least one.
    - `summary`: the summary's id.
    """

    turns: tuple[str, ...]
    summary: str


class LacksSections(Cause, frozen=True):
    """A summary was refused, because it lacks sections that it must have.

    - `summary`: the summary's id.
    - `sections`: the names of the sections that it lacks, at least one.
    """

    summary: str
    sections: tuple[str, ...]


class LargerSummary(Cause, frozen=True):
    """A summary was discarded, because it weighs more than what it would replace.

    - `summary`: the summary's id.
    - `tokens`: what it weighs, in teaching tokens.
    - `replaced`: what the turns and summaries that it would replace weigh, in teaching tokens.
    """

    summary: str
    tokens: int
    replaced: int


class Supposed(Cause, frozen=True):
    """Nothing left: it was only asked what would leave if the policy acted."""


class SummarizerFailed(Cause, frozen=True):
    """A summary was due, but the summarizer failed.

    - `trigger`: what made the policy act.
    - `fails_call`: whether the model's call fails with it; if not, the call goes on with the whole history.
    """

    trigger: Trigger
    fails_call: bool = False


class SummarizerLate(Cause, frozen=True):
    """A summary was due, but it comes only with the next arrival; `trigger` is what made the policy act."""

    trigger: Trigger


class NotChecked(Cause, frozen=True):
    """The policy checks only at certain points, and this arrival is not one of them.

    - `point`: where it checks: before a "model-call" or after an "invocation".
    """

    point: Literal["model-call", "invocation"]


class WithinBudget(Cause, frozen=True):
    """The context weighs no more than the budget."""


class WithinLimit(Cause, frozen=True):
    """The context weighs no more than a threshold that is not the budget.

    - `tokens`: what the context weighs, in teaching tokens.
    - `limit`: the threshold, in teaching tokens.
    """

    tokens: int
    limit: float


class BelowThreshold(Cause, frozen=True):
    """The last count has not reached the threshold.

    - `count`: the last count; None: nothing has been counted, and there is no text to guess from.
    - `limit`: the threshold, in teaching tokens.
    - `strictly`: whether the count has to be larger than the threshold; if not, an equal count is enough.
    - `after`: the id of the heavy result's turn after which this lower threshold counts; None: it always counts.
    """

    count: Count | None
    limit: float
    strictly: bool = False
    after: str | None = None


class NotCounted(Cause, frozen=True):
    """Nothing is counted here, because the policy counts only every few turns.

    - `arrived`: how many turns have arrived.
    - `every`: after how many turns it counts again.
    - `due`: how many turns must have arrived before it counts next.
    """

    arrived: int
    every: int
    due: int


class WithinTurnLimit(Cause, frozen=True):
    """The context holds no more turns than a limit allows.

    - `turns`: the number of unpinned turns in the context.
    - `most`: the limit.
    """

    turns: int
    most: int


class NoHeavyResult(Cause, frozen=True):
    """The newest turn is not a heavy result."""


class TooFewTurns(Cause, frozen=True):
    """The context holds too few turns for the policy to act.

    - `turns`: the number of unpinned turns in the context.
    - `floor`: the number of them from which the policy acts.
    """

    turns: int
    floor: int


class NotDue(Cause, frozen=True):
    """Too few turns or invocations have come since the last compaction.

    - `since`: how many have come.
    - `every`: the number at which a compaction is due.
    - `unit`: whether turns or invocations are counted.
    - `runs_on`: whether the counter is never reset, so that `since` is the number since the start.
    """

    since: int
    every: int
    unit: Literal["turn", "invocation"]
    runs_on: bool = False


Held = (
    NotChecked
    | NotCounted
    | WithinBudget
    | WithinLimit
    | WithinTurnLimit
    | BelowThreshold
    | NoHeavyResult
    | TooFewTurns
    | NotDue
    | TailStays
    | EndsStay
    | ResultsStay
    | WaitsForResult
    | Unread
    | RequestStays
    | NoUsersTurn
    | NotWorth
    | NeverActs
    | NothingNew
)
"""Why a policy left the context as it was."""

Reason = (
    Trigger
    | Earliest
    | Largest
    | TooHeavy
    | Hidden
    | LacksSections
    | LargerSummary
    | Supposed
    | SummarizerFailed
    | SummarizerLate
)
