"""Prints a lesson's handout, which the screen does not show."""

from __future__ import annotations

from pathlib import Path

import param

from .region import Region


class Handout(Region):
    """`html` is what the browser's own print gives, if it is of the lesson that `about` numbers."""

    words = param.Dict()

    _esm = Path(__file__).with_suffix(".js")

    def print(self, html: str) -> None:
        """Print this HTML once in place of `html`."""
        self._send_msg({"print": html})
