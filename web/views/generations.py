"""Shows a summary generation by generation, so that its drift from the original turns can be seen."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.analysis.generations import changes
from sim.policies.registry import POLICIES
from sim.replay import Frame, Replay

from ..components.region import Region
from ..experiment import Experiment
from .markup import html, joined
from .view import View

NEWEST = 12  # generations shown


def generations(frame: Frame, replay: Replay) -> Markup:
    """Each generation with its changes, the newest first. Empty for a lesson without recursive summaries."""
    if all(POLICIES[policy].budget_monotone for policy in frame.fixture.policies):
        return Markup()
    found = changes(replay, frame.index)
    return html(
        """<section aria-labelledby="generations-heading" class="generations">
<h2 id="generations-heading">{heading}</h2>
<p class="hint">{hint}</p>
<ol>{rows}</ol>
</section>""",
        heading=describe.page.GENERATIONS,
        hint=describe.page.generations(len(found), NEWEST),
        rows=joined(
            html(
                '<li class="generation"><p class="head"><b>{id}</b> <span class="role">{when}</span> <span class="weight">{weight}</span></p>'
                '<ul class="lines">{lines}</ul></li>',
                id=one.summary.id,
                when=describe.page.written_at(replay.frames[one.frame], one.summary),
                weight=describe.words.tokens(one.summary.tokens),
                lines=joined(html("<li>{line}</li>", line=line) for line in describe.change(changed)),
            )
            for one, changed in found[: -NEWEST - 1 : -1]
        ),
    )


class GenerationsView(View):
    """The summary's generations up to the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._panel = Region(html=pn.bind(generations, p.frame, p.replay))
