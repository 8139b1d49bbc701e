"""Shows the log of decisions: each time that the policy looked, what every part of its trigger found, and what was done."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.analysis.decisions import newest
from sim.replay import Frame, Replay

from ..components.region import Region
from ..experiment import Experiment
from .markup import html, joined
from .view import View

NEWEST = 24  # decisions shown


def decisions(frame: Frame, replay: Replay) -> Markup:
    """The newest decisions up to the moment, the newest first, folded away."""
    return html(
        """<section class="decisions" aria-labelledby="decisions-heading"><details><summary id="decisions-heading">{heading}</summary>
<p class="hint">{hint}</p>
<ol>{rows}</ol></details></section>""",
        heading=describe.decisions.HEADING,
        hint=describe.decisions.hint(frame.index, NEWEST),
        rows=joined(
            html(
                '<li class="decision {outcome}"><p class="head"><b>{heading}</b></p><ul class="lines">{lines}</ul></li>',
                outcome=one.outcome,
                heading=describe.decisions.heading(one),
                lines=joined(html("<li>{line}</li>", line=line) for line in describe.decisions.lines(one)),
            )
            for one in newest(replay, frame.index, NEWEST)
        ),
    )


class DecisionsView(View):
    """The decisions up to the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._panel = Region(html=pn.bind(decisions, p.frame, p.replay))
