"""One frame against another, and one moment under every choice that the lesson offers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from sim.fixture import Fidelity, Fixture, PolicyName
from sim.policies import POLICIES
from sim.provenance import Standing
from sim.replay import Frame, frames
from sim.session import Session
from sim.settings import FIDELITIES, Settings


class FactChange(msgspec.Struct, frozen=True, kw_only=True):
    """How a fact's standing changed, in ids gained and lost."""

    mentions_gained: tuple[str, ...] = ()
    mentions_lost: tuple[str, ...] = ()
    backing_gained: tuple[str, ...] = ()
    backing_lost: tuple[str, ...] = ()


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """From one frame to another: numbers are the second less the first.

    `tokens`, `items` (in the context), `evicted` and `covered` are numbers; `gained` and `lost`
    are ids of items; `facts` has an entry for every fact of either frame.
    """

    tokens: int
    items: int
    evicted: int
    covered: int
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    facts: dict[str, FactChange]


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One choice of settings at one moment; `retained` counts turns, a summary not among them.

    `stored` and `read` are the session's tokens and those of all prompts so far, `faults` a number.
    """

    settings: Settings
    tokens: int
    retained: int
    facts: dict[str, Standing]
    over_budget: str | None
    stored: int = 0
    read: int = 0
    faults: int = 0


class NearMiss(msgspec.Struct, frozen=True, kw_only=True):
    """A budget that would have kept the user's `turn` (an id), `tokens` more than the one there was."""

    tokens: int
    turn: str
    budget: int


def difference(a: Frame, b: Frame) -> Difference:
    """What changed from frame `a` to frame `b`."""
    was, now = a.facts, b.facts
    gained, lost = _moved(a.context.ids, b.context.ids)
    return Difference(
        tokens=b.tokens - a.tokens,
        items=len(b.context) - len(a.context),
        evicted=len(b.evicted) - len(a.evicted),
        covered=len(b.covered) - len(a.covered),
        gained=gained,
        lost=lost,
        facts={fact: _change(was.get(fact, Standing()), now.get(fact, Standing())) for fact in now | was},
    )


def survey(fixture: Fixture, seconds: float, parameters: Mapping[str, Any] | None = None) -> tuple[Cell, ...]:
    """Every budget under every policy and fidelity at that moment, budgets varying fastest.

    A policy that ignores fidelity appears once, under the first of them. Each has the lesson's defaults for
    its parameters, or the `parameters` given where it is offered one of that name.
    """
    session = Session.of(fixture)
    return tuple(
        _cell(_frame(session, _settings(fixture, budget, policy, fidelity, parameters or {}), seconds))
        for policy in fixture.policies
        for fidelity in (FIDELITIES if POLICIES[policy].uses_fidelity else FIDELITIES[:1])
        for budget in fixture.budgets
    )


def smallest_budget(
    fixture: Fixture, policy: PolicyName, fidelity: Fidelity, fact_id: str, seconds: float
) -> int | None:
    """The smallest whole budget whose context fits it and backs the fact; None if none does.

    The policy has the lesson's defaults for its parameters. Under a local policy a search by halves
    is enough, because a larger budget never loses what a smaller one kept; under any other only the
    budgets of the lesson are tried. At each arrival both local policies stop at the first point,
    going forward from where they stopped before, at which the rest fits; under a larger budget they
    start no later, and where the smaller one stopped the larger one would stop too.
    """

    def holds(frame: Frame) -> bool:
        return frame.facts[fact_id].backed and frame.tokens <= frame.settings.budget

    return _smallest(Session.of(fixture), _settings(fixture, fixture.budgets[0], policy, fidelity, {}), seconds, holds)


def near_miss(fixture: Fixture, settings: Settings, fact_id: str, seconds: float) -> NearMiss | None:
    """How many more teaching tokens would have kept the user's turn that backs the fact.

    None if the fact is backed, if no user has said it yet, or if no budget keeps the turn.
    Of several such turns it is the newest, which every policy here keeps longest.
    """
    session = Session.of(fixture)
    standing = _frame(session, settings, seconds).facts[fact_id]
    if standing.backed or not standing.said_by:
        return None
    turn = standing.said_by[-1]

    def holds(frame: Frame) -> bool:
        return frame.fate(turn) == "retained"

    budget = _smallest(session, settings, seconds, holds)
    if budget is None or budget <= settings.budget:
        return None
    return NearMiss(tokens=budget - settings.budget, turn=turn, budget=budget)


def _frame(session: Session, settings: Settings, seconds: float) -> Frame:
    """The frame at that moment, without the ones after it."""
    steps = frames(session, settings)
    found = next(steps)
    for frame in steps:
        if frame.seconds > seconds:
            break
        found = frame
    return found


def _settings(
    fixture: Fixture, budget: int, policy: PolicyName, fidelity: Fidelity, parameters: Mapping[str, Any]
) -> Settings:
    """These choices, with those of the parameters that the policy is offered."""
    offered = fixture.parameters.get(policy, {})
    chosen = {name: value for name, value in parameters.items() if name in offered}
    return Settings.of(fixture, budget, policy, fidelity, parameters=chosen)


def _smallest(session: Session, settings: Settings, seconds: float, holds: Callable[[Frame], bool]) -> int | None:
    def enough(budget: int) -> bool:
        return holds(_frame(session, msgspec.structs.replace(settings, budget=budget), seconds))

    # The choice of a pair's ends, or of a summarizer that fails, makes even a local policy uneven.
    if not settings.rule.local or settings.parameters:
        return next((budget for budget in session.fixture.budgets if enough(budget)), None)
    # No budget above the weight of everything keeps more than that one does.
    budgets = range(1, sum(turn.tokens for turn in session.turns) + 1)
    place = bisect_left(budgets, True, key=enough)
    return budgets[place] if place < len(budgets) else None


def _cell(frame: Frame) -> Cell:
    return Cell(
        settings=frame.settings,
        tokens=frame.tokens,
        retained=len(frame.context) - len(frame.context.summaries),
        facts=frame.facts,
        over_budget=frame.over_budget,
        stored=frame.stored,
        read=frame.read,
        faults=len(frame.faults),
    )


def _change(was: Standing, now: Standing) -> FactChange:
    mentions_gained, mentions_lost = _moved(was.mentioned_by, now.mentioned_by)
    backing_gained, backing_lost = _moved(was.backed_by, now.backed_by)
    return FactChange(
        mentions_gained=mentions_gained,
        mentions_lost=mentions_lost,
        backing_gained=backing_gained,
        backing_lost=backing_lost,
    )


def _moved(was: tuple[str, ...], now: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ids gained and the ids lost."""
    before, after = set(was), set(now)
    return tuple(i for i in now if i not in before), tuple(i for i in was if i not in after)
