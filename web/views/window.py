"""The address, the history, the theme and the live region, joined to the experiment."""

from __future__ import annotations

import panel as pn
from panel.viewable import Viewer

from sim import describe

from ..components.window import Window
from ..experiment import Experiment


class WindowView(Viewer):
    """Settings that change make a new entry of the history; a moment that changes does not."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._experiment = experiment
        self._visiting = False
        self._panel = Window(
            visit=self._visit,
            theme=self._theme,
            ready=p.ready,
            said=p.said,
            title=pn.bind(describe.page.title, p.fixture),
            query=experiment.address,
        )
        p.watch(self._write, ["fixture", "settings", "seconds"])

    def __panel__(self) -> Window:
        return self._panel

    def _visit(self, query: str) -> None:
        self._visiting = True
        try:
            self._experiment.visit(query)
        finally:
            self._visiting = False

    def _theme(self, name: str) -> None:
        self._experiment.theme = name

    def _write(self, *events: object) -> None:
        chosen = any(event.name in ("fixture", "settings") for event in events)
        self._panel.param.update(push=chosen and not self._visiting, query=self._experiment.address)
