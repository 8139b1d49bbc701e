"""Connects Python to what only the browser's window has: the address, the history, the theme and the live region."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent

from .region import Message


class Window(JSComponent):
    """The last sentence in `said` is announced.

    `visit(query)` is called after Back or Forward, `theme(name)` with "light" or "dark".
    """

    ready = param.Boolean(allow_refs=True)
    said = param.Tuple((0, ""), allow_refs=True)
    title = param.String(allow_refs=True)
    heard = param.Integer(0, doc="The number of the last address that was heard of.")

    _esm = Path(__file__).with_suffix(".js")

    def __init__(self, visit: Callable[[str], None], theme: Callable[[str], None], **params: Any) -> None:
        super().__init__(**params)  # type: ignore[no-untyped-call]  # param's constructor has no types
        self._visit, self._theme = visit, theme

    def write(self, query: str, push: bool = False) -> None:
        """Write a query to the address; `push` makes a new entry. A message is used, because a property would keep only the last."""
        self._send_msg({"query": query, "push": push})

    def _handle_msg(self, data: Message) -> None:
        if "theme" in data:
            self._theme(data["theme"])
        else:
            self._visit(data["query"])
            self.heard = data["number"]
