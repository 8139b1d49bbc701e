"""The whole space in which a lesson's settings lie: the state of one fact at every moment under every budget.

The offered budgets are only a few samples of it. Between them lies the frontier, which is the smallest budget that still proves
the fact. It is exact, because whole spans of budgets lead to the same frame.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sim.analysis.smallest_budget import MOST_SEARCHED
from sim.analysis.survey import Survey
from sim.lesson.fact import Source
from sim.lesson.fixture import Fixture
from sim.policies.no_compression import NO_COMPRESSION
from sim.replay import Frame
from sim.settings import Settings
from sim.state.provenance import FactState, standing


class Area(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of time and a range of budgets in which the fact has one state.

    - `since`: its first moment, in seconds.
    - `until`: the moment at which it ends, in seconds; the same moment for what arrives at the very end.
    - `lowest`: its smallest budget, in teaching tokens.
    - `highest`: its largest budget, in teaching tokens.
    - `state`: the state of the fact.
    - `fits`: whether the context is within the budget.
    """

    since: float
    until: float
    lowest: int
    highest: int
    state: FactState
    fits: bool


class Frontier(msgspec.Struct, frozen=True, kw_only=True):
    """The smallest budget that holds its context and proves the fact, during a stretch of time.

    - `since`: the first moment, in seconds.
    - `until`: the moment at which the stretch ends, in seconds.
    - `budget`: that budget, in teaching tokens; None: no budget proves the fact.
    """

    since: float
    until: float
    budget: int | None


class Space(msgspec.Struct, frozen=True, kw_only=True):
    """The space of one policy with its parameters, for one fact.

    - `settings`: the policy, its parameters and the fidelity; their budget has no meaning here.
    - `fact`: the id of the fact.
    - `source`: the fact's source.
    - `lowest`: the smallest budget shown, in teaching tokens.
    - `highest`: the largest budget shown, in teaching tokens.
    - `areas`: the areas, by their first moment and then by budget. They cover every budget shown at every moment once;
      only at the very end may two meet, of which the later holds.
    - `frontier`: the smallest proving budget, from the start to the end.
    """

    settings: Settings
    fact: str
    source: Source
    lowest: int
    highest: int
    areas: tuple[Area, ...]
    frontier: tuple[Frontier, ...]


def searched(fixture: Fixture) -> bool:
    """Whether every budget is tried for a lesson of this length; for a longer one that would take too long."""
    return len(fixture.turns) <= MOST_SEARCHED


def budgets(fixture: Fixture) -> tuple[int, int]:
    """The smallest and the largest budget to show at least: from what is pinned to the whole session, and all that is offered."""
    pinned = sum(turn.tokens for turn in fixture.turns if turn.pinned)
    whole = sum(turn.tokens for turn in fixture.turns)
    free = (fixture.budget_range.lowest, fixture.budget_range.highest) if fixture.budget_range else ()
    return min(max(pinned, 1), *fixture.budgets, *free), max(whole, *fixture.budgets, *free)


def drawn(survey: Survey) -> tuple[Settings, ...]:
    """The survey's choices that have a space: all but no compression."""
    return tuple(one for one in survey.choices() if one.policy != NO_COMPRESSION.name)


def spaces(survey: Survey, fact: str) -> tuple[Space, ...]:
    """The space of the fact (an id) for each of the survey's choices.

    No compression has no space: there a budget decides nothing about a fact. All spaces show the same budgets, with the
    smallest proving ones among them, but not those that are more than twice as large as all others.
    """
    source = next(one.source for one in survey.fixture.facts if one.id == fact)
    choices = drawn(survey)
    frontiers = [frontier(survey, settings, fact) for settings in choices]
    proving = [one.budget for pieces in frontiers for one in pieces if one.budget is not None]
    lowest, highest = budgets(survey.fixture)
    shown = min(lowest, *proving, lowest), min(max(highest, *proving, highest), 2 * highest)
    return tuple(
        Space(
            settings=settings,
            fact=fact,
            source=source,
            lowest=shown[0],
            highest=shown[1],
            areas=areas(survey, settings, fact, *shown),
            frontier=pieces,
        )
        for settings, pieces in zip(choices, frontiers)
    )


def frontier(survey: Survey, settings: Settings, fact: str) -> tuple[Frontier, ...]:
    """The smallest of all budgets that holds its context and proves the fact (an id), from the start to the end."""
    found: list[Frontier] = []
    for since, until in _stretches(survey.fixture):
        budget = next(_proving(survey, settings, fact, since), None)
        if found and found[-1].budget == budget:
            found[-1] = msgspec.structs.replace(found[-1], until=until)
        else:
            found.append(Frontier(since=since, until=until, budget=budget))
    return tuple(found)


def _proving(survey: Survey, settings: Settings, fact: str, seconds: float) -> Iterator[int]:
    for span in survey.spans_at(settings, seconds):
        smallest = max(span.lowest, span.frame.tokens)
        if smallest <= span.highest and standing(span.frame.context, survey.fixture, fact).established:
            yield smallest


def areas(survey: Survey, settings: Settings, fact: str, lowest: int, highest: int) -> tuple[Area, ...]:
    """The areas of the fact (an id) between two budgets, by their first moment and then by budget."""
    finished: list[Area] = []
    open_ones: dict[tuple[object, ...], Area] = {}
    for since, until in _stretches(survey.fixture):
        still: dict[tuple[object, ...], Area] = {}
        for area in _areas(survey, settings, fact, since, until, lowest, highest):
            key = (area.lowest, area.highest, area.state, area.fits)
            still[key] = msgspec.structs.replace(open_ones.pop(key, area), until=until)
        finished += open_ones.values()
        open_ones = still
    finished += open_ones.values()
    return tuple(sorted(finished, key=lambda area: (area.since, area.lowest)))


def _stretches(fixture: Fixture) -> Iterator[tuple[float, float]]:
    """The stretches of time without an arrival, in seconds. Messages that arrive together have none between them.

    What arrives at the very end has a stretch without length, because it is still seen there.
    """
    moments = sorted({0.0, *fixture.arrivals, fixture.duration})
    yield from zip(moments, moments[1:])
    if fixture.arrivals and fixture.arrivals[-1] == fixture.duration:
        yield fixture.duration, fixture.duration


def _areas(
    survey: Survey, settings: Settings, fact: str, since: float, until: float, lowest: int, highest: int
) -> Iterator[Area]:
    """The areas of one stretch of time, with rising budgets; neighbours of the same state are joined."""
    last: Area | None = None
    for span in survey.spans_at(settings, since):
        state = standing(span.frame.context, survey.fixture, fact).state
        for low, high, fits in _divided(span.lowest, span.highest, span.frame):
            low, high = max(low, lowest), min(high, highest)
            if low > high:
                continue
            if last and (last.state, last.fits) == (state, fits):
                last = msgspec.structs.replace(last, highest=high)
                continue
            if last:
                yield last
            last = Area(since=since, until=until, lowest=low, highest=high, state=state, fits=fits)
    if last:
        yield last


def _divided(lowest: int, highest: int, frame: Frame) -> Iterator[tuple[int, int, bool]]:
    """The budgets that are smaller than the context, and those that hold it."""
    yield lowest, min(highest, frame.tokens - 1), False
    yield max(lowest, frame.tokens), highest, True
