"""How many of the lesson's questions the context can still answer, and how many it can prove, with the user's words or a record."""

from __future__ import annotations

import msgspec

from sim.replay import Frame


class Retention(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Numbers of probes.

    - `asked`: all probes of the lesson.
    - `answerable`: those whose exact answer can be read in the context.
    - `proven`: those whose fact is backed or recorded, as its source demands.
    - `recorded`: those of them whose fact is recorded; a document leaves it out if there are none.
    """

    asked: int
    answerable: int
    proven: int
    recorded: int = 0


def retention(frame: Frame) -> Retention:
    """How many of the lesson's probes the context of a frame can answer and prove."""
    standings = frame.facts
    asked = [standings[probe.fact] for probe in frame.fixture.probes]
    return Retention(
        asked=len(asked),
        answerable=sum(standing.answerable for standing in asked),
        proven=sum(standing.established for standing in asked),
        recorded=sum(bool(standing.recorded_by) for standing in asked),
    )
