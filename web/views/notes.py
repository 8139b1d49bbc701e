"""Shows the learner's notes. They stay in the browser, and Python never sees them."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup

from sim import describe

from ..answers import key
from ..components.notes import Notes
from ..experiment import Experiment
from .markup import html
from .view import View


def notes() -> Markup:
    """A text area, a line that says whether it is saved, and a button that exports it."""
    return html(
        """<section aria-labelledby="notes-heading" class="notes">
<h2 id="notes-heading" tabindex="-1"><label for="notes">{heading}</label></h2>
<textarea id="notes" rows="8" dir="auto" spellcheck="true" autocomplete="off" aria-describedby="notes-saved"></textarea>
<p class="printed text" dir="auto" data-part="printed" aria-hidden="true"></p>
<p class="hint" id="notes-saved" data-part="saved">{empty}</p>
<p class="buttons"><button type="button" data-part="export" disabled>{export}</button></p>
</section>""",
        heading=describe.labels.NOTES,
        export=describe.labels.EXPORT_NOTES,
        empty=describe.page.NOTES["empty"],
    )


class NotesView(View):
    """The notes of the lesson that is open."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        fixture = experiment.param.fixture
        file = experiment.param.file
        self._panel = Notes(
            html=str(notes()),
            key=pn.bind(key, fixture, file),
            lesson=pn.bind(lambda fixture: fixture.id, fixture),
            title=pn.bind(lambda fixture: fixture.title, fixture),
            words={**describe.page.NOTES, "answers": describe.answers.HEADING},
            statement=describe.STATEMENT,
        )
