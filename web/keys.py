"""Why: one table of keys drives the handlers, the help and the tests, so that none of them can promise another.

A single character acts only while the focus is in the experiment, never in the notes, and can be switched off
(WCAG 2.1.4). A key presses the control whose `data-key-action` is its action; on the timeline it moves the playhead.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sim import describe

Place = Literal["experiment", "timeline"]


class Key(msgspec.Struct, frozen=True):
    """`keys` as the browser names them; `place` is where the focus has to be."""

    keys: tuple[str, ...]
    place: Place
    action: str

    @property
    def does(self) -> str:
        """What the key does, for the help."""
        return describe.page.KEYS[self.action]


KEYS = (
    Key(("k",), "experiment", "play"),
    Key(("n",), "experiment", "next"),
    Key(("b",), "experiment", "previous"),
    Key(("r",), "experiment", "restart"),
    Key(("c",), "experiment", "capture"),
    Key(("x",), "experiment", "expand"),
    Key(("?",), "experiment", "help"),
    Key(("ArrowRight", "ArrowUp"), "timeline", "second-on"),
    Key(("ArrowLeft", "ArrowDown"), "timeline", "second-back"),
    Key(("PageUp",), "timeline", "leap-on"),
    Key(("PageDown",), "timeline", "leap-back"),
    Key(("Home",), "timeline", "start"),
    Key(("End",), "timeline", "end"),
    Key(("Escape",), "experiment", "collapse"),
)
