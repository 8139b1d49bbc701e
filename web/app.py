"""Why: this is what the browser runs. It joins the panels to one experiment, and both to the page.

The very same code runs at build time, where the document it makes becomes part of the page. So the page shows every
panel before Python is up, and Python, making the same document with the same ids, only has to attach to it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable

os.environ.setdefault("PANEL_CDN_ROOT", "panel/")

import panel as pn
from bokeh.core.serialization import Serializer
from bokeh.document import Document
from bokeh.document.events import DocumentPatchedEvent
from bokeh.document.json import PatchJson
from bokeh.settings import settings as bokeh_settings
from panel.viewable import Viewable

from .experiment import Experiment
from .views.comparison import ComparisonView
from .views.context import ContextView
from .views.evidence import EvidenceView
from .views.files import FilesView
from .views.generations import GenerationsView
from .views.lesson import LessonView
from .views.notes import NotesView
from .views.notice import NoticeView
from .views.picture import PictureView
from .views.prompts import PromptsView
from .views.requests import RequestsView
from .views.settings import SettingsView
from .views.state import StateView
from .views.transcript import TranscriptView
from .views.transport import TransportView
from .views.window import WindowView

PAGE = "page"  # the setter of what the page changed, so that it is not sent back


class Session:
    """One person's experiment as a Bokeh document: one root a panel, each named after its place in the page."""

    def __init__(self, theme: str = "light") -> None:
        bokeh_settings.simple_ids.set_value(True)
        self.experiment = Experiment(theme=theme)
        picture = PictureView(self.experiment)
        self.panels: dict[str, Viewable] = {
            "notice": NoticeView(self.experiment).__panel__(),
            "lesson": LessonView(self.experiment).__panel__(),
            "settings": SettingsView(self.experiment).__panel__(),
            "transport": TransportView(self.experiment).__panel__(),
            "context": ContextView(self.experiment).__panel__(),
            "evidence": EvidenceView(self.experiment).__panel__(),
            "transcript": TranscriptView(self.experiment).__panel__(),
            "prompts": PromptsView(self.experiment).__panel__(),
            "generations": GenerationsView(self.experiment).__panel__(),
            "requests": RequestsView(self.experiment).__panel__(),
            "picture": picture.__panel__(),
            "chart": picture.chart,
            "comparison": ComparisonView(self.experiment).__panel__(),
            "notes": NotesView(self.experiment).__panel__(),
            "state": StateView(self.experiment).__panel__(),
            "files": FilesView(self.experiment).__panel__(),
            "window": WindowView(self.experiment).__panel__(),
        }
        self._document = Document()
        for name, panel in self.panels.items():
            root = panel.get_root(self._document)
            root.name = name
            self._document.add_root(root)
        self._events: list[DocumentPatchedEvent] = []

    def document(self) -> str:
        """The document as JSON text, as the page embeds it."""
        return json.dumps(self._document.to_json(deferred=False), separators=(",", ":"))

    def connect(self, send: Callable[[str], None]) -> None:
        """Attach to a page that shows this document: `send` takes patches as JSON text. The controls wake up."""
        self._send = send
        self._document.models.flush_synced()
        # Otherwise Panel waits for a server's websocket before it lets a change out.
        pn.state._connected[self._document] = pn.state._loaded[self._document] = True
        self._document.on_change(self._changed)
        self.experiment.ready = True
        self._flush()

    def receive(self, patch: str) -> None:
        """What the page did, as JSON text; what follows from it is sent as one patch."""
        try:
            self._document.apply_json_patch(json.loads(patch), setter=PAGE)
        finally:
            self._flush()

    def _changed(self, event: object) -> None:
        if isinstance(event, DocumentPatchedEvent) and event.setter != PAGE:
            self._events.append(event)

    def _flush(self) -> None:
        events, self._events = self._events, []
        if not events:
            return
        serializer = Serializer(references=self._document.models.synced_references, deferred=False)
        patch = PatchJson(events=serializer.encode(events))
        self._document.models.flush_synced(lambda model: not serializer.has_ref(model))
        self._send(json.dumps(patch, separators=(",", ":")))
