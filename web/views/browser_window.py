"""Connects the experiment to the address, the history, the theme and the live region."""

from __future__ import annotations

import panel as pn
from param.parameterized import Event

from sim import describe

from ..components.browser_window import Window
from ..experiment import Experiment
from .view import View


class BrowserWindowView(View):
    """Changed settings make a new entry of the history. A changed moment does not."""

    _panel: Window

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._experiment = experiment
        self._panel = Window(
            visit=experiment.visit,
            theme=self._theme,
            ready=p.ready,
            said=p.said,
            title=pn.bind(describe.page.title, p.fixture),
        )
        p.watch(self._write, ["fixture", "settings", "seconds", "step", "stay", "visited"])

    def _theme(self, name: str) -> None:
        self._experiment.theme = name

    def _write(self, *events: Event) -> None:
        chosen = any(event.name in ("fixture", "settings") for event in events)
        self._panel.write(self._experiment.address, push=chosen and not self._experiment.visiting)
