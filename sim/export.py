"""A replay as a document that can be kept, compared and opened again.

It holds every frame and never a part of the trace, so where the learner was looking is written
apart from what happened. On opening, the engine computes the frames anew: a trace that does
not follow from its own lesson and settings is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET

import sim
from sim import checks, decoding, describe
from sim.context import Summary
from sim.decoding import LIMIT_BYTES
from sim.fixture import FORMAT as FIXTURE_FORMAT
from sim.fixture import Fixture, Turn, encode, load
from sim.invalid import InvalidInput, shown
from sim.operations import Operation
from sim.provenance import Standing
from sim.replay import Frame, Replay, frames
from sim.session import Session
from sim.settings import Settings

FORMAT: Final = "palimpsest/replay"
VERSION: Final = 1
SENTENCES: Final = (".reason", ".over_budget")
# An export of before there were these figures lacks them, and can still be opened.
LATER: Final = (".session", ".prompts", ".faults")


class Application(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What wrote the document."""

    name: str
    version: str


class Inspection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the learner was looking: the playhead in seconds, and the frame's index."""

    seconds: float
    arrival: int


class Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole export; each of `arrivals` is a frame as `state` gives it."""

    format: Literal["palimpsest/replay"]
    version: Literal[1]
    application: Application
    statement: str
    fixture: Fixture
    settings: Settings
    inspection: Inspection
    arrivals: list[Any]


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """What a file held; settings and the playhead (in seconds) only if it was a replay."""

    fixture: Fixture
    settings: Settings | None = None
    seconds: float | None = None


def document(replay: Replay, seconds: float) -> bytes:
    """The export of a whole replay, looked at from that moment; the same input, the same bytes.

    A moment outside the lesson is taken as its start or its end. Every frame lists all that it holds and all that left,
    so a very long replay has no export: InvalidInput, before more is written than could be opened again.
    """
    seconds = min(max(0.0, float(seconds)), replay.fixture.duration)
    whole = Document(
        format=FORMAT,
        version=VERSION,
        application=Application("Palimpsest", sim.__version__),
        statement=describe.STATEMENT,
        fixture=replay.fixture,
        settings=replay.settings,
        inspection=Inspection(seconds, replay.at(seconds).index),
        arrivals=_arrivals(replay),
    )
    data = msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"
    if len(data) > LIMIT_BYTES:
        raise _too_long(replay)
    return data


def fixture_bytes(fixture: Fixture) -> bytes:
    """The lesson alone, as a file that opens again."""
    return encode(fixture)


def state(frame: Frame) -> dict[str, Any]:
    """One frame as the export has it: plain dicts, lists, strings and numbers."""
    standings = frame.facts
    return {
        "index": frame.index,
        "seconds": frame.seconds,
        "arrived": frame.arrived.id if frame.arrived else None,
        "context": list(frame.context.ids),
        "items": [_item(item, standings) for item in frame.context.items()],
        "tokens": frame.tokens,
        "over_budget": frame.over_budget,
        "operations": [_operation(operation) for operation in frame.operations],
        "facts": {
            fact: {"mentioned_by": list(standing.mentioned_by), "backed_by": list(standing.backed_by)}
            for fact, standing in standings.items()
        },
        "evicted": list(frame.evicted),
        "covered": list(frame.covered),
        "session": {"turns": frame.index, "stored": frame.stored},
        "prompts": {
            "read": frame.read,
            "reusable": frame.reusable,
            "uncached": frame.uncached,
            "summarized": frame.summarized,
        },
        "faults": [msgspec.to_builtins(fault) for fault in frame.faults],
    }


def open_document(data: bytes, source: str = "file") -> Opened:
    """A lesson, or an earlier export with its settings and playhead.

    InvalidInput if it is neither, or if an export's frames are not those that the engine
    computes from the lesson and the settings in it.
    """
    data = decoding.text_of(data, source)
    header = decoding.header_of(data, source)
    if header.format == FIXTURE_FORMAT:
        return Opened(fixture=load(data, source))
    decoding.expect(header, FORMAT, VERSION, source)
    whole = decoding.decode(data, Document, source)
    checks.check(whole.fixture, source, "$.fixture")
    settings = _checked_settings(whole, source)
    _check_arrivals(whole, settings, source)
    _check_inspection(whole, source)
    return Opened(fixture=whole.fixture, settings=settings, seconds=whole.inspection.seconds)


def _arrivals(replay: Replay) -> list[msgspec.Raw]:
    arrivals, size = [], 0
    for frame in replay.frames:
        arrivals.append(msgspec.Raw(msgspec.json.encode(state(frame))))
        size += len(arrivals[-1])
        if size > LIMIT_BYTES:
            raise _too_long(replay)
    return arrivals


def _too_long(replay: Replay) -> InvalidInput:
    problem = f"which together are larger than the {LIMIT_BYTES // 2**20} MiB that could be opened again"
    return InvalidInput(replay.fixture.id, "$.arrivals", f"{len(replay.frames)} frames", problem)


def _item(item: Turn | Summary, standings: dict[str, Standing]) -> dict[str, Any]:
    backs = {
        fact: [source for holder, source in standing.through if holder == item.id]
        for fact, standing in standings.items()
    }
    entry: dict[str, Any] = {
        "id": item.id,
        "kind": "summary" if isinstance(item, Summary) else "turn",
        "tokens": item.tokens,
        "mentions": [fact for fact, standing in standings.items() if item.id in standing.mentioned_by],
        "backs": {fact: sources for fact, sources in backs.items() if sources},
    }
    if isinstance(item, Summary):
        entry["covers"] = list(item.covers)
        said = item.said
        # A plain summary says no more than what it backs.
        if item.born or said.structure:
            entry |= {"generation": item.generation, "place": item.place, "role": item.role, "says": said.wordings}
        if said.structure:
            entry["structure"] = msgspec.to_builtins(said.structure)
    return entry


def _operation(operation: Operation) -> dict[str, Any]:
    return {
        "kind": operation.kind,
        "turns": list(operation.turns),
        "into": operation.into,
        "before": operation.before,
        "after": operation.after,
        "reason": operation.reason,
    }


def _checked_settings(whole: Document, source: str) -> Settings:
    found = whole.settings
    try:
        return Settings.of(
            whole.fixture, found.budget, found.policy, found.fidelity, source, parameters=found.parameters
        )
    except InvalidInput as error:
        within = "" if error.field in Settings.__struct_fields__ else "parameters."
        raise InvalidInput(source, f"$.settings.{within}{error.field}", error.value, error.problem) from None


def _check_arrivals(whole: Document, settings: Settings, source: str) -> None:
    computed = (state(frame) for frame in frames(Session.of(whole.fixture), settings))
    for number, (frame, found) in enumerate(zip(computed, whole.arrivals)):
        for path, value, wanted in _differences(found, frame, f"$.arrivals[{number}]"):
            # A later version may word a reason otherwise; what it is the reason for must be the same.
            if path.endswith(SENTENCES) and isinstance(value, str) and isinstance(wanted, str):
                continue
            if value is UNSET and path.endswith(LATER):
                continue
            raise InvalidInput(source, path, shown(value), f"where the engine computes {shown(wanted)}")
    expected = len(whole.fixture.turns) + 1
    if len(whole.arrivals) != expected:
        raise InvalidInput(
            source, "$.arrivals", shown(whole.arrivals), f"where the lesson has {expected} frames from 0"
        )


def _check_inspection(whole: Document, source: str) -> None:
    seconds, arrival = whole.inspection.seconds, whole.inspection.arrival
    if not 0 <= seconds <= whole.fixture.duration:
        problem = f"which is not within the lesson's {whole.fixture.duration:g} seconds"
        raise InvalidInput(source, "$.inspection.seconds", shown(seconds), problem)
    wanted = sum(at <= seconds for at in whole.fixture.arrivals)
    if arrival != wanted:
        problem = f"but the arrival at {seconds:g} seconds is number {wanted}"
        raise InvalidInput(source, "$.inspection.arrival", shown(arrival), problem)


def _differences(found: Any, wanted: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Where `found` departs from `wanted`: path, the value found, the value wanted."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in [*wanted, *(key for key in found if key not in wanted)]:
            yield from _differences(found.get(key, UNSET), wanted.get(key, UNSET), f"{path}.{key}")
    elif isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        for k, (one, other) in enumerate(zip(found, wanted)):
            yield from _differences(one, other, f"{path}[{k}]")
    elif found != wanted or isinstance(found, bool) != isinstance(wanted, bool):
        yield path, found, wanted
