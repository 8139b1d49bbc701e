"""Shows the session beside the context: what is stored, what was read, what it costs, how it grows, and what fills the window."""

from __future__ import annotations

from collections.abc import Sequence

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.analysis.cost import cost
from sim.analysis.growth import invocation
from sim.analysis.ratios import ASSUMED, HIGHEST, RATIO_NAMES, Ratios
from sim.analysis.token_budget import has_lines, kinds, savings, token_budget
from sim.analysis.upcoming import upcoming
from sim.lesson.invalid import figure
from sim.replay import Frame, Replay

from ..components.region import Region
from ..experiment import Experiment
from .held import held
from .markup import html, joined, when
from .results import results
from .view import View

RATIO = "ratio-"  # put before a ratio's name, so that no name equals that of another control


def prompts(frame: Frame, replay: Replay, ready: bool = True, ratios: Ratios = ASSUMED) -> Markup:
    """The accounts, the cost and the growth of every lesson, and what comes next.

    A lesson with kinds of tokens also shows these, and a table of the window's four lines. A lesson with a state has it folded
    below them. If results can be kept in several ways, tables with what each way comes to are folded there too.
    """
    lines = list(describe.accounts(frame))
    if has_lines(frame.fixture):
        lines += [describe.kinds(kinds(frame)), describe.invocation_cost(invocation(replay, frame.index))]
        lines += map(describe.saving, savings(frame))
    lines += describe.upcoming(upcoming(frame))
    return html(
        """<section aria-labelledby="prompts-heading" class="prompts">
<h2 id="prompts-heading">{heading}</h2>
{lines}
{cost}
<details class="growth"><summary>{growth}</summary>{growths}</details>
{window}{state}
{results}
</section>""",
        heading=describe.page.PROMPTS,
        lines=_list(lines),
        cost=_cost(frame, replay, ready, ratios),
        growth=describe.page.GROWTH,
        growths=_list(describe.growths.lines(replay, frame)),
        window=_window(frame) if has_lines(frame.fixture) else "",
        state=held(frame) if describe.states.shown(frame) else "",
        results=results(frame, replay),
    )


def _list(lines: Sequence[str]) -> Markup:
    return html(
        '<ul class="lines">{lines}</ul>',
        lines=joined(html("<li>{line}</li>", line=line) for line in lines),
    )


def _cost(frame: Frame, replay: Replay, ready: bool, ratios: Ratios) -> Markup:
    """The two sums, always in sight, and behind them the ratios to set and everything that they weigh."""
    found = cost(frame, ratios)
    return html(
        """<details class="cost"><summary>{headline}</summary>
<fieldset class="ratios"{waiting}><legend>{legend}</legend>{fields}</fieldset>
<p class="hint">{unit}</p>
{account}
</details>""",
        headline=describe.costs.headline(found),
        waiting=when(not ready, " disabled"),
        legend=describe.costs.SET,
        fields=joined(
            html(
                '<label>{title} <input type="number" name="{name}" data-act="{name}" min="0" max="{highest}" step="0.05" value="{value}"></label>',
                title=describe.costs.RATIOS[name],
                name=f"{RATIO}{name}",
                highest=HIGHEST,
                value=figure(getattr(ratios, name)),
            )
            for name in RATIO_NAMES
        ),
        unit=describe.costs.UNIT,
        account=_list(describe.costs.account(found, replay, frame.index)),
    )


def _window(frame: Frame) -> Markup:
    found = token_budget(frame)
    whole = max(found.budget, found.used + found.reserve)
    return html(
        """<table class="window"><caption>{caption}</caption>
<thead><tr><th scope="col">{line}</th><th scope="col">{unit}</th><th scope="col" aria-hidden="true"></th></tr></thead>
<tbody>{rows}</tbody></table>""",
        caption=describe.budget_lines(found),
        line=describe.labels.LINE,
        unit=describe.labels.TOKENS,
        rows=joined(
            html(
                '<tr><th scope="row">{title}</th><td data-label="{unit}">{tokens}</td>'
                '<td class="gauge" aria-hidden="true"><span class="{name}" style="--share:{share:.4f}"></span></td></tr>',
                name=name,
                title=title,
                unit=describe.labels.TOKENS,
                tokens=getattr(found, name),
                share=getattr(found, name) / whole,
            )
            for name, title in describe.token_budgets.LINES.items()
        ),
    )


class PromptsView(View):
    """Session and prompt at the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._experiment = experiment
        self._panel = Region(html=pn.bind(prompts, p.frame, p.replay, p.ready, p.ratios), act=self._assume)

    def _assume(self, act: str, value: str | None) -> None:
        self._experiment.assume(act.removeprefix(RATIO), value or "")
