"""What every arrival did and what every summary said, without repetition.

What has not changed is left out, so an arrival of a long session is as short as one of a short session.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from sim import describe
from sim.analysis.failed_calls import FailedCall, calls
from sim.analysis.generations import generations
from sim.analysis.token_budget import has_lines
from sim.export import exact
from sim.export.runs import Runs
from sim.replay import Frame, Replay
from sim.state.operations import Operation
from sim.state.session import Session


class Trace:
    """Writes the arrivals of one session as JSON.

    An arrival has `seconds` and `arrived`, the `operations` if there are any, the call that `fails` right after it if one
    does (as `exact.failed_call` writes it), and what has changed. `context`, `evicted` and `hidden` are runs; the turns
    that summaries cover are written with the summaries. `facts` has the facts whose status has changed. The other fields
    are as in `exact.state`; numbers are in teaching tokens. `failed` are the failed calls of the replay, in order.
    """

    def __init__(self, session: Session, failed: Iterable[FailedCall] = ()) -> None:
        self._failed = {call.index: call for call in failed}
        self._runs = Runs(session)
        self._has_lines = has_lines(session.fixture)

    def arrivals(self, frames: Iterable[Frame]) -> Iterator[bytes]:
        """Each frame as JSON; the first of them is written whole."""
        before, known = dict[str, Any](), dict[str, Any]()
        for frame in frames:
            now = self._held(frame)
            facts = {fact: exact.standing_of(standing) for fact, standing in frame.facts.items()}
            entry: dict[str, Any] = {"seconds": frame.seconds, "arrived": frame.arrived.id if frame.arrived else None}
            entry |= {name: value for name, value in now.items() if name not in before or before[name] != value}
            if frame.operations:
                entry["operations"] = [_operation(frame, one) for one in frame.operations]
            if frame.index in self._failed:
                entry["fails"] = exact.failed_call(self._failed[frame.index])
            if changed := {fact: standing for fact, standing in facts.items() if known.get(fact) != standing}:
                entry["facts"] = changed
            yield msgspec.json.encode(entry)
            before, known = now, facts

    def _held(self, frame: Frame) -> dict[str, Any]:
        context = frame.context
        return {
            "context": self._runs.context(context),
            "evicted": self._runs.evicted(context),
            "hidden": self._runs.hidden(context),
            "tokens": frame.tokens,
            "over_budget": describe.over_budget(frame),
            "stored": frame.stored,
            **exact.prompts(frame),
            "faults": frame.faults,
            **(exact.lines(frame) if self._has_lines else {}),
        }


def arrivals(replay: Replay) -> Iterator[bytes]:
    """What every arrival of the replay did, as JSON."""
    return Trace(replay.frames[0].context.session, calls(replay).failed).arrivals(replay.frames)


def summaries(replay: Replay) -> Iterator[bytes]:
    """Each summary as it was written, as JSON.

    It has `arrival` (the frame's index), `id`, `covers` (runs), and what has changed since the last summary with the same
    id: `tokens`, `place`, `role`, what it `says`, `carries`, `records` and `answers`, and its `structure`.
    """
    runs, before = Runs(replay.frames[0].context.session), dict[str, dict[str, Any]]()
    for one in generations(replay):
        summary, said = one.summary, one.summary.said
        entry = {"arrival": one.frame, "id": summary.id, "covers": runs.covers(summary)}
        now = {
            "tokens": summary.tokens,
            "place": summary.place,
            "role": summary.role,
            "says": said.wordings,
            "carries": said.carries,
            "records": said.records,
            "answers": sorted(said.answers),
            "structure": said.structure,
        }
        was = before.get(summary.id, {"structure": None, "records": {}})
        entry |= {name: value for name, value in now.items() if name not in was or was[name] != value}
        yield msgspec.json.encode(entry)
        before[summary.id] = now


def _operation(frame: Frame, operation: Operation) -> dict[str, Any]:
    """The step as plain data, without its reason if that is only that the context was over the budget."""
    entry = exact.operation(operation)
    if entry["into"] is None:
        del entry["into"]
    if not describe.tells_reason(frame, operation):
        del entry["reason"]
    return entry
