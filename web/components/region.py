"""Why: Panel's widgets fail the keyboard or a screen reader, native elements in the page do not.

A region shows HTML that Python wrote and tells Python which control was used, by its `data-act` and value.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import param
from panel.custom import JSComponent


class Region(JSComponent):
    """`html` may be a string or a reference that follows the experiment; `act(name, value)` hears the controls."""

    html = param.String(allow_refs=True)

    _esm = Path(__file__).with_suffix(".js")

    def __init__(self, act: Callable[[str, str | None], None] | None = None, **params: object) -> None:
        super().__init__(**params)
        self._act = act

    def _handle_msg(self, data: dict) -> None:
        if self._act:
            self._act(data["act"], data.get("value"))
