"""Exports the replay, and opens a fixture or an earlier export."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.lesson.decoding import LIMIT_BYTES

from ..components.files import Files
from ..experiment import Experiment
from .markup import html, when
from .view import View


def files(origin: str, ready: bool) -> Markup:
    """Buttons and a native file input, which keyboards and screen readers can use."""
    return html(
        """<section aria-labelledby="files-heading" class="files">
<h2 id="files-heading">{heading}</h2>
<p class="hint">{hint}</p>
<p class="buttons"><button type="button" data-part="export"{waiting}>{replay}</button> <button type="button" data-part="export-lesson"{waiting}>{lesson}</button>{link}</p>
<p class="open"><label for="open-fixture">{open}</label> <input type="file" id="open-fixture" accept=".json,application/json"{waiting}></p>
</section>""",
        heading=describe.labels.FILES,
        replay=describe.labels.EXPORT_REPLAY,
        lesson=describe.labels.EXPORT_LESSON,
        open=describe.labels.OPEN,
        hint=describe.page.FILES["hint"],
        waiting=when(not ready, " disabled"),
        link=html(
            ' <button type="button" data-part="link"{waiting}>{words}</button>',
            words=describe.page.COPY_LINK,
            waiting=when(not ready, " disabled"),
        )
        if origin
        else "",
    )


class FilesView(View):
    """Files in and out of an experiment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._experiment = experiment
        self._panel = Files(
            self,
            html=pn.bind(files, p.origin, p.ready),
            words=describe.page.FILES,
            origin=experiment.param.origin,
            limit=LIMIT_BYTES,
            wanted=p.wanted,
        )

    def open(self, data: bytes, name: str, query: str | None) -> str:
        """As the component's desk."""
        return self._experiment.file if self._experiment.open(data, name or describe.page.ADDRESS_NAME, query) else ""

    def missing(self, query: str, broken: bool) -> None:
        """As the component's desk."""
        self._experiment.missing(query, broken)

    def kept(self, file: str, kept: bool) -> None:
        """As the component's desk."""
        if file == self._experiment.file:
            self._experiment.kept = kept

    def refuse(self, sentence: str) -> None:
        """As the component's desk."""
        self._experiment.refuse(sentence)

    def export(self) -> tuple[str, str]:
        """As the component's desk."""
        return f"{self._experiment.fixture.id}.json", self._experiment.export()

    def export_lesson(self) -> tuple[str, str]:
        """As the component's desk."""
        return f"{self._experiment.fixture.id}-lesson.json", self._experiment.lesson_text()

    def link(self) -> tuple[str, str]:
        """As the component's desk."""
        return self._experiment.address, self._experiment.lesson_text()
