"""Makes a lesson's guide for paper: a learner's handout with boxes to tick and room to write, and a teacher's copy with the answers.

It is not shown on the screen. The learner's is made when nobody waits for anything else, and the teacher's when it is asked for.
"""

from __future__ import annotations

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.analysis.asked import Asked, Posed
from sim.analysis.challenge import attempt, best
from sim.analysis.guide_step import Sheet
from sim.guide.steps import sheet
from sim.lesson.fixture import Fixture
from sim.policies.choice import choose
from sim.replay import Frame, replay
from sim.state.summary import Summary

from ..components.handout import Handout
from ..experiment import Experiment
from .context import by_item, kind
from .markup import LARGE, html, joined, when
from .view import View

MOST_ITEMS = 100  # items of a context that still fit on its sheet
RULES = joined([Markup('<span class="rule"></span>')] * 4)


def handout(fixture: Fixture, answers: bool = False, about: int = 0) -> Markup:
    """The whole guide for paper. `about` numbers the lesson, so that the page never prints an older one. Without steps: nothing."""
    words = describe.handouts
    if not fixture.steps:
        return Markup()
    return html(
        """<div class="paper{teacher}" data-about="{about}">
<p class="who">{who}</p>
<h2 dir="auto">{title}</h2>
<p class="taught">{taught}</p>
<p class="about" dir="auto">{text}</p>
{sheets}{challenge}<p class="statement">{statement}</p>
</div>""",
        teacher=when(answers, " teacher"),
        about=about,
        who=words.FOR_TEACHER
        if answers
        else html("<span>{name}</span><span>{date}</span>", name=words.NAME, date=words.DATE),
        title=fixture.title,
        taught=": ".join(part for part in (fixture.level, fixture.line) if part),
        text=fixture.about,
        sheets=joined(_sheet(sheet(fixture, number + 1, answers), fixture) for number in range(len(fixture.steps))),
        challenge=_challenge(fixture, answers),
        statement=describe.STATEMENT,
    )


def _sheet(step: Sheet, fixture: Fixture) -> Markup:
    words = describe.guide
    return html(
        """<section class="sheet"><h3>{place}: {title}</h3>
<p class="set">{about}</p>
{context}{question}{text}</section>
""",
        place=words.place(step),
        title=step.title,
        about=words.about(step, fixture),
        context=_context(step),
        question=_question(step.question) if step.question else "",
        text=html('<p class="text" dir="auto">{text}</p>', text=step.text) if step.text else "",
    )


def _context(step: Sheet) -> Markup:
    words, frame = describe.handouts, step.frame
    facts = [(fact, frame.facts[fact.id] if step.text else None) for fact in frame.fixture.facts]
    more = len(frame.context.items()) - MOST_ITEMS
    return html(
        """<p class="held-at">{moment}</p><div class="fill">{shares}</div>
<ol class="held">{items}</ol>{more}<ul class="facts">{facts}</ul>
""",
        moment=words.moment(step),
        shares=_items(frame, '<span class="share {kind}" style="--share:{share:.4f}"></span>'),
        items=_items(frame, '<li class="{kind}"><b>{id}</b> {tokens}{covers}{mark}</li>'),
        more=html("<p>{text}</p>", text=words.left_out(more)) if more > 0 else "",
        facts=joined(
            html('<li dir="auto">{fact}</li>', fact=words.fact(fact, standing, step.failures))
            for fact, standing in facts
        ),
    )


def _items(frame: Frame, template: str) -> Markup:
    """Each item of the context by a template; of a very long context the first and the newest."""
    items, standings = frame.context.items(), by_item(frame.facts)
    if len(items) > MOST_ITEMS:
        items = items[: MOST_ITEMS // 2] + items[-MOST_ITEMS // 2 :]
    whole = max(frame.settings.budget, frame.tokens)
    marks, words = describe.handouts.MARKS, describe.handouts
    kinds = [(item, kind(item, standings.get(item.id, {}))) for item in items]
    return joined(
        html(
            template,
            id=item.id,
            kind=found,
            tokens=item.tokens,
            share=item.tokens / whole,
            covers=f" {words.stands_for(item)}" if isinstance(item, Summary) else "",
            mark=html(" <em>{mark}</em>", mark=marks[found]) if found in marks else "",
        )
        for item, found in kinds
    )


def _question(question: Posed) -> Markup:
    words = describe.handouts
    answers = isinstance(question, Asked)
    return html(
        """<p class="posed"><b>{text}</b> {tick}</p><ul class="boxes">{choices}</ul>{below}""",
        text=question.text,
        tick="" if answers else f"({words.TICK}.)",
        choices=joined(
            html(
                '<li{right}><span class="box"></span> {text}{said}</li>',
                right=when(answers and choice.id == question.right, ' class="right"'),
                text=choice.text,
                said=html(" <em>({right})</em>", right=words.RIGHT) if answers and choice.id == question.right else "",
            )
            for choice in question.choices
        ),
        below=html('<p class="reason">{reason}</p>', reason=question.reason)
        if isinstance(question, Asked)
        else _room(words.WHY),
    )


def _challenge(fixture: Fixture, answers: bool) -> Markup:
    words, goal = describe.guide, fixture.goal
    if goal is None:
        return Markup()
    now = attempt(replay(fixture, choose(fixture)), goal)
    return html(
        """<section class="sheet"><h3>{heading}</h3><p class="text">{goal}</p><p>{settings}: {attempt}</p>{below}</section>
""",
        heading=words.CHALLENGE,
        goal=words.goal(goal, fixture),
        settings=describe.settings(now.settings),
        attempt=words.attempt(now, goal, fixture),
        below=html('<p class="reason">{best}</p>', best=words.best(best(fixture, goal), fixture))
        if answers
        else _room(describe.handouts.TRIED),
    )


def _room(words: str) -> Markup:
    return html('<p class="room">{words}{rules}</p>', words=words, rules=RULES)


def learners(fixture: Fixture, opening: int, ready: bool) -> Markup:
    """The learner's handout, and the sentence that stands for it until it is made; of a very long lesson the sentence alone."""
    if not fixture.steps:
        return Markup()
    made = ready and len(fixture.turns) <= LARGE
    return html(
        '{paper}<p class="not-yet">{sentence}</p>',
        paper=handout(fixture, about=opening) if made else "",
        sentence=describe.handouts.NOT_YET,
    )


class HandoutView(View):
    """The handout of the lesson that is open."""

    _panel: Handout

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p, self._experiment = experiment.param, experiment
        self._panel = Handout(
            html=pn.bind(learners, p.fixture, p.opening, p.ready),
            about=p.opening,
            words={"blocked": describe.handouts.BLOCKED},
            hurries=False,
        )

    def print(self, answers: bool) -> None:
        """Print the handout, for a teacher with the answers."""
        there = self._experiment
        self._panel.print(str(handout(there.fixture, answers, there.opening)))
