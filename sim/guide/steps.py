"""A lesson's guide as it is read: each step with its numbers filled in, its settings and its question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NoReturn

from sim.analysis.asked import Answered, Posed
from sim.analysis.failed_calls import failures
from sim.analysis.guide_step import GuideStep, Sheet
from sim.analysis.viewpoint import Viewpoint
from sim.guide.filling import fill
from sim.guide.looking import looked_at
from sim.guide.question import asked, posed
from sim.lesson.fixture import Fixture
from sim.lesson.invalid import InvalidInput
from sim.lesson.step import Step


def page(fixture: Fixture, number: int) -> GuideStep:
    """Step `number` of the lesson, from 1; IndexError if it has no such step."""
    step = _step(fixture, number)
    view = Viewpoint.of(fixture, step.settings, step.at)
    filled = fill(step.text, view, _others(fixture, step))
    question = asked(view, step.question) if step.question else None
    return GuideStep(
        number=number,
        count=len(fixture.steps),
        title=step.title,
        text=filled.text,
        settings=view.settings,
        seconds=step.at,
        panel=step.panel,
        look=looked_at(fixture, step, view),
        missing=filled.missing,
        question=question,
        opening=view.before.seconds if question else step.at,
    )


def sheet(fixture: Fixture, number: int, answers: bool) -> Sheet:
    """Step `number` of the lesson, from 1, for paper; IndexError if it has no such step.

    Without answers a step with a question shows the moment before and no text, and no reason is searched for.
    """
    step = _step(fixture, number)
    view = Viewpoint.of(fixture, step.settings, step.at)
    hides = step.question is not None and not answers
    ask = asked if answers else posed
    frame = view.before if hides else view.frame
    return Sheet(
        number=number,
        count=len(fixture.steps),
        title=step.title,
        settings=view.settings,
        seconds=step.at,
        frame=frame,
        failures=failures(view.replay, frame),
        text="" if hides else fill(step.text, view, _others(fixture, step)).text,
        question=ask(view, step.question) if step.question else None,
    )


def answered(fixture: Fixture, answers: Mapping[int, str | None]) -> tuple[Answered, ...]:
    """The answers (what was chosen by step number; None: skipped) beside their questions, in the order of the steps.

    An answer is left out if the lesson has no such step, or the step no such choice: it belongs to an older version.
    """
    beside = ((number, _posed(fixture, number)) for number in sorted(answers))
    return tuple(
        Answered(
            number=number,
            count=len(fixture.steps),
            title=fixture.steps[number - 1].title,
            question=question,
            chosen=answers[number],
        )
        for number, question in beside
        if question and question.offers(answers[number])
    )


def check_answer(
    fixture: Fixture, number: int, chosen: str | None, refuse: Callable[[str, object, str], NoReturn]
) -> None:
    """Calls `refuse(field, value, problem)` if that was not answered at step `number`: field "step" or "chosen"."""
    if not 1 <= number <= len(fixture.steps):
        has = f"it has {len(fixture.steps)}" if fixture.steps else "it has none"
        refuse("step", number, f"which is no step of this lesson's guide ({has})")
    question = _posed(fixture, number)
    if question is None:
        refuse("step", number, "which is a step without a question")
    if not question.offers(chosen):
        choices = ", ".join(choice.id for choice in question.choices)
        refuse("chosen", chosen, f"which is not among the answers to choose from ({choices})")


def pages(fixture: Fixture) -> tuple[GuideStep, ...]:
    """Every step of the lesson, in order."""
    return tuple(page(fixture, number) for number in range(1, len(fixture.steps) + 1))


def checked(fixture: Fixture, source: str, root: str = "$") -> tuple[GuideStep, ...]:
    """Every step; InvalidInput for the first name that has no value at its moment."""
    found = pages(fixture)
    for one in found:
        if one.missing:
            problem = f"which has no value there, at {one.seconds:g} seconds"
            raise InvalidInput(source, f"{root}.steps[{one.number - 1}].text", one.missing[0], problem)
    return found


def _step(fixture: Fixture, number: int) -> Step:
    if not 1 <= number <= len(fixture.steps):
        raise IndexError(number)
    return fixture.steps[number - 1]


def _posed(fixture: Fixture, number: int) -> Posed | None:
    """The question of a step; None if there is no such step, or it asks nothing."""
    if not 1 <= number <= len(fixture.steps):
        return None
    step = _step(fixture, number)
    if step.question is None:
        return None
    return posed(Viewpoint.of(fixture, step.settings, step.at), step.question)


def _others(fixture: Fixture, step: Step) -> dict[str, Viewpoint]:
    return {
        name: Viewpoint.of(fixture, other.settings, step.at if other.at is None else other.at)
        for name, other in step.others.items()
    }
