"""How many of the lesson's questions the context can still answer, and how many it can prove."""

from __future__ import annotations

import msgspec

from sim.replay import Frame


class Retention(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers of probes.

    - `asked`: all probes of the lesson.
    - `answerable`: those whose exact answer can be read in the context.
    - `proven`: those whose fact is backed.
    """

    asked: int
    answerable: int
    proven: int


def retention(frame: Frame) -> Retention:
    """How many of the lesson's probes the context of a frame can answer and prove."""
    standings = frame.facts
    asked = [standings[probe.fact] for probe in frame.fixture.probes]
    return Retention(
        asked=len(asked),
        answerable=sum(standing.answerable for standing in asked),
        proven=sum(standing.backed for standing in asked),
    )
