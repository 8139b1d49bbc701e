"""A captured baseline against now, and every choice that the lesson offers at this moment."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup
from panel.viewable import Viewer

from sim import describe
from sim.comparison import Cell, difference, near_miss, smallest_budget, survey
from sim.fixture import Fact
from sim.replay import Frame
from sim.settings import Settings

from ..components.region import Region
from ..experiment import Baseline, Experiment
from .markup import LARGE, html, joined, when


def comparison(frame: Frame, baseline: Baseline | None, ready: bool) -> Markup:
    """The baseline, the map of every choice, and the smallest budgets."""
    waiting = when(not ready, " disabled")
    capture = describe.page.REPLACE if baseline else describe.page.CAPTURE
    return html(
        """<section aria-labelledby="comparison-heading" class="comparison">
<h2 id="comparison-heading">Compare</h2>
<p class="buttons"><button type="button" data-act="capture" data-key-action="capture"{waiting}>{capture}</button>{clear}</p>
{side_by_side}
{map}
</section>""",
        waiting=waiting,
        capture=capture,
        clear=html(' <button type="button" data-act="clear"{waiting}>{words}</button>', waiting=waiting, words=describe.page.CLEAR)
        if baseline
        else "",
        side_by_side=_side_by_side(baseline, frame)
        if baseline
        else html('<p class="hint">{text}</p>', text=describe.page.NO_BASELINE),
        map=_map(frame, waiting),
    )


def _side_by_side(baseline: Baseline, frame: Frame) -> Markup:
    return html(
        """<table class="side-by-side"><caption>{caption}</caption>
<thead><tr><th scope="col">What</th><th scope="col">Baseline</th><th scope="col">Current</th><th scope="col">Difference</th></tr></thead>
<tbody>{rows}</tbody></table>""",
        caption=describe.page.BASELINE_CAPTION,
        rows=joined(
            html(
                '<tr><th scope="row">{what}</th><td data-label="Baseline">{was}</td><td data-label="Current">{now}</td><td data-label="Difference">{change}</td></tr>',
                what=what,
                was=was,
                now=now,
                change=change,
            )
            for what, was, now, change in _rows(baseline.frame, frame)
        ),
    )


def _rows(was: Frame, now: Frame) -> list[tuple[str, str, str, str]]:
    change = difference(was, now)
    page = describe.page
    rows = [
        ("Settings", describe.settings(was.settings), describe.settings(now.settings), page.differs(was.settings != now.settings)),
        ("Messages arrived", str(was.index), str(now.index), page.signed(now.index - was.index, "message")),
        ("Teaching tokens", str(was.tokens), str(now.tokens), describe.token_difference(change)),
        ("Items in the context", describe.words.names(was.context.ids), describe.words.names(now.context.ids), describe.item_difference(change)),
        ("Turns evicted", describe.words.names(was.evicted), describe.words.names(now.evicted), describe.evicted_difference(change)),
        ("Turns folded", describe.words.names(was.covered), describe.words.names(now.covered), describe.covered_difference(change)),
    ]
    for fact in now.fixture.facts:
        before, after, moved = was.facts[fact.id], now.facts[fact.id], change.facts[fact.id]
        rows.append((f"{fact.id} mentioned", describe.mention(before), describe.mention(after), describe.mention_difference(moved)))
        rows.append((f"{fact.id} backed", describe.evidence(before), describe.evidence(after), describe.backing_difference(moved)))
    return rows


def _map(frame: Frame, waiting: Markup) -> Markup:
    fixture = frame.fixture
    if len(fixture.turns) > LARGE:
        return html('<p class="hint">{text}</p>', text=describe.page.no_map(fixture))
    fact = _critical(fixture.facts)
    cells = survey(fixture, frame.seconds)
    choices: dict[str, list[Cell]] = {}
    for cell in cells:
        choices.setdefault(describe.policy(cell.settings), []).append(cell)
    return html(
        """<table class="map"><caption>{caption}</caption>
<thead><tr><th scope="col">Policy</th>{budgets}</tr></thead><tbody>{rows}</tbody></table>
<p class="hint">{hint}</p>
{smallest}""",
        caption=describe.page.map_caption(frame, fact),
        budgets=joined(html('<th scope="col">{budget}</th>', budget=budget) for budget in fixture.budgets),
        rows=joined(
            html(
                '<tr><th scope="row">{choice}</th>{cells}</tr>',
                choice=choice,
                cells=joined(_cell(cell, frame.settings, fact, waiting) for cell in row),
            )
            for choice, row in choices.items()
        ),
        hint=describe.page.MAP_HINT,
        smallest=_smallest(frame, fact, choices) if fact else "",
    )


def _cell(cell: Cell, current: Settings, fact: Fact | None, waiting: Markup) -> Markup:
    standing = cell.facts[fact.id] if fact else None
    backed = bool(standing and standing.backed)
    settings = cell.settings
    same = settings.budget == current.budget and describe.policy(settings) == describe.policy(current)
    return html(
        """<td data-label="{budget}"><button type="button" class="cell {kind}" data-act="load" value="{budget} {policy} {fidelity}"{current}{waiting}>
<span class="hidden">{choice}, budget {budget}: </span><b>{tokens}</b><span class="hidden"> teaching tokens, </span>
<span>{retained}<span class="hidden"> retained,</span></span> <span class="standing">{standing}</span>{over}</button></td>""",
        kind="backed" if backed else "mentioned" if standing and standing.mentioned else "plain",
        choice=describe.policy(settings),
        budget=settings.budget,
        policy=settings.policy,
        fidelity=settings.fidelity,
        current=when(same, ' aria-current="true"'),
        waiting=waiting,
        tokens=cell.tokens,
        retained=describe.words.counted(cell.retained, "turn"),
        standing=describe.page.cell_standing(standing) if standing else "",
        over=when(cell.over_budget, ' <span class="over">over the budget</span>'),
    )


def _smallest(frame: Frame, fact: Fact, choices: dict[str, list[Cell]]) -> Markup:
    fixture, seconds = frame.fixture, frame.seconds
    lines = [
        describe.smallest_budget(
            row[0].settings,
            smallest_budget(fixture, row[0].settings.policy, row[0].settings.fidelity, fact.id, seconds),
        )
        for row in choices.values()
    ] if frame.facts[fact.id].said_by else []
    missed = describe.near_miss(near_miss(fixture, frame.settings, fact.id, seconds))
    return html(
        '<div class="smallest"><h3>{heading}</h3><ul>{lines}</ul>{missed}</div>',
        heading=describe.page.smallest_heading(fact),
        lines=joined(html("<li>{line}</li>", line=line) for line in lines or [describe.page.NOT_SAID]),
        missed=html('<p class="near-miss">{missed}</p>', missed=missed) if missed else "",
    )


def _critical(facts: tuple[Fact, ...]) -> Fact | None:
    return next((fact for fact in facts if fact.critical), facts[0] if facts else None)


class ComparisonView(Viewer):
    """The comparison at the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._experiment = experiment
        self._panel = Region(html=pn.bind(comparison, p.frame, p.baseline, p.ready), act=self._act)

    def _act(self, act: str, value: str | None) -> None:
        if act == "capture":
            self._experiment.capture()
        elif act == "clear":
            self._experiment.forget_baseline()
        elif act == "load" and value:
            budget, policy, fidelity = value.split()
            self._experiment.choose(budget=int(budget), policy=policy, fidelity=fidelity)

    def __panel__(self) -> Region:
        return self._panel
