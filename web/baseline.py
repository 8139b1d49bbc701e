"""What a person captured, to compare a later moment or another choice with it."""

from __future__ import annotations

import msgspec

from sim.analysis.failed_calls import NONE_FAILED, Failures
from sim.replay import Frame
from sim.settings import Settings


class Baseline(msgspec.Struct, frozen=True):
    """A frame that the learner captured, with its settings, the place of the playhead at that time (seconds), and what had failed."""

    frame: Frame
    seconds: float
    failures: Failures = NONE_FAILED

    @property
    def settings(self) -> Settings:
        """The settings of the captured frame."""
        return self.frame.settings
