"""How many of the lesson's questions the context can still answer, and how many it can prove."""

from __future__ import annotations

import msgspec

from sim.replay import Frame


class Retention(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers of probes: all those asked, those whose exact answer can be read, and those whose fact is backed."""

    asked: int
    answerable: int
    proven: int


def retention(frame: Frame) -> Retention:
    """How the lesson's probes fare against the context of a frame."""
    standings = frame.facts
    asked = [standings[probe.fact] for probe in frame.fixture.probes]
    return Retention(
        asked=len(asked),
        answerable=sum(standing.answerable for standing in asked),
        proven=sum(standing.backed for standing in asked),
    )
