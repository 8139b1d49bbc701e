"""The learner's own words. They live in the browser; Python never sees them."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup
from panel.viewable import Viewer

from sim import describe

from ..components.notes import Notes
from ..experiment import Experiment
from .markup import html


def notes() -> Markup:
    """A text area, what became of it, and its export."""
    return html(
        """<section aria-labelledby="notes-heading" class="notes">
<h2><label for="notes" id="notes-heading">Notes</label></h2>
<textarea id="notes" rows="8" spellcheck="true" autocomplete="off" aria-describedby="notes-saved"></textarea>
<p class="hint" id="notes-saved" data-part="saved">{empty}</p>
<p class="buttons"><button type="button" data-part="export">Export notes</button></p>
</section>""",
        empty=describe.page.NOTES["empty"],
    )


class NotesView(Viewer):
    """The notes of the lesson that is open."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        fixture = experiment.param.fixture
        self._panel = Notes(
            html=str(notes()),
            lesson=pn.bind(lambda fixture: fixture.id, fixture),
            title=pn.bind(lambda fixture: fixture.title, fixture),
            words=describe.page.NOTES,
            statement=describe.STATEMENT,
        )

    def __panel__(self) -> Notes:
        return self._panel
