"""Export of the replay, and opening of a fixture or an earlier export."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup
from panel.viewable import Viewer

from sim import describe
from sim.fixture import LIMIT_BYTES

from ..components.files import Files
from ..experiment import Experiment
from .markup import html, when


def files(ready: bool) -> Markup:
    """A real button and a native file input."""
    return html(
        """<section aria-labelledby="files-heading" class="files">
<h2 id="files-heading">Files</h2>
<p class="hint">{hint}</p>
<p class="buttons"><button type="button" data-part="export"{waiting}>Export fixture JSON</button></p>
<p class="open"><label for="open-fixture">Open fixture</label> <input type="file" id="open-fixture" accept=".json,application/json"{waiting}></p>
</section>""",
        hint=describe.page.FILES["hint"],
        waiting=when(not ready, " disabled"),
    )


class FilesView(Viewer):
    """Files in and out of an experiment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        self._panel = Files(
            html=pn.bind(files, experiment.param.ready),
            words=describe.page.FILES,
            limit=LIMIT_BYTES,
            open=experiment.open,
            export=lambda: (f"{experiment.fixture.id}.json", experiment.export()),
            refuse=experiment.refuse,
        )

    def __panel__(self) -> Files:
        return self._panel
