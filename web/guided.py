"""Keeps the state of the guide apart from the experiment, because a person can also explore a lesson without the guide.

It follows the experiment: which step is open, whether the page still shows what that step is about, what was answered, what the
agent was asked, and how far the settings are from the lesson's goal. This module does not import Panel.
"""

from __future__ import annotations

import param
from param.parameters import NoNone

from sim import describe
from sim.analysis import ask, challenge
from sim.analysis.asked import Outcome
from sim.analysis.guide_step import GuideStep
from sim.guide import steps as guide
from sim.lesson.fixture import Fixture

from .experiment import Experiment


class Guided(param.Parameterized):
    """The guide of an experiment. Change it only through its methods."""

    fixture = param.ClassSelector(class_=Fixture, allow_None=NoNone, doc="The lesson of all that follows here.")
    page = param.ClassSelector(class_=GuideStep, doc="The step that is open; None while there is none.")
    outcome = param.ClassSelector(class_=Outcome, doc="What was answered beside what is right; None before that.")
    wandered = param.Boolean(False, doc="Whether the page shows something else than the step is about.")
    verdict = param.ClassSelector(class_=ask.Verdict, doc="What the agent could answer, as long as the frame lasts.")
    attempt = param.ClassSelector(class_=challenge.Attempt, doc="How far the settings are; None without a goal.")
    best = param.ClassSelector(class_=challenge.Attempt, doc="The best that this person has found so far.")

    def __init__(self, experiment: Experiment, **params: object) -> None:
        super().__init__(**params)  # type: ignore[no-untyped-call]  # param's constructor has no types
        self.experiment = experiment
        self._frame = experiment.frame  # the frame that the verdict is about
        self._filled: tuple[Fixture, GuideStep] | None = None  # the step that was filled in last, and its lesson
        experiment.param.watch(self._look, ["fixture", "step", "settings", "frame"])
        experiment.answers.param.watch(self._look, "given")
        self._look()

    def turn(self, by: int) -> None:
        """Go to the next step (1) or the previous one (-1), with its settings and moment. At either end nothing happens."""
        number = self.experiment.step + by
        if 1 <= number <= len(self.experiment.fixture.steps):
            self._go(number)

    def show(self) -> None:
        """Return to the settings and the moment of the open step."""
        if self.page:
            self._go(self.page.number)

    def answer(self, chosen: str | None) -> None:
        """Choose an answer by its id, or skip the question with None. Then the step's own moment is shown."""
        page = self.page
        if page is None or page.question is None:
            return
        outcome = page.question.compared(chosen)
        self.experiment.answers.give(self.experiment.key, {page.number: chosen})
        self.experiment.follow(page.number)
        self.experiment.say(describe.guide.compared(outcome))  # the step itself tells the reason

    def ask(self, probe: str) -> None:
        """Ask the agent a probe at the current moment."""
        found = ask.ask(self.experiment.replay, self.experiment.seconds, probe)
        self.verdict = found
        self.experiment.say(" ".join(describe.guide.verdict(found)))

    def _go(self, number: int) -> None:
        self.experiment.follow(number, opening=self._outcome(self._page(number)) is None)
        if self.page:
            self.experiment.say(describe.guide.spoken(self.page, self.outcome))

    def _look(self, *_: object) -> None:
        """Update everything at once, so that no panel sees one lesson's step together with another lesson's goal."""
        there, page = self.experiment, self._page(self.experiment.step)
        outcome = self._outcome(page)
        attempt = challenge.attempt(there.replay, there.fixture.goal) if there.fixture.goal else None
        self.param.update(
            fixture=there.fixture,
            page=page,
            outcome=outcome,
            wandered=page is not None and not self._shows(page, outcome),
            verdict=self.verdict if there.frame is self._frame else None,
            attempt=attempt,
            best=self._better(attempt),
        )
        self._frame = there.frame

    def _page(self, number: int) -> GuideStep | None:
        """That step of the open lesson; None for 0. It is filled in only once in a row, because that takes replays."""
        fixture = self.experiment.fixture
        if number and (self._filled is None or self._filled[0] is not fixture or self._filled[1].number != number):
            self._filled = fixture, guide.page(fixture, number)
        return self._filled[1] if number and self._filled else None

    def _outcome(self, page: GuideStep | None) -> Outcome | None:
        answers = self.experiment.answers.of(self.experiment.key)
        if page is None or page.question is None or page.number not in answers:
            return None
        chosen = answers[page.number]
        return page.question.compared(chosen) if page.question.offers(chosen) else None  # of an older lesson

    def _shows(self, page: GuideStep, outcome: Outcome | None) -> bool:
        """Whether the experiment shows the step's moment, or the moment at which its open question is asked."""
        there = self.experiment
        moments = [page.seconds, page.opening] if page.question and not outcome else [page.seconds]
        return there.settings == page.settings and there.frame in [there.replay.at(moment) for moment in moments]

    def _better(self, attempt: challenge.Attempt | None) -> challenge.Attempt | None:
        best = self.best if self.experiment.fixture is self.fixture else None
        if attempt and attempt.reached and (best is None or attempt.spent < best.spent):
            return attempt
        return best
