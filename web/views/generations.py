"""What a summary became, generation by generation: where drift is seen."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup
from panel.viewable import Viewer

from sim import describe
from sim.generations import Generation, change
from sim.generations import generations as written
from sim.policies import POLICIES
from sim.replay import Frame, Replay

from ..components.region import Region
from ..experiment import Experiment
from .markup import html, joined

NEWEST = 12  # generations shown


def generations(frame: Frame, replay: Replay) -> Markup:
    """Each generation with what it changed, the newest first; nothing for a lesson without recursive summaries."""
    if all(POLICIES[policy].local for policy in frame.fixture.policies):
        return Markup()
    found = written(replay, frame.index)
    before: dict[str, Generation] = {}
    changes = []
    for one in found:
        was = before.get(one.summary.id)
        changes.append((one, change(was.summary if was else None, one.summary)))
        before[one.summary.id] = one
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
            for one, changed in changes[: -NEWEST - 1 : -1]
        ),
    )


class GenerationsView(Viewer):
    """The summary's generations up to the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._panel = Region(html=pn.bind(generations, p.frame, p.replay))

    def __panel__(self) -> Region:
        return self._panel
