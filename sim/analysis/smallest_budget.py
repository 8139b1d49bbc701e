"""Searches for the smallest budget that still establishes a fact, and for the next larger one that would have kept it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Literal

import msgspec

from sim.analysis.failed_calls import NONE_FAILED, Failures
from sim.analysis.survey import Survey
from sim.policies.registry import POLICIES
from sim.replay import Frame
from sim.settings import Settings
from sim.state.provenance import standing

MOST_SEARCHED = 150  # for a lesson with more turns, only the offered budgets are tried if a binary search does not work

Tried = Literal["every", "offered"]


class Least(msgspec.Struct, frozen=True):
    """The result of a search for the smallest budget that is large enough.

    - `budget`: that budget, in teaching tokens; None: no budget that was tried is large enough.
    - `tried`: whether "every" whole budget was tried or only those "offered".
    """

    budget: int | None
    tried: Tried


class NearMiss(msgspec.Struct, frozen=True, kw_only=True):
    """The next larger budget that would have kept the turn that established a fact: a user's, or a tool's result.

    - `tokens`: how much larger it is than the budget that was chosen, in teaching tokens.
    - `turn`: the id of that turn.
    - `budget`: that budget, in teaching tokens.
    - `tried`: whether "every" whole budget was tried or only those "offered".
    """

    tokens: int
    turn: str
    budget: int
    tried: Tried = "every"


def smallest_budget(survey: Survey, settings: Settings, fact: str, seconds: float) -> Least:
    """The smallest budget that holds its context and establishes the fact (an id); the other settings stay the same."""

    def holds(frame: Frame) -> bool:
        return standing(frame.context, frame.fixture, fact).established

    return _least(survey, settings, seconds, holds, fits=True)


def failures(survey: Survey, settings: Settings, least: Least, seconds: float) -> Failures:
    """The calls that have failed up to that moment with the budget that a search found; none if it found no budget."""
    if least.budget is None:
        return NONE_FAILED
    return survey.failures(msgspec.structs.replace(settings, budget=least.budget), seconds)


def near_miss(survey: Survey, settings: Settings, fact: str, seconds: float) -> NearMiss | None:
    """The next larger budget that would have kept the turn that establishes the fact (an id).

    None if the fact is established, if it never was, or if no budget that was tried keeps the turn. If there are several such
    turns, it is the newest, which every policy here keeps longest.
    """
    found = survey.frame(settings, seconds).facts[fact]
    if found.established or not found.origins:
        return None
    turn = found.origins[-1]
    least = _least(survey, settings, seconds, lambda frame: frame.fate(turn) == "retained", over=settings.budget)
    if least.budget is None:
        return None
    return NearMiss(tokens=least.budget - settings.budget, turn=turn, budget=least.budget, tried=least.tried)


def _least(
    survey: Survey,
    settings: Settings,
    seconds: float,
    holds: Callable[[Frame], bool],
    over: int = 0,
    fits: bool = False,
) -> Least:
    """The smallest budget larger than `over` for whose frame `holds`; with `fits`, the context must also fit it."""
    session = survey.session(settings)

    def enough(budget: int) -> bool:
        frame = survey.frame(msgspec.structs.replace(settings, budget=budget), seconds)
        return holds(frame) and (not fits or frame.tokens <= budget)

    if POLICIES[settings.policy].budget_monotone and not settings.offered:
        # At each arrival, a local policy goes forward from where it stopped before, until the rest fits. With a
        # larger budget it starts no later, and it stops at the latest where the smaller budget stopped. So it keeps
        # no less, and a binary search works. A budget above the weight of the whole session keeps no more.
        budgets = range(over + 1, max(over, session.weights[-1]) + 1)
        place = bisect_left(budgets, True, key=enough)
        return Least(budgets[place] if place < len(budgets) else None, "every")
    if len(session.turns) > MOST_SEARCHED:
        offered_ones = sorted(budget for budget in session.fixture.budgets if budget > over)
        return Least(next(filter(enough, offered_ones), None), "offered")
    for span in survey.spans_at(settings, seconds):
        budget = max(span.lowest, over + 1, span.frame.tokens if fits else 0)
        if budget <= span.highest and holds(span.frame):
            return Least(budget, "every")
    return Least(None, "every")
