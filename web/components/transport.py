"""Leaves playback to the page, because between arrivals the playhead moves at the rate of the display.

The page tells Python about arrivals, steps, pauses, seeks and the end, in the order in which they happen. Python answers each.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import param

from .region import Message, Region


class Transport(Region):
    """`arrivals` and `duration` are in seconds. `move(seconds, quiet)` is called when the playhead moved.

    `press(name)` is called for a control that was used while the page did not know the place of the playhead.
    """

    arrivals = param.List(allow_refs=True)
    duration = param.Number(allow_refs=True)
    seconds = param.Number(allow_refs=True)
    words = param.Dict()
    keys = param.Dict(doc="What each key does on the timeline.")

    _esm = Path(__file__).with_suffix(".js")

    def __init__(self, move: Callable[[float, bool], None], press: Callable[[str], None], **params: Any) -> None:
        super().__init__(**params)
        self._move, self._press = move, press

    def _handle_msg(self, data: Message) -> None:
        if "press" in data:
            self._press(data["press"])
        elif "seconds" in data:
            self._move(data["seconds"], data["quiet"])
        self.heard = data["number"]
