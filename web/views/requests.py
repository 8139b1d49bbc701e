"""Shows what each agent would send: all agents share one session, and each reader has its own view of it."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.prompt.request import Request, request
from sim.replay import Frame

from ..components.region import Region
from ..experiment import Experiment
from .markup import html, joined
from .view import View


def requests(frame: Frame) -> Markup:
    """One column for each reader. Empty for a lesson without readers."""
    readers = frame.fixture.readers
    if not readers:
        return Markup()
    return html(
        """<section aria-labelledby="requests-heading" class="requests">
<h2 id="requests-heading">{heading}</h2>
<p class="hint">{hint}</p>
<div class="columns">{readers}</div>
</section>""",
        heading=describe.page.REQUESTS,
        hint=describe.page.REQUESTS_HINT,
        readers=joined(_reader(request(frame.context, reader)) for reader in readers),
    )


def _reader(found: Request) -> Markup:
    first, *rest = describe.request(found)
    return html(
        '<div class="reader"><h3>{name}</h3><p class="hint">{first}</p><ol class="lines">{rest}</ol></div>',
        name=found.reader.name,
        first=first,
        rest=joined(html("<li>{line}</li>", line=line) for line in rest),
    )


class RequestsView(View):
    """The readers' requests at the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        self._panel = Region(html=pn.bind(requests, experiment.param.frame))
