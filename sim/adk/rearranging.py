"""Moves results next to their calls, and leaves out calls and results without a partner.

Source: google-adk 2.13.0, `flows.llm_flows.tools._rearranger`. Providers reject a result without its call, a call without
its result, and a result that is not right after its call.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from sim.adk.content import Content, Part
from sim.lesson.calls import Result


def paired(contents: Sequence[Content], goes_on: bool = False) -> tuple[Content, ...]:
    """The messages with every result right after its call, without calls and results that have no partner.

    If the request `goes_on` after them, their last message is not the last of the request, for which there is a rule of its own.
    """
    known = without_orphan_results(contents)
    return without_orphan_calls(_beside_calls(known if goes_on else _latest(known)))


def without_orphan_results(contents: Sequence[Content]) -> tuple[Content, ...]:
    """The messages without the results whose call is in no earlier message.

    A result finds its call by its id, or by its tool if it has no id.
    """
    ids: set[str] = set()
    tools: set[str] = set()
    kept = []
    for content in contents:
        parts = content.parts
        if not content.quoted:
            parts = tuple(part for part in parts if part.result is None or _has_call(part.result, ids, tools))
        if parts or not content.own_results:
            kept.append(content.of(parts))
        ids |= {call.id for call in content.own_calls if call.id}
        tools |= {call.tool for call in content.own_calls if not call.id}
    return tuple(kept)


def _has_call(result: Result, ids: set[str], tools: set[str]) -> bool:
    return result.id in ids if result.id else result.tool in tools


def without_orphan_calls(contents: Sequence[Content]) -> tuple[Content, ...]:
    """The messages without the calls whose id no result has. Long-running calls and calls without an id stay."""
    answered = {result.id for content in contents for result in content.own_results if result.id}
    answered |= {call.id for content in contents for call in content.own_calls if call.id and call.pending}
    kept = []
    for content in contents:
        parts = content.parts
        if not content.quoted:
            parts = tuple(part for part in parts if part.call is None or not part.call.id or part.call.id in answered)
        if parts or not content.own_calls:
            kept.append(content.of(parts))
    return tuple(kept)


def _beside_calls(contents: Sequence[Content]) -> tuple[Content, ...]:
    """The messages with each call followed by its last result; the results of parallel calls are in one message."""
    results = _results_of(contents)
    if not any(content.own_results for content in contents):
        return tuple(contents)
    stale = _stale(contents, results)
    arranged = []
    for k, content in enumerate(contents):
        if k in stale or content.own_results:
            continue
        arranged.append(content)
        ends = {found[-1] for call in content.own_calls if (found := results.get((call.id, k)))}
        if ends:
            arranged.append(_merged([contents[end] for end in sorted(ends)]))
    return tuple(arranged)


def _results_of(contents: Sequence[Content]) -> dict[tuple[str | None, int], list[int]]:
    """For each call (its id and the place of its message), the places of its results.

    A result belongs to the newest call before it with its id.
    """
    calls: dict[str | None, list[int]] = {}
    for k, content in enumerate(contents):
        if not content.own_results:
            for call in content.own_calls:
                calls.setdefault(call.id, []).append(k)
    found: dict[tuple[str | None, int], list[int]] = {}
    for k, content in enumerate(contents):
        for result in content.own_results:
            if places := calls.get(result.id):
                found.setdefault((result.id, places[max(bisect_left(places, k) - 1, 0)]), []).append(k)
    return found


def _stale(contents: Sequence[Content], results: dict[tuple[str | None, int], list[int]]) -> set[int]:
    """The places of the agent's texts between two results of one call in one invocation.

    The later result makes them out of date.
    """
    stale: set[int] = set()
    for places in results.values():
        for one, next_one in zip(places, places[1:]):
            first, second = contents[one], contents[next_one]
            if (first.invocation, first.author) != (second.invocation, second.author):
                continue
            between = range(one + 1, next_one)
            if all(_is_reply(contents[k], first.invocation) for k in between):
                stale.update(between)
    return stale


def _is_reply(content: Content, invocation: str) -> bool:
    own = content.invocation == invocation and content.author != "user" and content.role == "model"
    return own and not content.own_calls and not content.summary and content.text


def _latest(contents: Sequence[Content]) -> tuple[Content, ...]:
    """If the last message holds results, they move up to their calls, and the messages in between are removed."""
    contents = tuple(contents)
    if len(contents) < 2 or not contents[-1].own_results:
        return contents
    last, history = contents[-1], contents[:-1]
    by_call: dict[int, list[Part]] = {}
    for part in last.parts:
        if part.result is not None and (owner := _owner(history, part.result)) is not None:
            by_call.setdefault(owner, []).append(part)
    if not by_call:
        return contents
    newest = max(by_call)
    by_call[newest] += [part for part in last.parts if part.result is None]
    if newest == len(contents) - 2 and len(by_call) == 1:
        return contents
    arranged = []
    for k, content in enumerate(contents[: newest + 1]):
        parts = tuple(p for p in content.parts if p.result is None or _owner(contents[:k], p.result) not in by_call)
        if not content.own_results or any(part.result or part.call for part in parts):
            arranged.append(content.of(parts) if content.own_results else content)
        if k in by_call:
            arranged.append(_merged([*_updates(contents, k), last.of(tuple(by_call[k]))]))
    return tuple(arranged)


def _updates(contents: Sequence[Content], call: int) -> list[Content]:
    """The results between that call and the last message that answer the call, without the parts that do not."""
    found = []
    for k in range(call + 1, len(contents) - 1):
        content = contents[k]
        if not content.own_results:
            continue
        parts = tuple(
            part
            for part in content.parts
            if (_owner(contents[:k], part.result) == call if part.result is not None else not content.own_calls)
        )
        if any(part.result for part in parts):
            found.append(content.of(parts))
    return found


def _owner(history: Sequence[Content], result: Result) -> int | None:
    """The place of the newest message with the call that the result answers; None if there is none."""
    for k in range(len(history) - 1, -1, -1):
        for call in history[k].own_calls:
            if (call.id == result.id) if result.id else (not call.id and call.tool == result.tool):
                return k
    return None


def _merged(contents: Sequence[Content]) -> Content:
    """One message with the parts of all; a later result replaces an earlier one with the same id."""
    first = contents[0]
    parts = list(first.parts)
    place = {part.result.id: k for k, part in enumerate(parts) if part.result is not None}
    for content in contents[1:]:
        for part in content.parts:
            if part.result is not None and part.result.id in place:
                parts[place[part.result.id]] = part
                continue
            if part.result is not None:
                place[part.result.id] = len(parts)
            parts.append(part)
    return first.of(tuple(parts))
