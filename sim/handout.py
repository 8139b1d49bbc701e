"""A lesson's guide as lines of plain text: with the answers for a teacher, without them for a learner."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from sim import describe
from sim.analysis.challenge import Attempt
from sim.analysis.guide_step import GuideStep
from sim.describe import guide as words
from sim.lesson.fixture import Fixture
from sim.terminal import plain

WIDTH = 100


def introduced(fixture: Fixture) -> Iterator[str]:
    """The lesson's title, level and line, and the description of its case."""
    yield plain(fixture.title)
    if fixture.level or fixture.line:
        yield plain(": ".join(part for part in (fixture.level, fixture.line) if part))
    yield ""
    yield from _wrapped(fixture.about)


def step(page: GuideStep, fixture: Fixture, answers: bool = True) -> Iterator[str]:
    """One step. Without answers, a step with a question is shown without its text, which would tell the answer."""
    yield f"{words.place(page)}: {plain(page.title)}"
    yield f"  {plain(words.about(page, fixture))}"
    if page.question:
        yield from _wrapped(page.question.text, "  ")
        for letter, choice in zip("abcdefgh", page.question.choices):
            right = "  <- right" if answers and choice.id == page.question.right else ""
            yield f"    {letter}) {plain(choice.text)}{right}"
        if not answers:
            yield f"  ({words.UNTOLD})"
            return
        yield from _wrapped(page.question.reason, "  ")
    yield from _wrapped(page.text, "  ")


def challenge(fixture: Fixture, now: Attempt, best: Attempt | None, answers: bool = True) -> Iterator[str]:
    """The lesson's goal, how far the settings of `now` are from it, and with answers the best settings; empty without a goal."""
    if fixture.goal is None:
        return
    yield from _wrapped(f"{words.CHALLENGE}: {words.goal(fixture.goal, fixture)}")
    yield from _wrapped(f"{describe.settings(now.settings)}: {words.attempt(now, fixture.goal, fixture)}", "  ")
    if answers:
        yield from _wrapped(words.best(best, fixture), "  ")


def texts(pages: tuple[GuideStep, ...]) -> Iterator[str]:
    """The filled text of each step, one line for each, to compare it with the page."""
    for page in pages:
        yield f"{page.number}. {plain(page.title)}: {plain(page.text)}"


def _wrapped(text: str, indent: str = "") -> Iterator[str]:
    yield from wrap(plain(text), WIDTH, initial_indent=indent, subsequent_indent=indent)
