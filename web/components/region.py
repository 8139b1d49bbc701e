"""Shows Python's HTML with native controls, because Panel's widgets do not work well with the keyboard or a screen reader.

A region tells Python which control was used, by its `data-act` and value. A region in sight is written at once. One that is out
of sight is written when nothing else waits. If it changes several times before that, only the last state is written.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import param
from bokeh.events import Event
from panel.custom import JSComponent
from panel.models.esm import DataEvent
from param.parameterized import resolve_ref, resolve_value

Message = dict[str, Any]  # a message to or from the page, decoded from JSON
SEEN = "seen"  # the page's message when a region comes into sight or leaves it


class Region(JSComponent):
    """`html` may be a string or a reference that follows the experiment. `act(name, value)` is called when a control is used.

    `drawn()` is called after each write, and draws the parts of the region that are not HTML.

    If a control was used on an older lesson than `about`, `late()` is called instead of `act`. A control whose `data-moves` is
    "zero" or "elsewhere" moves the playhead. If its `data-after` names a group, a choice in that group makes it begin anew.
    """

    html = param.String()

    about = param.Integer(
        0, allow_refs=True, doc="Numbers the lesson that the controls belong to, if they belong to one."
    )
    heard = param.Integer(0, doc="The number of the last message from the page that was acted on.")

    _esm = Path(__file__).with_suffix(".js")

    def __init__(
        self,
        act: Callable[[str, str | None], None] = lambda *_: None,
        late: Callable[[], None] = lambda: None,
        drawn: Callable[[], None] = lambda: None,
        html: object = "",
        hurries: bool = True,
        **params: object,
    ) -> None:
        super().__init__(html=str(resolve_value(html)), **params)  # type: ignore[no-untyped-call]  # param's constructor has no types
        self._act, self._late, self._drawn, self._source = act, late, drawn, html
        self.hurries = (
            hurries  # False: nobody waits for it, so it is written when nothing else waits, even at the start
        )
        self.seen = False  # whether the region is in sight
        self.stale = False  # whether the shown HTML is out of date
        for followed in resolve_ref(html):
            followed.owner.param.watch(self._outdate, followed.name)

    def write(self) -> None:
        """Show the current state."""
        self.stale = False
        self.html = str(resolve_value(self._source))
        self._drawn()

    def _outdate(self, *_: object) -> None:
        self.stale = True

    def _process_event(self, event: Event) -> None:
        if isinstance(event, DataEvent) and event.data.get("act") == SEEN:
            self.seen = event.data["value"]
        else:
            super()._process_event(event)

    def _handle_msg(self, data: Message) -> None:
        try:
            if data["about"] == self.about:
                self._act(data["act"], data.get("value"))
            else:
                self._late()
        finally:
            self.heard = data["number"]
            if self.stale:  # a region that is used must be in sight
                self.write()
