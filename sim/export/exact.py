"""One moment as plain data that a person or a program can read: everything that the page shows of it, with full ids."""

from __future__ import annotations

from typing import Any

import msgspec

from sim import describe
from sim.analysis.failed_calls import FailedCall, failures
from sim.analysis.generations import Change, newest_change
from sim.analysis.retention import retention
from sim.analysis.token_budget import cost, has_lines, kinds, savings, token_budget
from sim.lesson.turn import Turn
from sim.prompt.request import request
from sim.replay import Frame, Replay
from sim.state.context import Summary
from sim.state.operations import Operation
from sim.state.provenance import FactStatus


def state(frame: Frame) -> dict[str, Any]:
    """A frame as plain dicts, lists, strings and numbers: what it holds, what left, what was read, what is wrong.

    `facts` has for each fact the items that mention it, the user's turns that back it and, for a tool's fact, the results that
    record it. An item's `backs` and `records` have the facts of which it holds evidence or a record, with the sources. `stored` in `session` and all of
    `prompts` are in teaching tokens. If the lesson's window has lines, there are also `window` and `kinds`.
    """
    standings = frame.facts
    held = {
        "index": frame.index,
        "seconds": frame.seconds,
        "arrived": frame.arrived.id if frame.arrived else None,
        "context": frame.context.ids,
        "items": _items(frame, standings),
        "tokens": frame.tokens,
        "over_budget": describe.over_budget(frame),
        "operations": [operation(one) for one in frame.operations],
        "facts": {fact: standing_of(standing) for fact, standing in standings.items()},
        "evicted": frame.evicted,
        "hidden": frame.hidden,
        "covered": frame.covered,
        "session": {"turns": frame.index, "stored": frame.stored},
        "prompts": prompts(frame),
        "faults": frame.faults,
    }
    whole: dict[str, Any] = plain(held | (lines(frame) if has_lines(frame.fixture) else {}))
    return whole


def moment(replay: Replay, frame: Frame) -> dict[str, Any]:
    """The state of a replay's frame, with what is only shown for one moment: probes, requests, the cost of an invocation.

    `rewording` has for each summary (by id) what its newest generation changed: the number of the generation before
    (`since`; null: there is none), and the `lines` that are not as they were, each with what it `was` and is `now`.
    `calls` has how many calls have `failed` up to this moment, the `first` of them, and whether the newest turn would have
    been `reached`; it is absent if none has failed. `requests` has the messages of each reader's request, and for every other turn why it is not in the request.
    """
    fixture, standings = frame.fixture, frame.facts
    held = state(frame)
    held["retention"] = retention(frame)
    held["probes"] = {
        probe.id: {"answerable": standings[probe.fact].answerable, "proven": standings[probe.fact].established}
        for probe in fixture.probes
    }
    held["rewording"] = {summary.id: _rewording(newest_change(replay, summary)) for summary in frame.context.summaries}
    if (found := failures(replay, frame)).first:
        first = {"arrival": found.first.index, "seconds": found.first.seconds, **failed_call(found.first)}
        held["calls"] = {"failed": found.count, "first": first, "reached": not found.beyond}
    if has_lines(fixture):
        held |= {"cost": cost(replay, frame.index), "savings": savings(frame)}
    if fixture.readers:
        held["requests"] = [
            {"reader": read.reader.name, "tokens": read.tokens, "messages": read.messages, "unread": read.unread}
            for read in (request(frame.context, reader) for reader in fixture.readers)
        ]
    whole: dict[str, Any] = plain(held)
    return whole


def plain(value: Any) -> Any:
    """The value after it was written as JSON and read again, so that it equals a value read from a document."""
    return msgspec.json.decode(msgspec.json.encode(value))


def standing_of(standing: FactStatus) -> dict[str, Any]:
    """A fact's status, in ids; only a tool's fact has `recorded_by`, and no other turn ever backs it."""
    held = {"mentioned_by": standing.mentioned_by, "backed_by": standing.backed_by}
    return held | {"recorded_by": standing.recorded_by} if standing.source == "tool" else held


def prompts(frame: Frame) -> dict[str, int]:
    """What was read so far, and how much of it a cache could have kept, in teaching tokens."""
    return {
        "read": frame.read,
        "reusable": frame.reusable,
        "uncached": frame.uncached,
        "summarized": frame.summarized,
    }


def lines(frame: Frame) -> dict[str, Any]:
    """The lines of the window and the weight of the context by kind, in teaching tokens."""
    found = token_budget(frame)
    return {
        "window": {"fixed": found.fixed, "history": found.history, "current": found.current, "free": found.free},
        "kinds": dict(kinds(frame)),
    }


def operation(operation: Operation) -> dict[str, Any]:
    """A step of the policy as plain data."""
    return {
        "kind": operation.kind,
        "turns": operation.turns,
        "into": operation.into,
        "before": operation.before,
        "after": operation.after,
        "reason": describe.reason(operation.reason),
    }


def failed_call(call: FailedCall) -> dict[str, Any]:
    """A call that would fail, without when: the turn recorded as its answer, its prompt in teaching tokens, and why."""
    return {
        "answer": call.answer,
        "answered": call.answered,
        "prompt": call.tokens,
        "causes": call.causes,
    }


def _rewording(change: Change) -> dict[str, Any]:
    return {"since": change.since, "lines": change.different if change.since else ()}


def _items(frame: Frame, standings: dict[str, FactStatus]) -> list[dict[str, Any]]:
    mentions: dict[str, list[str]] = {}
    backs: dict[str, dict[str, list[str]]] = {}
    records: dict[str, dict[str, list[str]]] = {}
    for fact, standing in standings.items():
        for item in standing.mentioned_by:
            mentions.setdefault(item, []).append(fact)
        held = records if standing.source == "tool" else backs
        for item, source in standing.through:
            held.setdefault(item, {}).setdefault(fact, []).append(source)
    return [
        _item(item, mentions.get(item.id, []), backs.get(item.id, {}), records.get(item.id, {}))
        for item in frame.context.items()
    ]


def _item(
    item: Turn | Summary, mentions: list[str], backs: dict[str, list[str]], records: dict[str, list[str]]
) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": item.id,
        "kind": "summary" if isinstance(item, Summary) else "turn",
        "tokens": item.tokens,
        "mentions": mentions,
        "backs": backs,
    }
    if records:  # an earlier export knows no records
        entry["records"] = records
    if isinstance(item, Summary):
        entry["covers"] = item.covers
        said = item.said
        # A plain summary says only what it backs, so these fields would repeat `backs`.
        if item.born or said.structure:
            entry |= {"generation": item.generation, "place": item.place, "role": item.role, "says": said.wordings}
        if said.structure:
            entry["structure"] = said.structure
    return entry
