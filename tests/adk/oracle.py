"""Asks the package google-adk what it decides on a session. Its own code runs, with a summarizer that only records its input.

It needs no network and no model. It uses private names of the package, so the package's version is pinned.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import logging
import re
from collections.abc import Coroutine
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from google.adk.agents import LlmAgent
from google.adk.agents.readonly_context import ReadonlyContext
from google.adk.apps import compaction
from google.adk.apps.app import App, EventsCompactionConfig
from google.adk.apps.base_events_summarizer import BaseEventsSummarizer
from google.adk.artifacts import InMemoryArtifactService
from google.adk.events.event import Event as PackageEvent
from google.adk.events.event_actions import EventActions, EventCompaction
from google.adk.flows.llm_flows import contents
from google.adk.sessions import InMemorySessionService
from google.adk.sessions.session import Session as PackageSession
from google.adk.utils import instructions_utils
from google.genai import types

from tests.adk.sessions import Event, Reader, Session, Settings, answer_of, arguments_of, filled, text_of

PACKAGE = "google-adk"
VERSION = importlib.metadata.version(PACKAGE)
MADE = "S"  # the id of the summary that a compaction writes

_ROOT = LlmAgent(name="root", model="none")
_MARK = re.compile(r"@([^;]+);")
_QUOTED = re.compile(r"^\[([^\]]+)\] ")
_NAMED = re.compile(r"Artifact '(.*)' not found|Context variable not found: `(.*)` in", re.DOTALL)
_LOOP = asyncio.new_event_loop()

logging.getLogger("google_adk").setLevel(logging.CRITICAL)  # it would warn about every broken pair in our sessions


def _now(work: Coroutine[Any, Any, Any]) -> Any:
    return _LOOP.run_until_complete(work)


# --- a session in the package's types ---------------------------------------------------------------------------------


def _parts(event: Event) -> list[types.Part]:
    parts = [types.Part(text=text_of(event))] if event.text else []
    for number, call in enumerate(event.calls):
        made = types.FunctionCall(id=call.id, name=call.name, args=arguments_of(event, number))
        parts.append(types.Part(function_call=made))
    for number, result in enumerate(event.results):
        given = types.FunctionResponse(id=result.id, name=result.name, response=answer_of(event, number))
        parts.append(types.Part(function_response=given))
    return parts


def _content(role: str, parts: list[types.Part]) -> types.Content | None:
    return types.Content(role=role, parts=parts) if parts else None


def _summary(name: str, invocation: str, at: float, start: float, end: float, text: str) -> PackageEvent:
    said = types.Content(role="model", parts=[types.Part(text=text)])
    range_ = EventCompaction(start_timestamp=start, end_timestamp=end, compacted_content=said)
    actions = EventActions(compaction=range_)
    return PackageEvent(id=name, author="user", invocation_id=invocation, timestamp=at, actions=actions)


def _event(event: Event) -> PackageEvent:
    if event.summary is not None:
        start, end = event.summary.start, event.summary.end
        return _summary(event.id, event.invocation, event.at, start, end, text_of(event))
    counted = event.prompt_tokens
    return PackageEvent(
        id=event.id,
        author=event.author,
        invocation_id=event.invocation,
        timestamp=event.at,
        branch=event.branch,
        content=_content(event.role, _parts(event)),
        long_running_tool_ids=set(event.long_running) or None,
        usage_metadata=counted
        if counted is None
        else types.GenerateContentResponseUsageMetadata(prompt_token_count=counted),
    )


def _session(events: Session) -> PackageSession:
    return PackageSession(id="s", app_name="palimpsest", user_id="u", events=[_event(event) for event in events])


class _Service(InMemorySessionService):
    """A session service that only appends to the given session. The package's own service would keep a copy."""

    async def append_event(self, session: PackageSession, event: PackageEvent) -> PackageEvent:
        session.events.append(event)
        return event


class _Noting(BaseEventsSummarizer):
    """Writes a summary in the same form as the package's own summarizer, but with a text that is given in advance."""

    def __init__(self, size: int, name: str = MADE) -> None:
        self.name = name
        self.text = filled(name, size)
        self.given: list[PackageEvent] | None = None

    async def maybe_summarize_events(self, *, events: list[PackageEvent]) -> PackageEvent | None:
        assert self.given is None, "one compaction asks once"
        self.given = list(events)
        last = events[-1].timestamp
        return _summary(self.name, self.name, last, events[0].timestamp, last, self.text)


# --- the package's answers --------------------------------------------------------------------------------------------


def compacted(settings: Settings, events: Session) -> dict[str, Any]:
    """What a policy does to a session, and what a request contains afterwards.

    `seed` is the earlier summary that the summarizer got first, if there was one. `summarized` has the ids of the events after
    it.
    """
    summarizer = _Noting(settings.summary)
    session = _session(events)
    known = {id(event) for event in session.events}
    config = _config(settings, summarizer)
    _now(_before_call(settings, config, session) if settings.before_call else _after_invocation(config, session))
    answer: dict[str, Any] = {"fired": summarizer.given is not None}
    if summarizer.given is not None:
        seeds = [event for event in summarizer.given if id(event) not in known]
        [*_, record] = session.events
        assert record.id == MADE
        assert record.actions.compaction is not None
        answer["seed"] = _sources(seeds[0].content)[0] if seeds else None
        answer["summarized"] = [event.id for event in summarizer.given if id(event) in known]
        answer["start"] = record.actions.compaction.start_timestamp
        answer["end"] = record.actions.compaction.end_timestamp
    reader = Reader(agent=settings.agent, branch=settings.branch)
    return answer | {"request": _request(reader, session.events)}


