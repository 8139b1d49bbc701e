"""Checks a lesson's guide, goal and range of budgets for what their types cannot say.

A step with settings that do not exist, or with the name of a number that does not exist, would fail in front of a class.
So it is refused when the lesson is opened, with the path and the value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from sim.analysis.viewpoint import settings_of
from sim.guide.filling import PARAMETERS, UnknownName, names, reference
from sim.lesson.fixture import Fixture
from sim.lesson.invalid import InvalidInput
from sim.lesson.step import MOST_WORDS, Chosen, Question, SmallestBudget, Step, StillBacked, WhatAnswer, WhatLeaves

Refuse = Callable[[str, object, str], NoReturn]


def check(fixture: Fixture, refuse: Refuse) -> None:
    """Calls `refuse(field, value, problem)` for the first rule that is broken."""
    _budget_range(fixture, refuse)
    for k, step in enumerate(fixture.steps):
        _step(f"steps[{k}]", step, fixture, refuse)
    _goal(fixture, refuse)


def _budget_range(fixture: Fixture, refuse: Refuse) -> None:
    free = fixture.budget_range
    if free is None:
        return
    if free.highest < free.lowest:
        refuse("budget_range.highest", free.highest, f"which is less than the lowest, {free.lowest}")
    if fixture.reserve >= free.lowest:
        refuse("reserve", fixture.reserve, f"which leaves nothing of the budget of {free.lowest}")
    for k, budget in enumerate(fixture.budgets):
        if not free.allows(budget):
            refuse(f"budgets[{k}]", budget, f"but the budget range goes from {free.lowest} to {free.highest}")


def _step(field: str, step: Step, fixture: Fixture, refuse: Refuse) -> None:
    _at(f"{field}.at", step.at, fixture, refuse)
    policies = {"": _settings(f"{field}.settings", step.settings, fixture, refuse)}
    taken = {turn.id for turn in fixture.turns} | {fact.id for fact in fixture.facts}
    taken |= {reader.name for reader in fixture.readers} | {PARAMETERS}
    for name, other in step.others.items():
        if name in taken:
            refuse(f"{field}.others", name, "which a turn, a fact or an agent is called already, or the parameters are")
        if other.at is not None:
            _at(f"{field}.others.{name}.at", other.at, fixture, refuse)
        policies[name] = _settings(f"{field}.others.{name}.settings", other.settings, fixture, refuse)
    _text(f"{field}.text", step.text, policies, fixture, refuse)
    if isinstance(step.question, WhatLeaves) and not any(at <= step.at for at in fixture.arrivals):
        refuse(f"{field}.at", step.at, "but nothing has arrived by then, so there is nothing to ask about what leaves")
    if step.question:
        _question(f"{field}.question", step.question, fixture, refuse)


def _at(field: str, seconds: float, fixture: Fixture, refuse: Refuse) -> None:
    if seconds > fixture.duration:
        refuse(field, seconds, f"after the end of the lesson at {fixture.duration:g} seconds")


def _settings(field: str, chosen: Chosen, fixture: Fixture, refuse: Refuse) -> str:
    """The policy's name; the settings are refused if the lesson does not offer them."""
    try:
        return settings_of(fixture, chosen).policy
    except InvalidInput as error:
        if error.field in ("budget", "policy", "fidelity"):
            refuse(f"{field}.{error.field}", getattr(chosen, error.field), error.problem)
        refuse(f"{field}.parameters.{error.field}", chosen.parameters[error.field], error.problem)


def _text(field: str, text: str, policies: dict[str, str], fixture: Fixture, refuse: Refuse) -> None:
    try:
        for name in names(text):
            reference(name, fixture, policies)
    except UnknownName as error:
        refuse(field, error.name, error.problem)
    count = len(text.split())
    if count > MOST_WORDS:
        refuse(field, text, f"which has {count} words, and at most {MOST_WORDS} are read at a glance")


def _question(field: str, question: Question, fixture: Fixture, refuse: Refuse) -> None:
    if isinstance(question, WhatAnswer):
        if question.probe not in [probe.id for probe in fixture.probes]:
            refuse(f"{field}.probe", question.probe, "and no probe has that id")
    elif isinstance(question, (StillBacked, SmallestBudget)):
        if question.fact not in [fact.id for fact in fixture.facts]:
            refuse(f"{field}.fact", question.fact, "and no fact has that id")
        if isinstance(question, StillBacked) and question.at is not None:
            _at(f"{field}.at", question.at, fixture, refuse)


def _goal(fixture: Fixture, refuse: Refuse) -> None:
    goal = fixture.goal
    if goal is None:
        return
    known = {fact.id for fact in fixture.facts}
    for k, fact in enumerate(goal.keep):
        if fact not in known:
            refuse(f"goal.keep[{k}]", fact, "and no fact has that id")
        if fact in goal.keep[:k]:
            refuse(f"goal.keep[{k}]", fact, "which is listed there already")
