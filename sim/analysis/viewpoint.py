"""One moment of one replay, which a step of a guide is about."""

from __future__ import annotations

import msgspec

from sim.lesson.fixture import Fixture
from sim.lesson.step import Chosen
from sim.policies.choice import choose
from sim.replay import Frame, Replay, replay
from sim.settings import Settings


class Viewpoint(msgspec.Struct, frozen=True, eq=False):
    """A moment of a replay.

    - `replay`: the replay.
    - `seconds`: the moment, in seconds.
    """

    replay: Replay
    seconds: float

    @classmethod
    def of(cls, fixture: Fixture, chosen: Chosen, seconds: float) -> Viewpoint:
        """The lesson under the chosen settings at that moment; InvalidInput if the lesson does not offer them."""
        return cls(replay(fixture, settings_of(fixture, chosen)), seconds)

    @property
    def fixture(self) -> Fixture:
        """The lesson."""
        return self.replay.fixture

    @property
    def settings(self) -> Settings:
        """The settings of the replay."""
        return self.replay.settings

    @property
    def frame(self) -> Frame:
        """The state at the moment."""
        return self.replay.at(self.seconds)

    @property
    def before(self) -> Frame:
        """The state one arrival earlier; for frame 0, frame 0 itself."""
        return self.replay.frames[max(0, self.frame.index - 1)]


def settings_of(fixture: Fixture, chosen: Chosen, source: str = "settings") -> Settings:
    """The chosen settings, and the lesson's defaults for the rest; InvalidInput if the lesson does not offer them."""
    return choose(fixture, chosen.budget, chosen.policy, chosen.fidelity, source, parameters=chosen.parameters)
