"""One moment as plain data that a person or a program can read: everything that the page shows of it, with full ids."""

from __future__ import annotations

from typing import Any

import msgspec

from sim import describe
from sim.analysis.decisions import decision
from sim.analysis.failed_calls import FailedCall, failures
from sim.analysis.generations import Change, newest_change
from sim.analysis.growth import agents, growth, invocation
from sim.analysis.retention import retention
from sim.analysis.token_budget import has_lines, kinds, savings, token_budget
from sim.analysis.tool_results import has_ways, in_state, largest, portions, switched
from sim.export import decided
from sim.lesson.turn import Turn
from sim.prompt.request import request
from sim.prompt.resolved import resolved
from sim.replay import Frame, Replay
from sim.state.context import Summary
from sim.state.held import lacks, values
from sim.state.operations import Operation
from sim.state.provenance import FactStatus


def state(frame: Frame) -> dict[str, Any]:
    """A frame as plain dicts, lists, strings and numbers: what it holds, what left, what was read, what is wrong.

    `cleared` has the turns that were cleared in place, and in an item what its turn weighed before; without any, neither is
    written. `facts` has for each fact the items that mention it, the user's turns that back it and, for a tool's fact, the
    results that record it. An item's `backs` and `records` have the facts of which it holds evidence or a record, with the
    sources. `stored` in `session` and all of `prompts` are in teaching tokens. If the lesson's window has lines, there are also
    `window` and `kinds`; if its turns write to the state, also `state` and `lacks`, as `written` gives them.
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
        **({"cleared": frame.cleared} if frame.cleared else {}),
        "evicted": frame.evicted,
        "hidden": frame.hidden,
        "covered": frame.covered,
        "session": {"turns": frame.index, "stored": frame.stored},
        "prompts": prompts(frame),
        "faults": frame.faults,
    }
    held |= lines(frame) if has_lines(frame.fixture) else {}
    whole: dict[str, Any] = plain(held | written(frame))
    return whole


def moment(replay: Replay, frame: Frame) -> dict[str, Any]:
    """The state of a replay's frame, with what is only shown for one moment: probes, requests, the cost of an invocation.

    `rewording` has for each summary (by id) what its newest generation changed: the number of the generation before
    (`since`; null: there is none), and the `lines` that are not as they were, each with what it `was` and is `now`.
    `calls` has how many calls have `failed` up to this moment, the `first` of them, and whether the newest turn would have
    been `reached`; it is absent if none has failed. `decision` is what the policy decided at this arrival, and `next` what it
    would decide next; both are missing before anything has arrived. `growth` has what invocations added, what the newest one
    called and read again, and what each of the `agents` has read, with what one agent `alone` would have read. `results` has
    for a lesson with several ways to keep results what each comes to, what the state holds (by key, the turn and how many
    values it replaced), the largest results, and the history that has arrived by kind and tool. `requests` has the messages
    of each reader's request, and for every other turn why it is not in the request. `instructions` has each instruction with
    placeholders as it would be sent: its `text`, or the key that is `missing`.
    """
    fixture, standings = frame.fixture, frame.facts
    held = state(frame)
    held["retention"] = retention(frame)
    held["probes"] = {
        probe.id: {"answerable": standings[probe.fact].answerable, "proven": standings[probe.fact].established}
        for probe in fixture.probes
    }
    held["growth"] = _growth(replay, frame)
    held["rewording"] = {summary.id: _rewording(newest_change(replay, summary)) for summary in frame.context.summaries}
    if (found := failures(replay, frame)).first:
        first = {"arrival": found.first.index, "seconds": found.first.seconds, **failed_call(found.first)}
        held["calls"] = {"failed": found.count, "first": first, "reached": not found.beyond}
    if frame.index:
        held |= {"decision": decided.decision(decision(replay, frame.index)), "next": decided.next_of(frame)}
    if has_lines(fixture):
        held |= {"cost": invocation(replay, frame.index), "savings": savings(frame)}
    if has_ways(fixture):
        held["results"] = {
            "way": frame.settings.results,
            "ways": switched(replay, frame.seconds),
            "state": in_state(frame),
            "largest": largest(frame),
            "history": portions(frame),
        }
    if fixture.readers:
        held["requests"] = [
            {"reader": read.reader.name, "tokens": read.tokens, "messages": read.messages, "unread": read.unread}
            for read in (request(frame.context, reader) for reader in fixture.readers)
        ]
    if frame.context.session.writes.templates:
        held["instructions"] = {
            turn.id: {"text": sent.text, "missing": sent.missing, "reads": [one.key for one in sent.reads]}
            for turn in frame.context.pinned
            if (sent := resolved(frame.context, turn)).reads
        }
    whole: dict[str, Any] = plain(held)
    return whole


def plain(value: Any) -> Any:
    """The value after it was written as JSON and read again, so that it equals a value read from a document."""
    return msgspec.json.decode(msgspec.json.encode(value))


def standing_of(standing: FactStatus) -> dict[str, Any]:
    """A fact's status, in ids; only a tool's fact has `recorded_by`, and only a fact that the state keeps has `kept_by`."""
    held: dict[str, Any] = {"mentioned_by": standing.mentioned_by, "backed_by": standing.backed_by}
    if standing.source == "tool":
        held["recorded_by"] = standing.recorded_by
    return held | ({"kept_by": standing.kept_by} if standing.kept_by else {})


def written(frame: Frame) -> dict[str, Any]:
    """The `state`: for each key its `value` and the id of the turn that wrote it; `lacks`: what instructions lack.

    Empty for a lesson whose turns write nothing.
    """
    if not frame.context.session.writes.made:
        return {}
    return {
        "state": {one.key: {"value": one.value, "written_by": one.written_by} for one in values(frame.context)},
        "lacks": [{"instruction": one.instruction, "key": one.key} for one in lacks(frame.context)],
    }


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


def _growth(replay: Replay, frame: Frame) -> dict[str, Any]:
    held, read = growth(replay, frame.index), agents(frame)
    return {
        "ended": held.ended,
        "turns": held.turns,
        "added": held.added,
        "last": held.last,
        "invocations_left": held.invocations_left,
        "turns_left": held.turns_left,
        "alerted": held.alerted,
        "calls": held.calls,
        "rereads": held.rereads,
        "agents": [{"agent": one.last.agent, "prompts": one.prompts, "tokens": one.tokens} for one in read.each],
        "alone": read.alone,
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
    turns, position = frame.context.session.turns, frame.context.session.position
    weighed = {turn: turns[position[turn]].tokens for turn in frame.cleared}
    return [
        _item(item, mentions.get(item.id, []), backs.get(item.id, {}), records.get(item.id, {}))
        | ({"cleared": weighed[item.id]} if item.id in weighed else {})
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
        if item.pins:
            entry["pins"] = item.pins
        said = item.said
        # A plain summary says only what it backs, so these fields would repeat `backs`.
        if item.born or said.structure:
            entry |= {"generation": item.generation, "place": item.place, "role": item.role, "says": said.wordings}
        if said.structure:
            entry["structure"] = said.structure
    return entry
