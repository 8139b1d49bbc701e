"""Asks this engine what it decides on the same sessions. Only this module turns a neutral session into the engine's events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sim.adk.assemble import assemble
from sim.adk.content import Content, Part
from sim.adk.count import latest
from sim.adk.event import Compaction
from sim.adk.event import Event as EngineEvent
from sim.adk.sliding import sliding_selection
from sim.adk.token import Selected, token_selection
from sim.adk.worth import worthwhile
from sim.lesson.calls import Call as EngineCall
from sim.lesson.calls import Result as EngineResult
from sim.lesson.reader import Contents
from sim.prompt.instruction import MissingValue, NoArtifacts, resolve
from sim.state.reasons import Count
from tests.adk.sessions import Event, Reader, Session, Settings, Summary, answer_of, arguments_of, text_of

MADE = "S"  # the id of the summary that a compaction writes


class _Result(EngineResult, frozen=True, kw_only=True):
    """A result that remembers the event and the position from which it came."""

    source: str


def _compact(value: Any) -> int:
    return len(json.dumps(value, separators=(",", ":")))


PREAMBLE, FENCE = 409, 64  # characters that the package adds to a quoted message, and to each of its parts
EMPTY = _compact({"parts": [], "role": "model"})


def _without_absent(**fields: Any) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value is not None}


def size_of(event: Event) -> int:
    """The length of the event's content as JSON, which is what a compaction saves when it hides the event."""
    parts: list[dict[str, Any]] = [{"text": text_of(event)}] if event.text or event.summary else []
    for number, call in enumerate(event.calls):
        made = _without_absent(id=call.id, args=arguments_of(event, number), name=call.name)
        parts.append({"function_call": made})
    for number, result in enumerate(event.results):
        given = _without_absent(id=result.id, name=result.name, response=answer_of(event, number))
        parts.append({"function_response": given})
    role = "model" if event.summary else event.role
    return _compact({"parts": parts, "role": role}) if parts else 0


def _event(event: Event) -> EngineEvent:
    summary = event.summary
    return EngineEvent(
        id=event.id,
        timestamp=event.at,
        author=event.author,
        invocation=event.invocation,
        branch=event.branch or "",
        calls=tuple(
            EngineCall(tool=call.name, id=call.id, target=f"{event.id}>{k}", pending=call.id in event.long_running)
            for k, call in enumerate(event.calls)
        ),
        results=tuple(
            _Result(tool=result.name, id=result.id, source=f"{event.id}<{k}") for k, result in enumerate(event.results)
        ),
        text=text_of(event) if event.text or summary else "",
        prompt_tokens=event.prompt_tokens,
        size=size_of(event),
        compaction=None if summary is None else Compaction(summary.start, summary.end),
    )


def compacted(settings: Settings, events: Session) -> dict[str, Any]:
    """What a policy does to a session, and what a request contains afterwards."""
    log = tuple(map(_event, events))
    answer: dict[str, Any] = {"fired": False}
    chosen = _by_tokens(settings, events, log) if settings.threshold is not None else None
    if chosen is None and settings.interval is not None:
        chosen = _by_invocations(settings, log)
    record: tuple[Event, ...] = ()
    if chosen is not None:
        answer = {"fired": True, "seed": chosen.seed and chosen.seed.id}
        answer |= {"summarized": [event.id for event in chosen.events], "start": chosen.start, "end": chosen.end}
        said = Summary(start=chosen.start, end=chosen.end, size=settings.summary)
        record = (Event(id=MADE, invocation=MADE, at=chosen.end, summary=said),)
    reader = Reader(agent=settings.agent, branch=settings.branch)
    return answer | {"request": assembled(reader, (*events, *record))}


def _by_tokens(settings: Settings, events: Session, log: tuple[EngineEvent, ...]) -> Selected | None:
    assert settings.threshold is not None
    assert settings.retention is not None
    # After an invocation the package does not check for one particular agent.
    agent, branch = (settings.agent, settings.branch or "") if settings.before_call else ("", "")
    counted = [(k, event.prompt_tokens) for k, event in enumerate(log) if not agent or event.author == agent]
    newest = next(((k, Count(tokens, "")) for k, tokens in reversed(counted) if tokens is not None), None)
    since = max((k + 1 for k, event in enumerate(log) if event.compaction), default=0)
    count = latest(newest, since, _estimate(events, assemble(log, agent, branch)))
    if count is None or count.tokens < settings.threshold:
        return None
    selected = token_selection(log, settings.retention)
    given = (*([selected.seed] if selected.seed else []), *selected.events)
    return selected if selected and worthwhile(log, given, EMPTY) else None


def _estimate(events: Session, request: tuple[Content, ...]) -> int | None:
    """A quarter of a request's characters, as the package writes it: texts, names, JSON, and the words that quote an agent.

    The engine's own estimate omits the words that quote an agent (409 characters for each quoted message, and more for its
    parts). That is why the comparison needs this function.
    """
    sizes = {mark: size for event in events for mark, size in _lengths(event)}
    read = 0
    for content in request:
        read += PREAMBLE if content.quoted else 0
        for part in content.parts:
            read += sizes[_mark(part)]
            if content.quoted:
                read += len(_quoting(content.quoted, part)) + FENCE
            elif used := part.call or part.result:
                read += len(used.tool)
    return read // 4 if read else None


def _lengths(event: Event) -> Iterator[tuple[str, int]]:
    """The number of characters of each part, without the tool's name."""
    if event.text or event.summary:
        yield event.id, len(text_of(event))
    for k in range(len(event.calls)):
        yield f"{event.id}>{k}", len(json.dumps(arguments_of(event, k)))
    for k in range(len(event.results)):
        yield f"{event.id}<{k}", len(json.dumps(answer_of(event, k)))


def _quoting(author: str, part: Part) -> str:
    if part.call is not None:
        return f"[{author}] called tool `{part.call.tool}` with parameters:\n"
    return f"[{author}] said:\n" if part.result is None else f"[{author}] `{part.result.tool}` tool returned result:\n"


def _by_invocations(settings: Settings, log: tuple[EngineEvent, ...]) -> Selected | None:
    assert settings.interval is not None
    assert settings.overlap is not None
    covered = sliding_selection(log, settings.interval, settings.overlap)
    return Selected(None, covered) if covered and worthwhile(log, covered, EMPTY) else None


def assembled(reader: Reader, events: Session) -> list[list[Any]]:
    """What a request contains of a session: for each message the role, the quoted agent or None, and the sources of its parts."""
    include: Contents = "none" if reader.include == "none" else "default"
    made = assemble(tuple(map(_event, events)), reader.agent, reader.branch or "", include)
    return [[content.role, content.quoted or None, [_mark(part) for part in content.parts]] for content in made]


def _mark(part: Part) -> str:
    if part.call is not None:
        return part.call.target
    return part.result.source if isinstance(part.result, _Result) else part.source


def filled_in(template: str, state: dict[str, Any], artifacts: dict[str, str] | None) -> dict[str, Any]:
    """An instruction with its placeholders filled in, or the error and the name in it."""
    try:
        return {"text": resolve(template, state, artifacts)}
    except MissingValue as error:
        return {"error": "KeyError", "names": error.name}
    except NoArtifacts:
        return {"error": "ValueError", "names": None}  # our error names the artifact, but the package's does not
