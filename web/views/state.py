"""Shows the frame of the current arrival in the form that the export has."""

from __future__ import annotations

import json

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.export.exact import state
from sim.replay import Frame

from ..components.region import Region
from ..experiment import Experiment
from .markup import LARGE, html
from .view import View


def exact_state(frame: Frame) -> Markup:
    """The frame as JSON, folded away. A very long context is cut here, and only the export has all of it."""
    large = frame.index > LARGE
    text = describe.page.state_too_long(frame) if large else json.dumps(state(frame), indent=2, ensure_ascii=False)
    return html(
        """<section class="state"><details><summary>{heading}</summary>
<pre data-seen tabindex="0" role="region" aria-label="{label}">{text}</pre></details></section>""",
        heading=describe.page.STATE,
        label=describe.page.state_label(frame),
        text=text,
    )


class StateView(View):
    """The exact state at the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        self._panel = Region(html=pn.bind(exact_state, experiment.param.frame))
