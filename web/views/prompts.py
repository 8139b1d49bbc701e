"""Shows the session beside the context: what is stored, what was read, what a cache could reuse, and what fills the window."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.analysis.token_budget import cost, has_lines, kinds, savings, token_budget
from sim.replay import Frame, Replay

from ..components.region import Region
from ..experiment import Experiment
from .markup import html, joined
from .view import View


def prompts(frame: Frame, replay: Replay) -> Markup:
    """Three lines for every lesson. A lesson with kinds of tokens also shows these, and a table of the window's four lines."""
    lines = list(describe.accounts(frame))
    if has_lines(frame.fixture):
        lines += [describe.kinds(kinds(frame)), describe.invocation_cost(cost(replay, frame.index))]
        lines += map(describe.saving, savings(frame))
    return html(
        """<section aria-labelledby="prompts-heading" class="prompts">
<h2 id="prompts-heading">{heading}</h2>
<ul class="lines">{lines}</ul>
{window}
</section>""",
        heading=describe.page.PROMPTS,
        lines=joined(html("<li>{line}</li>", line=line) for line in lines),
        window=_window(frame) if has_lines(frame.fixture) else "",
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
        self._panel = Region(html=pn.bind(prompts, p.frame, p.replay))
