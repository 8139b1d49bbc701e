"""The frame as the export has it, for the current arrival only."""

from __future__ import annotations

import json

import panel as pn
from markupsafe import Markup
from panel.viewable import Viewer

from sim import describe
from sim.export import state
from sim.replay import Frame

from ..components.region import Region
from ..experiment import Experiment
from .markup import LARGE, html


def exact_state(frame: Frame) -> Markup:
    """JSON, folded away; of a very long context only the export has all."""
    large = frame.index > LARGE
    text = describe.page.state_too_long(frame) if large else json.dumps(state(frame), indent=2, ensure_ascii=False)
    return html(
        """<section class="state"><details><summary>{heading}</summary>
<pre tabindex="0" role="region" aria-label="{label}">{text}</pre></details></section>""",
        heading=describe.page.STATE,
        label=describe.page.state_label(frame),
        text=text,
    )


class StateView(Viewer):
    """The exact state at the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        self._panel = Region(html=pn.bind(exact_state, experiment.param.frame))

    def __panel__(self) -> Region:
        return self._panel
