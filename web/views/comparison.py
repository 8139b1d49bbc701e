"""Compares a captured baseline with the current moment, and shows the result of every choice that the lesson offers."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.analysis.comparison import difference
from sim.analysis.failed_calls import NONE_FAILED, Failures
from sim.analysis.smallest_budget import failures as failures_with
from sim.analysis.smallest_budget import near_miss, smallest_budget
from sim.analysis.survey import Cell, Survey
from sim.lesson.fact import Fact
from sim.lesson.fixture import Fixture
from sim.replay import Frame
from sim.settings import Settings

from ..baseline import Baseline
from ..components.region import Region
from ..experiment import Experiment
from .markup import LARGE, html, joined, when
from .view import View

COLUMNS = (describe.labels.BASELINE, describe.labels.CURRENT, describe.labels.DIFFERENCE)


def comparison(
    frame: Frame,
    survey: Survey,
    baseline: Baseline | None,
    ready: bool,
    stay: bool = False,
    about: str | None = None,
    failures: Failures = NONE_FAILED,
) -> Markup:
    """The baseline, the map of all choices, and the smallest budgets for the fact `about` (an id; else the lesson's first)."""
    waiting = when(not ready, " disabled")
    capture = describe.page.REPLACE if baseline else describe.page.CAPTURE
    return html(
        """<section aria-labelledby="comparison-heading" class="comparison">
<h2 id="comparison-heading" tabindex="-1">{heading}</h2>
<p class="buttons"><button type="button" data-act="capture" data-key-action="capture"{waiting}>{capture}</button>{clear}</p>
{side_by_side}
{map}
</section>""",
        heading=describe.labels.COMPARE,
        waiting=waiting,
        capture=capture,
        clear=html(
            ' <button type="button" data-act="clear"{waiting}>{words}</button>',
            waiting=waiting,
            words=describe.page.CLEAR,
        )
        if baseline
        else "",
        side_by_side=_side_by_side(baseline, frame, failures)
        if baseline
        else html('<p class="hint">{text}</p>', text=describe.page.NO_BASELINE),
        map=_map(frame, survey, _fact(frame.fixture, about), waiting, "elsewhere" if stay else "zero"),
    )


def _side_by_side(baseline: Baseline, frame: Frame, failures: Failures) -> Markup:
    return html(
        """<table class="side-by-side"><caption>{caption}</caption>
<thead><tr>{columns}</tr></thead>
<tbody>{rows}</tbody></table>""",
        caption=describe.page.BASELINE_CAPTION,
        columns=joined(html('<th scope="col">{name}</th>', name=name) for name in (describe.labels.WHAT, *COLUMNS)),
        rows=joined(
            html(
                '<tr><th scope="row">{what}</th>{cells}</tr>',
                what=what,
                cells=joined(
                    html('<td data-label="{label}">{value}</td>', label=label, value=value)
                    for label, value in zip(COLUMNS, values)
                ),
            )
            for what, *values in (*_rows(baseline.frame, frame), *_failed(baseline.failures, failures))
        ),
    )


def _rows(was: Frame, now: Frame) -> list[tuple[str, str, str, str]]:
    change = difference(was, now)
    page, labels, names = describe.page, describe.labels, describe.words.names
    rows = [
        (
            labels.SETTINGS,
            describe.settings(was.settings),
            describe.settings(now.settings),
            page.differs(was.settings != now.settings),
        ),
        (labels.ARRIVED, str(was.index), str(now.index), page.signed(now.index - was.index, "message")),
        (labels.TOKENS, str(was.tokens), str(now.tokens), describe.token_difference(change)),
        (labels.ITEMS, names(was.context.ids), names(now.context.ids), describe.item_difference(change)),
        (labels.EVICTED, names(was.evicted), names(now.evicted), describe.evicted_difference(change)),
        (labels.FOLDED, names(was.covered), names(now.covered), describe.covered_difference(change)),
    ]
    if was.hidden or now.hidden:
        rows.append((labels.HIDDEN, names(was.hidden), names(now.hidden), describe.hidden_difference(change)))
    for fact in now.fixture.facts:
        before, after, moved = was.facts[fact.id], now.facts[fact.id], change.facts[fact.id]
        rows.append(
            (
                labels.fact_mentioned(fact.id),
                describe.mention(before),
                describe.mention(after),
                describe.mention_difference(moved),
            )
        )
        rows.append(
            (
                labels.fact_backed(fact),
                describe.evidence(before),
                describe.evidence(after),
                describe.backing_difference(moved),
            )
        )
    return rows


def _failed(was: Failures, now: Failures) -> list[tuple[str, str, str, str]]:
    """The row about failed calls; none if no call has failed."""
    if not was.count and not now.count:
        return []
    said, change = describe.failures.so_far, now.count - was.count
    return [(describe.labels.FAILED, said(was), said(now), describe.page.signed(change, "failed call"))]


def _map(frame: Frame, survey: Survey, fact: Fact | None, waiting: Markup, moves: str) -> Markup:
    fixture = frame.fixture
    if len(fixture.turns) > LARGE:
        return html('<p class="hint">{text}</p>', text=describe.page.no_map(fixture))
    cells = survey.cells(frame.seconds)
    now = next((cell for cell in cells if _same(cell.settings, frame.settings)), None)
    stop = now or cells[0]  # the one cell that Tab reaches; the page moves it (see map.js)
    choices: dict[str, list[Cell]] = {}
    for cell in cells:
        choices.setdefault(describe.policy(cell.settings), []).append(cell)
    return html(
        """<table class="map"><caption>{caption}</caption>
<thead><tr><th scope="col">{policy}</th>{budgets}</tr></thead><tbody>{rows}</tbody></table>
<p class="hint">{hint}</p>
{smallest}""",
        caption=describe.page.map_caption(frame, fact),
        policy=describe.labels.POLICY,
        budgets=joined(html('<th scope="col">{budget}</th>', budget=budget) for budget in fixture.budgets),
        rows=joined(
            html(
                '<tr><th scope="row">{choice}</th>{cells}</tr>',
                choice=choice,
                cells=joined(_cell(cell, cell is now, cell is stop, fact, waiting, moves) for cell in row),
            )
            for choice, row in choices.items()
        ),
        hint=describe.page.MAP_HINT,
        smallest=_smallest(frame, survey, fact, choices) if fact else "",
    )


def _same(settings: Settings, current: Settings) -> bool:
    return settings.budget == current.budget and describe.policy(settings) == describe.policy(current)


def _cell(cell: Cell, now: bool, stop: bool, fact: Fact | None, waiting: Markup, moves: str) -> Markup:
    standing = cell.facts[fact.id] if fact else None
    settings, choice = cell.settings, describe.policy(cell.settings)
    before, unit, retained, after = describe.labels.cell(cell, choice)
    window = describe.cell_window(cell)
    return html(
        """<td data-label="{budget}"><button type="button" class="cell {kind}{failed}" data-act="load" data-moves="{moves}" value="{budget} {policy} {fidelity}" tabindex="{stop}"{current}{waiting}>
<span class="hidden">{before}</span><b>{tokens}</b><span class="hidden">{unit}</span>
<span>{retained}<span class="hidden">{after}</span></span> <span class="standing">{standing}</span>{window}{problems}</button></td>""",
        kind=f"{standing.state} {standing.source}" if standing else "plain",
        failed=when(cell.failures.count, " failed"),
        before=before,
        unit=unit,
        after=after,
        budget=settings.budget,
        policy=settings.policy,
        fidelity=settings.fidelity,
        stop=0 if stop else -1,
        current=when(now, ' aria-current="true"'),
        waiting=waiting,
        moves=moves,
        tokens=cell.tokens,
        retained=retained,
        standing=describe.fact_state(standing) if standing else "",
        window=html(' <span class="window">{window}</span>', window=window) if window else "",
        problems=joined(
            html(' <span class="over">{problem}</span>', problem=problem) for problem in describe.cell_problems(cell)
        ),
    )


def _smallest(frame: Frame, survey: Survey, fact: Fact, choices: dict[str, list[Cell]]) -> Markup:
    lines = []
    if frame.facts[fact.id].origins:
        for settings in (row[0].settings for row in choices.values()):
            least = smallest_budget(survey, settings, fact.id, frame.seconds)
            failed = failures_with(survey, settings, least, frame.seconds)
            lines.append(describe.smallest_budget(settings, least, fact.source, failed))
    missed = describe.near_miss(near_miss(survey, frame.settings, fact.id, frame.seconds))
    return html(
        '<div class="smallest"><h3>{heading}</h3><ul>{lines}</ul>{missed}</div>',
        heading=describe.page.smallest_heading(fact),
        lines=joined(html("<li>{line}</li>", line=line) for line in lines or [describe.page.not_said(fact)]),
        missed=html('<p class="near-miss">{missed}</p>', missed=missed) if missed else "",
    )


def _fact(fixture: Fixture, about: str | None) -> Fact | None:
    name = fixture.first_fact if about is None else about
    return next((fact for fact in fixture.facts if fact.id == name), None)


class ComparisonView(View):
    """The comparison at the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._experiment = experiment
        self._panel = Region(
            html=pn.bind(comparison, p.frame, p.survey, p.baseline, p.ready, p.stay, p.fact, p.failures),
            act=self._act,
            late=experiment.late,
            about=p.opening,
        )

    def _act(self, act: str, value: str | None) -> None:
        if act == "capture":
            self._experiment.capture()
        elif act == "clear":
            self._experiment.forget_baseline()
        elif act == "load" and value:
            budget, policy, fidelity = value.split()
            self._experiment.take(int(budget), policy, fidelity)
