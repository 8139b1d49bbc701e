"""Opens a document again: the engine computes everything anew, and refuses a trace that does not follow from what is in it."""

from __future__ import annotations

import re
from typing import Any, NoReturn

import msgspec
from msgspec import UNSET

from sim.export import earlier, exact, trace
from sim.export.differing import compare
from sim.export.format import READ, VERSION, Document
from sim.guide.steps import check_answer
from sim.lesson import decoding
from sim.lesson.fixture import FORMAT as FIXTURE_FORMAT
from sim.lesson.fixture import Fixture
from sim.lesson.invalid import InvalidInput, figure, shown
from sim.library import check, load
from sim.policies.choice import choose
from sim.replay import Replay
from sim.replay import replay as played
from sim.settings import ChosenSettings, Settings

# What an early export of version 2 lacks.
ADDED = re.compile(r"\$\.inspection\.shown\.(rewording|calls)|\$\.arrivals\[\d+\]\.fails")


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a file.

    - `fixture`: the lesson.
    - `settings`: the settings of a replay; None: the file is a lesson alone.
    - `seconds`: the playhead, in seconds; None: the file is a lesson alone.
    - `answers`: what was chosen at the guide's questions, by step number; None: the question was skipped.
    """

    fixture: Fixture
    settings: Settings | None = None
    seconds: float | None = None
    answers: dict[int, str | None] = {}


def open_document(data: bytes, source: str = "file") -> Opened:
    """Opens a lesson, or an export with its settings and playhead.

    InvalidInput if it is neither, or if the engine computes another trace from the lesson and the settings in an export.
    """
    data = decoding.text_of(data, source)
    header = decoding.header_of(data, source)
    decoding.expect(header, READ, source)
    if header.format == FIXTURE_FORMAT:
        return Opened(fixture=load(data, source))
    whole: Document | earlier.Document
    if header.version == VERSION:
        whole = decoding.decode(data, Document, source)
    else:
        whole = decoding.decode(data, earlier.Document, source)
    check(whole.fixture, source, "$.fixture")
    replay = played(whole.fixture, _checked_settings(whole, source))
    _check_moment(whole, source)
    answers = {}
    if isinstance(whole, Document):
        _check_trace(whole, replay, source)
        answers = _checked_answers(whole, source)
    else:
        earlier.check(whole, replay, source)
    return Opened(fixture=whole.fixture, settings=replay.settings, seconds=whole.inspection.seconds, answers=answers)


def _checked_settings(whole: Document | earlier.Document, source: str) -> Settings:
    found = whole.settings
    try:
        return choose(whole.fixture, found.budget, found.policy, found.fidelity, source, parameters=found.parameters)
    except InvalidInput as error:
        within = "" if error.field in ChosenSettings.__struct_fields__ else "parameters."
        raise InvalidInput(source, f"$.settings.{within}{error.field}", error.value, error.problem) from None


def _checked_answers(whole: Document, source: str) -> dict[int, str | None]:
    found: dict[int, str | None] = {}
    for k, answer in enumerate(whole.answers):

        def refuse(field: str, value: object, problem: str, k: int = k) -> NoReturn:
            raise InvalidInput(source, f"$.answers[{k}].{field}", shown(value), problem)

        if answer.step in found:
            refuse("step", answer.step, "which is answered there already")
        check_answer(whole.fixture, answer.step, answer.chosen, refuse)
        found[answer.step] = answer.chosen
    return found


def _check_moment(whole: Document | earlier.Document, source: str) -> None:
    seconds, arrival = whole.inspection.seconds, whole.inspection.arrival
    if not 0 <= seconds <= whole.fixture.duration:
        problem = f"which is not within the lesson's {figure(whole.fixture.duration)} seconds"
        raise InvalidInput(source, "$.inspection.seconds", shown(seconds), problem)
    wanted = sum(at <= seconds for at in whole.fixture.arrivals)
    if arrival != wanted:
        problem = f"but the arrival at {figure(seconds)} seconds is number {wanted}"
        raise InvalidInput(source, "$.inspection.arrival", shown(arrival), problem)


def _check_trace(whole: Document, replay: Replay, source: str) -> None:
    for name, found, wanted in (
        ("summaries", whole.summaries, trace.summaries(replay)),
        ("arrivals", whole.arrivals, trace.arrivals(replay)),
    ):
        number = -1
        for number, value in enumerate(wanted):
            if number < len(found) and bytes(found[number]) != value:
                decode = msgspec.json.decode
                compare(decode(found[number]), decode(value), f"$.{name}[{number}]", source, _added)
        if number + 1 != len(found):
            raise InvalidInput(source, f"$.{name}", shown(found), f"where the engine computes {number + 1} from 0")
    compare(
        whole.inspection.shown,
        exact.moment(replay, replay.frames[whole.inspection.arrival]),
        "$.inspection.shown",
        source,
        _added,
    )


def _added(path: str, value: Any) -> bool:
    """Whether the value is missing because an earlier program did not write it."""
    return value is UNSET and ADDED.fullmatch(path) is not None
