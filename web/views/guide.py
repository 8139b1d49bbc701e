"""Shows the lesson's guide: a step, with its question before its text, the questions to the agent, and the challenge."""

from __future__ import annotations

from collections.abc import Callable

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.analysis.ask import Verdict
from sim.analysis.asked import Asked, Outcome
from sim.analysis.challenge import Attempt
from sim.analysis.guide_step import GuideStep
from sim.lesson.fixture import Fixture
from sim.lesson.goal import Goal

from ..components.region import Region
from ..experiment import Experiment
from ..guided import Guided
from .markup import FACT, html, joined, when
from .view import View

LEARNER, TEACHER = "learner", "teacher"
ANSWER = "answer-"  # put before a choice's id, so that no id equals the name of another control


def guide(
    fixture: Fixture,
    page: GuideStep | None,
    outcome: Outcome | None,
    wandered: bool,
    verdict: Verdict | None,
    attempt: Attempt | None,
    best: Attempt | None,
    ready: bool,
) -> Markup:
    """The HTML of the guide. If the lesson has none, it says so."""
    words = describe.guide
    asks = page is not None and page.question is not None and outcome is None and not wandered
    return html(
        """<section aria-labelledby="guide-heading" class="guide"{points}>
<h2 id="guide-heading" tabindex="-1">{heading}</h2>
{step}{controls}{ask}{challenge}{prints}
</section>""",
        heading=words.HEADING,
        points=_points(page, asks) if page else "",
        step=_step(page, outcome, wandered, asks, fixture, ready) if page else _paragraph(words.idle(fixture)),
        controls=_controls(page, fixture, ready) if fixture.steps else "",
        ask=_ask(fixture, verdict, ready) if fixture.probes else "",
        prints=_prints(ready) if fixture.steps else "",
        challenge=_challenge(fixture, fixture.goal, attempt, best, asks) if fixture.goal and attempt else "",
    )


def _step(
    page: GuideStep, outcome: Outcome | None, wandered: bool, asks: bool, fixture: Fixture, ready: bool
) -> Markup:
    words = describe.guide
    asking = page.question if outcome is None else None
    return html(
        '<p class="place">{place}</p><h3>{title}</h3><p class="settings-of">{about}</p>{wandered}{question}{outcome}{text}',
        place=words.place(page),
        title=page.title,
        about=describe.page.sentence(words.about(page, fixture)),
        wandered=html('<p class="wandered">{text}</p>', text=words.wandered(page, fixture)) if wandered else "",
        question=_question(asking, page.number, asks, ready) if asking else "",
        outcome=html('<p class="outcome">{text}</p>', text=words.outcome(outcome)) if outcome else "",
        text="" if asking else html('<p class="text">{text}</p>', text=page.text),
    )


def _points(page: GuideStep, asks: bool) -> Markup:
    """What the page needs to point at the step's panel, and to cover what would tell the answer to an open question."""
    look = f"{FACT}{page.look}" if page.panel == "evidence" and page.look else page.look
    return html(
        ' data-step="{number}" data-panel="{panel}" data-look="{look}"{asks}',
        number=page.number,
        panel=page.panel,
        look=look,
        asks=when(asks, " data-asks"),
    )


def _question(question: Asked, number: int, covers: bool, ready: bool) -> Markup:
    words = describe.guide
    return html(
        """<div role="group" aria-labelledby="guide-question">
<p id="guide-question"><b>{predict}.</b> {text}</p>
<p class="choices">{choices}{skip}</p>{covered}</div>""",
        covered=html('<p class="hint">{text}</p>', text=words.COVERED) if covers else "",
        predict=words.PREDICT,
        text=question.text,
        choices=joined(_button(f"{ANSWER}{choice.id}", choice.text, ready, number) for choice in question.choices),
        skip=_button("skip", words.SKIP, ready, number),
    )


def _controls(page: GuideStep | None, fixture: Fixture, ready: bool) -> Markup:
    words, number = describe.guide, page.number if page else 0
    return html(
        '<p class="controls">{previous}{next}{show}</p>',
        previous=_button("previous", words.PREVIOUS, ready and number > 1),
        next=_button("next", words.NEXT, ready and number < len(fixture.steps)),
        show=_button("show", words.SHOW, ready and page is not None),
    )


def _ask(fixture: Fixture, verdict: Verdict | None, ready: bool) -> Markup:
    words = describe.guide
    lines = joined(html("<li>{line}</li>", line=line) for line in words.verdict(verdict)) if verdict else ""
    return html(
        """<h3 id="ask-heading">{heading}</h3>
<div role="group" aria-labelledby="ask-heading" class="ask"><p class="choices">{probes}</p>{said}</div>""",
        heading=words.ASK,
        probes=joined(_button("ask", probe.question, ready, probe.id, moves=False) for probe in fixture.probes),
        said=html("<ul>{lines}</ul>", lines=lines) if verdict else "",
    )


def _challenge(fixture: Fixture, goal: Goal, attempt: Attempt, best: Attempt | None, asks: bool) -> Markup:
    """The goal, and how far the settings are from it: that tells how the lesson ends, so it waits while a question is open."""
    words = describe.guide
    return html(
        "<h3>{heading}</h3><p>{goal}</p><p>{attempt}</p>{best}",
        heading=words.CHALLENGE,
        goal=words.goal(goal, fixture),
        attempt=words.UNTIL if asks else words.attempt(attempt, goal, fixture),
        best=_paragraph(words.found(best, fixture)) if best else "",
    )


def _prints(ready: bool) -> Markup:
    words = describe.handouts
    copies = ((LEARNER, words.LEARNER), (TEACHER, words.TEACHER))
    return html(
        '<p class="prints">{buttons}</p>',
        buttons=joined(_button("print", text, ready, copy, moves=False) for copy, text in copies),
    )


def _paragraph(text: str) -> Markup:
    return html("<p>{text}</p>", text=text)


def _button(act: str, text: str, enabled: bool, value: str | int = "", moves: bool = True) -> Markup:
    return html(
        '<button type="button" data-act="{act}" value="{value}"{moves}{waiting}>{text}</button>',
        act=act,
        moves=when(moves, ' data-moves="elsewhere"'),
        value=value,
        waiting=when(not enabled, " disabled"),
        text=text,
    )


class GuideView(View):
    """The guide of an experiment."""

    def __init__(self, experiment: Experiment, prints: Callable[[bool], None] = lambda answers: None) -> None:
        """`prints(answers)` prints the handout, or with answers the teacher's copy."""
        super().__init__()
        self._prints = prints
        self._guided = Guided(experiment)
        g, p = self._guided.param, experiment.param
        self._panel = Region(
            html=pn.bind(guide, g.fixture, g.page, g.outcome, g.wandered, g.verdict, g.attempt, g.best, p.ready),
            act=self._act,
            late=experiment.late,
            about=p.opening,
        )

    def _act(self, name: str, value: str | None) -> None:
        match name:
            case "next":
                self._guided.turn(1)
            case "previous":
                self._guided.turn(-1)
            case "show":
                self._guided.show()
            case "print":
                self._prints(value == TEACHER)
            case "ask":
                self._guided.ask(value or "")
            case _ if value == str(
                self._guided.page and self._guided.page.number
            ):  # otherwise the open question has changed meanwhile
                self._guided.answer(None if name == "skip" else name.removeprefix(ANSWER))
