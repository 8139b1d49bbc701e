"""Why: files are chosen, dropped and saved by the page; Python only checks what came in and writes what goes out."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

import param

from .region import Region


class Files(Region):
    """`open(bytes, name)` hears a file; `export()` gives the name and the text of a download."""

    words = param.Dict()
    limit = param.Integer(doc="Bytes; a larger file is not even read.")

    _esm = Path(__file__).with_suffix(".js")

    def __init__(
        self,
        open: Callable[[bytes, str], None],
        export: Callable[[], tuple[str, str]],
        refuse: Callable[[str], None],
        **params: object,
    ) -> None:
        super().__init__(**params)
        self._open, self._export, self._refuse = open, export, refuse

    def _handle_msg(self, data: dict) -> None:
        match data["act"]:
            case "open":
                self._open(base64.b64decode(data["data"]), data["name"])
            case "refuse":
                self._refuse(data["sentence"])
            case "export":
                name, text = self._export()
                self._send_msg({"name": name, "text": text})
