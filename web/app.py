"""The application that the browser runs. It connects the panels to one experiment, and both to the page.

The same code runs at the build, and the document that it makes there becomes part of the page. So the page shows every panel
before Python has started. Python then makes the same document with the same ids and only has to attach to the page.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Protocol, TypedDict, cast

os.environ.setdefault("PANEL_CDN_ROOT", "panel/")

import panel as pn
from bokeh.core.serialization import Serializer
from bokeh.core.types import ID
from bokeh.document import Document
from bokeh.document.events import DocumentPatchedEvent, ModelChangedEvent
from bokeh.document.json import PatchJson
from bokeh.settings import settings as bokeh_settings
from panel.custom import ReactiveESM
from panel.viewable import Viewable

from .components.region import Region
from .experiment import Experiment
from .views.answers import AnswersView
from .views.browser_window import BrowserWindowView
from .views.comparison import ComparisonView
from .views.context import ContextView
from .views.evidence import EvidenceView
from .views.files import FilesView
from .views.generations import GenerationsView
from .views.guide import GuideView
from .views.handout import HandoutView
from .views.lesson import LessonView
from .views.notes import NotesView
from .views.notice import NoticeView
from .views.picture import PictureView
from .views.prompts import PromptsView
from .views.requests import RequestsView
from .views.settings import SettingsView
from .views.space import SpaceView
from .views.state import StateView
from .views.transcript import TranscriptView
from .views.transport import TransportView

# Marks changes that came from the page, so that they are not sent back. It is `Any` because Bokeh's types allow only a session
# here, although Bokeh only compares the value.
PAGE: Any = "page"
NOTHING: Mapping[str, str] = MappingProxyType({})


class Bytes(Protocol):
    """Pyodide's proxy of an ArrayBuffer from the page."""

    def to_bytes(self) -> bytes:
        """The content as Python's bytes."""


class Opened(TypedDict):
    """A file that was open. `data` holds its bytes in base 64."""

    name: str
    data: str


class Application:
    """One person's experiment as a Bokeh document. Each panel is a root of it, and is named after its place in the page."""

    def __init__(self, theme: str = "light") -> None:
        bokeh_settings.simple_ids.set_value(True)
        self.experiment = Experiment(theme=theme)
        picture = PictureView(self.experiment)
        handout = HandoutView(self.experiment)
        self.panels: dict[str, Viewable] = {
            "notice": NoticeView(self.experiment).__panel__(),
            "lesson": LessonView(self.experiment).__panel__(),
            "guide": GuideView(self.experiment, handout.print).__panel__(),
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
            "space": SpaceView(self.experiment).__panel__(),
            "notes": NotesView(self.experiment).__panel__(),
            "answers": AnswersView(self.experiment).__panel__(),
            "state": StateView(self.experiment).__panel__(),
            "files": FilesView(self.experiment).__panel__(),
            "window": BrowserWindowView(self.experiment).__panel__(),
            "handout": handout.__panel__(),
        }
        self._regions = [panel for panel in self.panels.values() if isinstance(panel, Region)]
        self._document = Document()
        for name, panel in self.panels.items():
            root = panel.get_root(self._document)
            root.name = name
            self._document.add_root(root)
        self._events: list[DocumentPatchedEvent] = []

    def document(self) -> str:
        """The document as the JSON text that the page embeds."""
        return json.dumps(self._document.to_json(deferred=False), separators=(",", ":"))

    def connect(self, send: Callable[[str], None], ready: Callable[[], None], wanted: str) -> None:
        """Attach to a page that shows this document. `send` receives patches as JSON text.

        `wanted` says as JSON text what the page should show (see `_resume`). Once the page shows it, the controls are enabled and
        `ready` is called.
        """
        self._send, self._ready = send, ready
        self._document.models.flush_synced()
        # Without this, Panel would send no change until a server's websocket is connected.
        pn.state._connected[self._document] = pn.state._loaded[self._document] = True
        self._document.on_change(self._changed)
        self._resume(**json.loads(wanted))
        self._answer()

    def receive(self, patch: str) -> None:
        """Apply a change of the page, given as JSON text. All consequences are sent back as one patch."""
        try:
            self._document.apply_json_patch(json.loads(patch), setter=PAGE)
        finally:
            self._answer()

    def take(self, panel: str, message: str, data: Bytes) -> None:
        """Give a panel a message, as JSON text, that comes with bytes."""
        try:
            cast(ReactiveESM, self.panels[panel])._handle_msg({**json.loads(message), "data": data.to_bytes()})
        finally:
            self._answer()

    def rest(self) -> bool:
        """Write one panel that is out of sight and out of date. Return whether there is another."""
        stale = self._stale()
        for region in stale[:1]:
            region.write()
        self._flush()
        return len(stale) > 1

    def _stale(self) -> list[Region]:
        return [region for region in self._regions if region.stale]

    def _answer(self) -> None:
        wakes = not self.experiment.ready and not self.experiment.awaits
        if wakes:
            self.experiment.ready = True
        for region in self._stale():
            if region.hurries and (wakes or region.seen):
                region.write()
        self._flush()
        if wakes:
            self._ready()

    def _resume(
        self,
        query: str,
        theme: str = "",
        file: Opened | None = None,
        answers: Mapping[str, str] = NOTHING,
        changed: tuple[tuple[ID, str], ...] = (),
    ) -> None:
        """Go to an address (`query`, which may be empty), with the `file` that was open and the `answers` that the browser keeps.

        A page that lost an earlier Python differs from this document. `changed` lists the differences as pairs of a model's id
        and an attribute, and the page is sent the current value of each.
        """
        if theme:
            self.experiment.theme = theme
        if file:
            self.experiment.open(base64.b64decode(file["data"]), file["name"], again=True)
        self.experiment.answers.hear(answers)
        if query:
            self.experiment.visit(query)
        for region in self._stale() if changed else ():
            if region.hurries:
                region.write()
        for name, attribute in changed:
            if model := self._document.get_model_by_id(name):
                self._events.append(ModelChangedEvent(self._document, model, attribute, getattr(model, attribute)))

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
