"""Finds the row of a panel that a step of the guide is about, so that the page can bring it into view."""

from __future__ import annotations

from collections.abc import Iterator

from sim.analysis.viewpoint import Viewpoint
from sim.guide.filling import names
from sim.lesson.fixture import Fixture
from sim.lesson.step import SmallestBudget, Step, StillBacked, WhatAnswer


def looked_at(fixture: Fixture, step: Step, view: Viewpoint) -> str:
    """The id of the fact, turn or summary in the step's panel that its question or its text names; empty if there is none.

    In the context a step that names no retained turn is about the newest summary.
    """
    found: Iterator[str]
    match step.panel:
        case "evidence":
            facts = {fact.id for fact in fixture.facts}
            found = (name for name in (*_asked(fixture, step), *_names(step)) if name in facts)
        case "context":
            summaries = [summary.id for summary in view.frame.context.summaries]
            held = set(view.frame.context.ids)
            found = (name for name in (*_names(step), *summaries[-1:]) if name in held)
        case "transcript":
            turns = {turn.id for turn in fixture.turns}
            found = (name for name in _names(step) if name in turns)
        case _:
            return ""
    return next(found, "")


def _asked(fixture: Fixture, step: Step) -> Iterator[str]:
    """The id of the fact that the question is about, if it is about one."""
    match step.question:
        case StillBacked(fact=fact) | SmallestBudget(fact=fact):
            yield fact
        case WhatAnswer(probe=probe):
            yield from (one.fact for one in fixture.probes if one.id == probe)


def _names(step: Step) -> Iterator[str]:
    """What the names in braces in the step's text are about, in their order: of "{T2.fate}" and "{other.T2.fate}" it is "T2"."""
    for name in names(step.text):
        owner = name.rpartition(".")[0]
        yield from (owner, owner.partition(".")[2])
