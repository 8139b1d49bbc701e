"""Exchanges files with the page. The page chooses, keeps and saves them; Python checks what comes in and writes what goes out."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import param

from .region import Message, Region


class Desk(Protocol):
    """The view that reads and writes the files for this component."""

    def open(self, data: bytes, name: str, query: str | None) -> str:
        """Open a file, at the moment of `query` if an address asked for it. Return the content's digest, or "" for a refused file."""

    def missing(self, query: str, broken: bool) -> None:
        """The file that an address asks for was not found, or the address carries it and it is `broken`."""

    def kept(self, file: str, kept: bool) -> None:
        """Hear whether the browser will still have the file after a reload."""

    def refuse(self, sentence: str) -> None:
        """Report a file that the page did not read."""

    def export(self) -> tuple[str, str]:
        """The name and the text of a download."""

    def export_lesson(self) -> tuple[str, str]:
        """The name and the text of a download of the lesson alone."""

    def link(self) -> tuple[str, str]:
        """The query of an address, and the text of the lesson that the address will carry."""


class Files(Region):
    """`wanted` has three values: a running number, the digest of the file that an address asks for, and the address's query."""

    words = param.Dict()
    origin = param.String(allow_refs=True, doc="The name of the file that is open; empty for a bundled lesson.")
    limit = param.Integer(doc="Bytes; a larger file is not even read.")
    wanted = param.Tuple((0, "", ""), allow_refs=True)

    _esm = Path(__file__).with_suffix(".js")

    def __init__(self, desk: Desk, **params: Any) -> None:
        super().__init__(**params)
        self._desk = desk

    def _handle_msg(self, data: Message) -> None:
        match data["act"]:
            case "open":
                file = self._desk.open(data["data"], data["name"], data.get("query"))
                self._send_msg({"act": "opened", "file": file})
            case "missing":
                self._desk.missing(data["query"], data.get("broken", False))
            case "kept":
                self._desk.kept(data["name"], data["kept"])
            case "refuse":
                self._desk.refuse(data["sentence"])
            case "link":
                query, text = self._desk.link()
                self._send_msg({"act": "link", "query": query, "text": text})
            case "export" | "export-lesson" as act:
                name, text = self._desk.export() if act == "export" else self._desk.export_lesson()
                self._send_msg({"act": "export", "name": name, "text": text})
