"""Draws every budget at every moment, one strip for each policy, coloured by the state of one fact.

`shell/space.js` turns a place in a strip into a budget and a moment, and `shell/page.js` moves the mark of the moment. The strips
themselves do not depend on the moment, so no arrival writes them anew.
"""

from __future__ import annotations

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.analysis.space import Area, Space, searched, spaces
from sim.analysis.survey import Survey
from sim.describe.proofs import PROOFS
from sim.lesson.fact import Source
from sim.lesson.fixture import Fixture
from sim.settings import Settings

from ..components.region import Region
from ..experiment import Experiment
from .markup import html, joined, row, when
from .view import View


def space(survey: Survey, settings: Settings, fact: str, ready: bool) -> Markup:
    """The strips of every policy that the lesson offers, and the choice of the fact; empty if the lesson has no facts."""
    fixture, words = survey.fixture, describe.spaces
    if not fact:
        return Markup()
    return html(
        """<section aria-labelledby="space-heading" class="space {source}">
<h2 id="space-heading">{heading}</h2>
{choice}
{strips}
</section>""",
        source=_source(fixture, fact),
        heading=words.HEADING,
        choice=_choice(fixture, fact, ready),
        strips=_strips(survey, settings, fact, ready)
        if searched(fixture)
        else html('<p class="hint">{text}</p>', text=words.not_searched(fixture)),
    )


def _choice(fixture: Fixture, fact: str, ready: bool) -> Markup:
    return html(
        '<p class="choice"><label for="space-fact">{label}</label> <select id="space-fact" data-act="fact"{waiting}>{facts}</select></p>',
        label=describe.spaces.FACT,
        waiting=when(not ready, " disabled"),
        facts=joined(
            html(
                '<option value="{id}" dir="auto"{chosen}>{statement}</option>',
                id=one.id,
                statement=one.statement,
                chosen=when(one.id == fact, " selected"),
            )
            for one in fixture.facts
        ),
    )


def _strips(survey: Survey, settings: Settings, fact: str, ready: bool) -> Markup:
    words, fixture = describe.spaces, survey.fixture
    source = _source(fixture, fact)
    states = PROOFS[source].states
    return html(
        """<p class="until hint">{until}</p>
<p class="hint later" id="space-hint">{hint}</p>
<ul class="legend later" aria-hidden="true">{legend}<li class="over">{over}</li><li class="frontier">{frontier}</li><li class="here">{here}</li></ul>
<div class="strips later" data-point="{point}" data-over="{point_over}" data-arrivals="{arrivals}" data-stops="{stops}" data-range="{range}"><p class="point" aria-live="off"></p>
{strips}</div>""",
        until=describe.guide.UNTIL,
        hint=words.hint(fixture),
        legend=joined(html('<li class="{name}">{text}</li>', name=name, text=text) for name, text in states.items()),
        over=words.OVER,
        frontier=words.term(source),
        here=words.HERE,
        point=words.POINT,
        point_over=words.POINT_OVER,
        arrivals=" ".join(repr(at) for at in dict.fromkeys((0.0, *fixture.arrivals, fixture.duration))),
        stops=" ".join(map(str, fixture.budgets)),
        range=f"{fixture.budget_range.lowest} {fixture.budget_range.highest}" if fixture.budget_range else "",
        strips=joined(_strip(one, settings, fixture.duration, ready) for one in spaces(survey, fact)),
    )


def _source(fixture: Fixture, fact: str) -> Source:
    return next(one.source for one in fixture.facts if one.id == fact)


def _strip(one: Space, current: Settings, duration: float, ready: bool) -> Markup:
    choice = describe.policy(one.settings)
    here = choice == describe.policy(current)
    return html(
        """<div class="strip-of"><p class="of" aria-hidden="true">{choice}</p>
<p class="ends" aria-hidden="true"><span>{highest}</span><span>{lowest}</span></p>
<button type="button" class="strip" data-act="go" data-moves="elsewhere" data-policy="{policy} {fidelity}" data-low="{lowest}" data-high="{highest}" data-end="{duration}" data-budget="{budget}" style="--end:{duration};--budget:{up}%" aria-label="{label}" aria-describedby="space-hint"{current}{waiting}>{areas}{frontier}<i class="moment"></i>{here}<i class="aim"></i></button>
<p class="frontier-words">{words}</p></div>""",
        choice=choice,
        lowest=one.lowest,
        highest=one.highest,
        policy=one.settings.policy,
        fidelity=one.settings.fidelity,
        duration=repr(duration),
        budget=current.budget,
        up=_up(current.budget, one),
        label=describe.spaces.strip(one),
        current=when(here, ' aria-current="true"'),
        waiting=when(not ready, " disabled"),
        areas=joined(_area(area, one, duration) for area in one.areas),
        frontier=joined(
            row(
                '<i class="frontier{last}" style="left:{left}%;width:{width}%;bottom:{bottom}%"></i>',
                last=when(piece.since == piece.until, " last"),
                left=_percent(piece.since / duration),
                width=_percent((piece.until - piece.since) / duration),
                bottom=_up(piece.budget, one),
            )
            for piece in one.frontier
            if piece.budget is not None and piece.budget <= one.highest
        ),
        here=Markup('<i class="here"></i>') if here else "",
        words=describe.spaces.frontier(one),
    )


def _area(area: Area, one: Space, duration: float) -> Markup:
    return row(
        '<i class="area {kind}{over}{last}" data-state="{state}" data-since="{since}" data-budgets="{lowest} {highest}" style="left:{left}%;width:{width}%;bottom:{bottom}%;height:{height}%"></i>',
        kind=area.state,
        state=PROOFS[one.source].states[area.state],
        since=repr(area.since),
        over=when(not area.fits, " over"),
        last=when(area.since == area.until, " last"),
        lowest=area.lowest,
        highest=area.highest,
        left=_percent(area.since / duration),
        width=_percent((area.until - area.since) / duration),
        bottom=_up(area.lowest, one),
        height=_percent((area.highest + 1 - area.lowest) / (one.highest + 1 - one.lowest)),
    )


def _up(budget: int, one: Space) -> str:
    """How far up the strip a budget begins, in percent; a budget outside the strip is at its nearer end."""
    inside = min(max(budget, one.lowest), one.highest)
    return _percent((inside - one.lowest) / (one.highest + 1 - one.lowest))


def _percent(share: float) -> str:
    return f"{100 * share:.6g}"


class SpaceView(View):
    """The space of an experiment's lesson."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._experiment = experiment
        self._panel = Region(
            html=pn.bind(space, p.survey, p.settings, p.fact, p.ready),
            act=self._act,
            late=experiment.late,
            about=p.opening,
            hurries=False,  # it searches many replays
        )

    def _act(self, act: str, value: str | None) -> None:
        if act == "fact" and value:
            self._experiment.look_at(value)
        elif act == "go" and value:
            budget, policy, fidelity, seconds = value.split()
            self._experiment.take(int(budget), policy, fidelity, float(seconds))
