"""The whole space of budgets and moments in words: its hints, the point that is pointed at, and the frontier."""

from __future__ import annotations

from sim.analysis.smallest_budget import MOST_SEARCHED
from sim.analysis.space import Frontier, Space
from sim.describe import words
from sim.describe.comparisons import policy
from sim.describe.proofs import PROOFS
from sim.lesson.fact import Source
from sim.lesson.fixture import Fixture

HEADING = "Every budget"
FACT = "Fact"
OVER = "the context is over this budget"
HERE = "where you are"
POINT = "Budget {budget} at {seconds} s: {state}."
POINT_OVER = "Budget {budget} at {seconds} s: {state}, but the context is over this budget."


def hint(fixture: Fixture) -> str:
    """How to read the strips, and what choosing a point does."""
    if fixture.budget_range:
        offered = f"{words.number(fixture.budget_range.lowest)} to {words.number(fixture.budget_range.highest)}"
        goes = f"Choosing a point goes there; budgets from {offered} can be chosen."
    else:
        goes = "Choosing a point goes to that moment, with the nearest budget that the lesson offers."
    moves = "The arrow keys move the point. On a touch screen the first tap says what is at a point, and a second tap goes there."
    return f"Time goes from left to right, and the budget from bottom to top. {goes} {moves}"


def term(source: Source) -> str:
    """What the frontier of a fact of that source is: "smallest budget that proves it"."""
    return f"smallest budget that {PROOFS[source].holds}"


def not_searched(fixture: Fixture) -> str:
    """Why a long lesson has no such picture."""
    return (
        f"This lesson has {len(fixture.turns)} turns. Every budget is tried only for lessons of up to {MOST_SEARCHED} turns, "
        "because it takes too long for more."
    )


def frontier(space: Space) -> str:
    """The smallest budget that proves the fact at the end, or keeps it recorded, or the last that ever did."""
    last, holds = space.frontier[-1].budget, PROOFS[space.source].holds
    if last is None:
        proven = [one for one in space.frontier if one.budget is not None]
        if not proven:
            return f"No budget ever {holds}."
        return f"No budget {holds} at the end; the last that did was {proven[-1].budget}, until {words.seconds(proven[-1].until)}."
    return f"At the end, {last} is the smallest budget that {holds}."


def strip(space: Space) -> str:
    """The name of one strip for people who do not see it."""
    return f"{policy(space.settings)}, every budget from {space.lowest} to {space.highest}. {frontier(space)}"


def frontier_row(one: Frontier, source: Source = "user") -> str:
    """ "from 15 to 22.5 seconds: 14", "at 60 seconds: 57", or "…: no budget proves it"."""
    budget = f"no budget {PROOFS[source].holds}" if one.budget is None else str(one.budget)
    if one.since == one.until:
        return f"at {words.seconds(one.since)}: {budget}"
    return f"from {words.number(one.since)} to {words.seconds(one.until)}: {budget}"
