"""Why: between arrivals the playhead moves at the display's own rate, so playback lives on the page's side.

Python is told of arrivals, steps, pauses, seeks and the end, and tells the page when to rewind.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import param

from .region import Region


class Transport(Region):
    """`arrivals` and `duration` in seconds; `run` counts the rewinds; `move(seconds, quiet)` hears the playhead."""

    arrivals = param.List(allow_refs=True)
    duration = param.Number(allow_refs=True)
    seconds = param.Number(allow_refs=True)
    run = param.Integer(allow_refs=True)
    heard = param.Integer(0, doc="The number of the last message from the page that was acted on.")
    words = param.Dict()
    keys = param.Dict(doc="What each key does on the timeline.")

    _esm = Path(__file__).with_suffix(".js")

    def __init__(self, move: Callable[[float, bool], None], **params: object) -> None:
        super().__init__(**params)
        self._move = move

    def _handle_msg(self, data: dict) -> None:
        self._move(data["seconds"], data["quiet"])
        self.heard = data["number"]
