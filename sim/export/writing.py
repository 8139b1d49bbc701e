"""Writes a replay as a document that can be kept and compared. The same replay always gives the same bytes.

A document that could not be opened again in a fair time is not written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

import sim
from sim import describe
from sim.analysis.generations import generations
from sim.analysis.token_budget import has_lines
from sim.export import exact, trace
from sim.export.format import FORMAT, VERSION, Answer, Application
from sim.guide.steps import answered
from sim.lesson.decoding import LIMIT_BYTES
from sim.lesson.fixture import Fixture, encode
from sim.lesson.invalid import InvalidInput
from sim.replay import Replay
from sim.settings import ChosenSettings

SAMPLES: Final = 200  # about how many arrivals are written to estimate the size of all of them
NONE: Final[Mapping[int, str | None]] = MappingProxyType({})
MOST_STEPS: Final = 60_000_000  # a few seconds' work


def document(replay: Replay, seconds: float, answers: Mapping[int, str | None] = NONE) -> bytes:
    """The export of a whole replay, inspected at that moment. The same input always gives the same bytes.

    A moment outside the lesson is replaced by its start or its end. Each turn, summary and arrival is one line. `answers`
    are those to the guide's questions, by step number; None: skipped. One that the lesson does not offer is left out.
    InvalidInput if the export would be too large or would take too long to open again.
    """
    seconds = min(max(0.0, float(seconds)), replay.fixture.duration)
    frame, fixture = replay.at(seconds), _fixture(replay.fixture)
    _check_size(replay, len(fixture))
    inspection = {"seconds": seconds, "arrival": frame.index, "shown": exact.moment(replay, frame)}
    head = {
        "format": FORMAT,
        "version": VERSION,
        "application": Application("Palimpsest", sim.__version__),
        "statement": describe.STATEMENT,
    }
    parts = [(name, msgspec.json.encode(value)) for name, value in head.items()]
    parts += [
        ("fixture", fixture),
        ("settings", msgspec.json.encode(ChosenSettings.of(replay.settings))),
        ("inspection", msgspec.json.encode(inspection)),
        *_answers(replay.fixture, answers),
        ("summaries", _lines(trace.summaries(replay))),
        ("arrivals", _lines(trace.arrivals(replay))),
    ]
    data = _object(parts) + b"\n"
    if len(data) > LIMIT_BYTES:
        raise _too_long(replay)
    return data


def fixture_bytes(fixture: Fixture) -> bytes:
    """The lesson alone, as a file that opens again."""
    return encode(fixture)


def _answers(fixture: Fixture, answers: Mapping[int, str | None]) -> list[tuple[str, bytes]]:
    """The field with the answers; no field if there are none."""
    found = [Answer(one.number, one.chosen) for one in answered(fixture, answers)]
    return [("answers", msgspec.json.encode(found))] if found else []


def _fixture(fixture: Fixture) -> bytes:
    """The lesson as JSON, with one line for each turn."""
    fields = msgspec.json.decode(msgspec.json.encode(fixture), type=dict[str, msgspec.Raw])
    turns = map(msgspec.json.encode, fixture.turns)
    return _object((name, _lines(turns) if name == "turns" else bytes(value)) for name, value in fields.items())


def _object(parts: Iterable[tuple[str, bytes]]) -> bytes:
    return b"{\n" + b",\n".join(b'"%s": %s' % (name.encode(), value) for name, value in parts) + b"\n}"


def _lines(values: Iterable[bytes]) -> bytes:
    return b"[\n" + b",\n".join(values) + b"\n]"


def _check_size(replay: Replay, fixture: int) -> None:
    """InvalidInput if the export is estimated to be too large to open, or to take too long to write and to check."""
    frames, session = replay.frames, replay.frames[0].context.session
    marks = sum(map(len, session.mentions.values())) + len(session.partners)
    steps = len(frames) * (marks + 1)
    if has_lines(replay.fixture):
        steps += sum(len(frame.context) for frame in frames)
    if any(turn.entries for turn in session.turns):
        steps += sum(one.summary.stop - one.summary.start for one in generations(replay))
    chosen, trace_of = frames[1 :: max(1, len(frames) // SAMPLES)], trace.Trace(session)
    written = sum(len([*trace_of.arrivals(frames[frame.index - 1 : frame.index + 1])][-1]) + 2 for frame in chosen)
    size = fixture + written * len(frames) // max(1, len(chosen))
    if steps > MOST_STEPS or size > 1.1 * LIMIT_BYTES:
        raise _too_long(replay)


def _too_long(replay: Replay) -> InvalidInput:
    problem = f"which together are more than could be opened again in a fair time, or than {LIMIT_BYTES // 2**20} MiB"
    return InvalidInput(replay.fixture.id, "$.arrivals", f"{len(replay.frames)} frames", problem)
