"""The base class of all panels, so that Panel's untyped constructor has to be handled in one place only."""

from __future__ import annotations

from panel.viewable import Viewable, Viewer


class View(Viewer):
    """Shows `_panel`, which a subclass makes once and then only changes."""

    _panel: Viewable

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # param's constructor has no types

    def __panel__(self) -> Viewable:
        return self._panel
