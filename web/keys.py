"""The only table of keys. The handlers, the help and the tests all use it, so that they cannot disagree.

A single-character key acts only while the focus is in the experiment, and never in the notes. It can be switched off (WCAG
2.1.4). A key presses the control whose `data-key-action` is the key's action. On the timeline it moves the playhead, and in the map
the focus.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sim import describe

Scope = Literal["experiment", "timeline", "map"]


class Key(msgspec.Struct, frozen=True):
    """`keys` are the browser's names. `place` says where the focus must be."""

    keys: tuple[str, ...]
    place: Scope
    action: str

    @property
    def does(self) -> str:
        """The sentence of the help that says what the key does."""
        return describe.keys.KEYS[self.action]


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
    Key(("ArrowRight",), "map", "next-budget"),
    Key(("ArrowLeft",), "map", "previous-budget"),
    Key(("ArrowDown",), "map", "next-policy"),
    Key(("ArrowUp",), "map", "previous-policy"),
    Key(("Home",), "map", "first-budget"),
    Key(("End",), "map", "last-budget"),
)
