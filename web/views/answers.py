"""Shows what was answered at the guide's questions beside what is right, and lets the browser keep it."""

from __future__ import annotations

from collections.abc import Mapping

import panel as pn
from markupsafe import Markup
from param.parameterized import Event

from sim import describe
from sim.analysis.asked import Answered
from sim.guide.steps import answered
from sim.lesson.fixture import Fixture

from ..answers import key
from ..components.answers import Answers
from ..experiment import Experiment
from .markup import html, joined, when
from .view import View


def answers(fixture: Fixture, file: str, given: Mapping[str, Mapping[int, str | None]], ready: bool) -> Markup:
    """The answers of the lesson as a table, and a button that clears them. Without questions in the guide: nothing."""
    words = describe.answers
    if not any(step.question for step in fixture.steps):
        return Markup()
    found = answered(fixture, given.get(key(fixture, file), {}))
    return html(
        """<section aria-labelledby="answers-heading" class="answers">
<h3 id="answers-heading">{heading}</h3>
{table}<p class="hint" data-part="kept">{kept}</p>
<p class="buttons"><button type="button" data-act="clear"{waiting}>{clear}</button></p>
</section>""",
        heading=words.HEADING,
        table=_table(found) if found else html("<p>{none}</p>", none=words.NONE),
        kept=words.KEPT,
        clear=words.CLEAR,
        waiting=when(not ready, " disabled"),
    )


def _table(found: tuple[Answered, ...]) -> Markup:
    words = describe.answers
    return html(
        """<table aria-labelledby="answers-heading"><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table>
""",
        columns=joined(html('<th scope="col">{name}</th>', name=name) for name in words.COLUMNS),
        rows=joined(
            html('<tr><th scope="row">{step}</th>{cells}</tr>', step=words.step(one), cells=_cells(one))
            for one in found
        ),
    )


def _cells(one: Answered) -> Markup:
    words = describe.answers
    values = (one.question.text, words.chosen(one), one.question.answer.text)
    return joined(
        html('<td data-label="{name}">{value}</td>', name=name, value=value)
        for name, value in zip(words.COLUMNS[1:], values)
    )


class AnswersView(View):
    """The answers in the lesson that is open. The browser keeps what changes here, and Python hears what another tab keeps."""

    _panel: Answers

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p, self._experiment = experiment.param, experiment
        self._panel = Answers(
            experiment.answers.hear,
            html=pn.bind(answers, p.fixture, p.file, experiment.answers.param.given, p.ready),
            act=self._clear,
            late=experiment.late,
            hurries=False,
            about=p.opening,
            words={"refused": describe.answers.REFUSED},
        )
        experiment.answers.param.watch(self._keep, "changed")

    def _clear(self, *_: object) -> None:
        there = self._experiment
        there.say(describe.answers.cleared(answered(there.fixture, there.answers.of(there.key))))
        there.answers.clear(there.key)
        if (
            there.step and there.fixture.steps[there.step - 1].question
        ):  # it is open again, so its answer must not be shown
            there.follow(there.step, opening=True)

    def _keep(self, event: Event) -> None:
        """Let the browser keep the new answers of the open lesson, or forget all."""
        _, lesson, new = event.new
        fixture = self._experiment.fixture
        if not new:
            self._panel.forget(lesson)
        for one in answered(fixture, new):
            line = describe.answers.line(one)
            self._panel.keep(f"{lesson}/{one.number}", {"chosen": one.chosen, "title": fixture.title, "line": line})
