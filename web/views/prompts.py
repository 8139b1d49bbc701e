"""The session beside the context: what is stored, what was read, what a cache could reuse, and how the window is shared out."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup
from panel.viewable import Viewer

from sim import describe
from sim.fixture import Fixture
from sim.replay import Frame, Replay
from sim.window import cost, kinds, savings, window

from ..components.region import Region
from ..experiment import Experiment
from .markup import html, joined


def prompts(frame: Frame, replay: Replay) -> Markup:
    """Three lines for every lesson; the window's four lines and the kinds of tokens for one that has them."""
    lines = list(describe.accounts(frame))
    if _has_kinds(frame.fixture):
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
        window=_window(frame) if _has_kinds(frame.fixture) else "",
    )


def _has_kinds(fixture: Fixture) -> bool:
    return bool(fixture.reserve) or any(turn.sort not in ("instruction", "message") for turn in fixture.turns)


def _window(frame: Frame) -> Markup:
    found = window(frame)
    whole = max(found.budget, found.used + found.reserve)
    return html(
        """<table class="window"><caption>{caption}</caption>
<thead><tr><th scope="col">Line</th><th scope="col">Teaching tokens</th><th scope="col" aria-hidden="true"></th></tr></thead>
<tbody>{rows}</tbody></table>""",
        caption=describe.budget_lines(found),
        rows=joined(
            html(
                '<tr><th scope="row">{title}</th><td data-label="Teaching tokens">{tokens}</td>'
                '<td class="gauge" aria-hidden="true"><span class="{name}" style="--share:{share:.4f}"></span></td></tr>',
                name=name,
                title=title,
                tokens=getattr(found, name),
                share=getattr(found, name) / whole,
            )
            for name, title in describe.windows.LINES.items()
        ),
    )


class PromptsView(Viewer):
    """Session and prompt at the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._panel = Region(html=pn.bind(prompts, p.frame, p.replay))

    def __panel__(self) -> Region:
        return self._panel