def _config(settings: Settings, summarizer: _Noting) -> EventsCompactionConfig:
    return EventsCompactionConfig(
        summarizer=summarizer,
        token_threshold=settings.threshold,
        event_retention_size=settings.retention,
        compaction_interval=settings.interval,
        overlap_size=settings.overlap,
    )


async def _before_call(settings: Settings, config: EventsCompactionConfig, session: PackageSession) -> None:
    await compaction._run_compaction_for_token_threshold_config(
        config=config,
        session=session,
        session_service=_Service(),
        agent=_ROOT,
        agent_name=settings.agent,
        current_branch=settings.branch,
    )


async def _after_invocation(config: EventsCompactionConfig, session: PackageSession) -> None:
    app = App(name="palimpsest", root_agent=_ROOT, events_compaction_config=config)
    async for event in compaction._run_compaction_for_sliding_window(app, session, _Service()):
        session.events.append(event)


def assembled(reader: Reader, events: Session) -> list[list[Any]]:
    """What a request contains of a session: for each message the role, the quoted agent or None, and the sources of its parts."""
    return _request(reader, _session(events).events)


def _request(reader: Reader, events: list[PackageEvent]) -> list[list[Any]]:
    assemble = contents._get_contents if reader.include == "default" else contents._get_current_turn_contents
    made = assemble(reader.branch, events, reader.agent)
    return [[content.role, _quoted(content), _sources(content)] for content in made]


def _quoted(content: types.Content) -> str | None:
    first, *rest = content.parts or [types.Part()]
    if not (first.text or "").startswith("For context:"):
        return None
    [author] = {author for part in rest for author in _QUOTED.findall(part.text or "")}
    return str(author)


def _sources(content: types.Content | None) -> list[str]:
    """The marks in a content's parts, in order: "e3" for a text, "e3>0" for a call, "e3<1" for a result."""
    return _MARK.findall(" ".join(map(_written, content.parts or []))) if content else []


def _written(part: types.Part) -> str:
    if part.function_call:
        return str(part.function_call.args)
    return str(part.function_response.response) if part.function_response else part.text or ""


def played(settings: Settings, events: Session) -> list[Any]:
    """The events from which a request would be built after each event, with what each of their summaries stands for.

    The tokens are checked after each invocation and before each model call. Only recorded counts are used, so the package's own
    estimate is switched off.
    """
    session, course = _session(()), []
    covers: dict[str, set[str]] = {}
    guess, compaction._estimate_prompt_token_count = compaction._estimate_prompt_token_count, lambda **_: None
    try:
        for event, following in zip(events, (*events[1:], None), strict=False):
            session.events.append(_event(event))
            if following is None or following.invocation != event.invocation:
                _check(replace(settings, before_call=False), session, covers)
            if following is not None and following.role == "model" and settings.before_call:
                _check(settings, session, covers)
            course.append([_held(it, covers) for it in contents._process_compaction_events(session.events)])
    finally:
        compaction._estimate_prompt_token_count = guess
    return course


def _check(settings: Settings, session: PackageSession, covers: dict[str, set[str]]) -> None:
    summarizer = _Noting(settings.summary, f"S{len(covers) + 1}")
    config = _config(settings, summarizer)
    known = {id(event) for event in session.events}
    _now(_before_call(settings, config, session) if settings.before_call else _after_invocation(config, session))
    if summarizer.given is not None:
        seeds = [event for event in summarizer.given if id(event) not in known]
        older = covers[_sources(seeds[0].content)[0]] if seeds else set()
        covers[summarizer.name] = older | {event.id for event in summarizer.given if id(event) in known}


def _held(event: PackageEvent, covers: dict[str, set[str]]) -> Any:
    range_ = event.actions.compaction
    if range_ is None:
        return event.id
    return [range_.start_timestamp, range_.end_timestamp, sorted(covers[_sources(event.content)[0]])]


def filled_in(template: str, state: dict[str, Any], artifacts: dict[str, str] | None) -> dict[str, Any]:
    """An instruction with its placeholders filled in, or the error and the name in it. `artifacts` is None without a service."""
    try:
        return {"text": _now(_filled_in(template, state, artifacts))}
    except (KeyError, ValueError) as error:
        named = _NAMED.search(str(error.args[0]))
        name = named and (named[2] if named[1] is None else f"artifact.{named[1]}")
        return {"error": type(error).__name__, "names": name}


async def _filled_in(template: str, state: dict[str, Any], artifacts: dict[str, str] | None) -> str:
    service = InMemoryArtifactService()
    session = PackageSession(id="s", app_name="palimpsest", user_id="u", state=state)
    for name, text in (artifacts or {}).items():
        await service.save_artifact(
            app_name="palimpsest", user_id="u", session_id="s", filename=name, artifact=types.Part(text=text)
        )
    there = None if artifacts is None else service
    context: Any = SimpleNamespace(session=session, artifact_service=there, agent=SimpleNamespace(name="root"))
    return await instructions_utils.inject_session_state(template, ReadonlyContext(context))
