"""What a person captured, to compare a later moment or another choice with it."""

from __future__ import annotations

import msgspec

from sim.replay import Frame
from sim.settings import Settings


class Baseline(msgspec.Struct, frozen=True):
    """A frame that the learner captured, with its settings and the place of the playhead at that time (seconds)."""

    frame: Frame
    seconds: float

    @property
    def settings(self) -> Settings:
        """The settings of the captured frame."""
        return self.frame.settings
