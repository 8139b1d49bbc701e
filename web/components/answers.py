"""Lets the browser keep the answers to the guide's questions, and hears of those that another tab keeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import param

from .region import Message, Region


class Answers(Region):
    """`hear(kept)` is called with what another tab kept: JSON texts by name, or None for what it forgot."""

    words = param.Dict()

    _esm = Path(__file__).with_suffix(".js")

    def __init__(self, hear: Callable[[Mapping[str, str | None]], None], **params: Any) -> None:
        super().__init__(**params)
        self._hear = hear

    def keep(self, name: str, record: dict[str, str | None]) -> None:
        """Keep one answer under a name, as `answers.js` describes the record."""
        self._send_msg({"keep": name, "record": record})

    def forget(self, lesson: str) -> None:
        """Forget all answers whose names begin with the lesson's key."""
        self._send_msg({"forget": lesson})

    def _handle_msg(self, data: Message) -> None:
        if "kept" in data:
            self._hear(data["kept"])
        else:
            super()._handle_msg(data)
