"""Why: some things only the browser's window knows or can do: its address and history, its theme, its live region."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import param
from panel.custom import JSComponent


class Window(JSComponent):
    """`query` is written to the address (`push`: as a new entry of the history); `said` is announced.

    `visit(query)` hears the address at the start and after Back; `theme(name)` hears "light" or "dark".
    """

    ready = param.Boolean(allow_refs=True)
    said = param.Tuple((0, ""), allow_refs=True)
    title = param.String(allow_refs=True)
    push = param.Boolean(False)
    query = param.String()

    _esm = Path(__file__).with_suffix(".js")

    def __init__(self, visit: Callable[[str], None], theme: Callable[[str], None], **params: object) -> None:
        super().__init__(**params)
        self._visit, self._theme = visit, theme

    def _handle_msg(self, data: dict) -> None:
        if "theme" in data:
            self._theme(data["theme"])
        else:
            self._visit(data["query"])
