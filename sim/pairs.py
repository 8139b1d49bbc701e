"""Which result answers which call.

A provider takes a tool's result only after the call that it answers, and a call only with its
result. So a policy that parts the two breaks the next request, however small it made it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from sim.calls import Call, Result

if TYPE_CHECKING:
    from sim.fixture import Turn


class Answer(msgspec.Struct, frozen=True):
    """Result number `nth` of the turn at position `result` answers call number `of` of the turn at `call`.

    `call` is None for a result that no call before it is waiting for.
    """

    result: int
    nth: int
    call: int | None = None
    of: int = 0


def answers(turns: Sequence[Turn]) -> tuple[Answer, ...]:
    """Every result with the call that it answers, in order of the results.

    By id where one call alone has it. A result without an id takes the earliest waiting call of its
    tool without one; an id used by several calls goes to the earliest of them still waiting.
    """
    uses = Counter(call.id for turn in turns for call in turn.calls if call.id is not None)
    waiting: dict[tuple[str | None, str], deque[tuple[int, int]]] = {}
    single: dict[str, tuple[int, int]] = {}
    found = []
    for position, turn in enumerate(turns):
        for nth, result in enumerate(turn.results):
            if result.id is not None and uses[result.id] == 1:
                place = single.get(result.id)
            else:
                queue = waiting.get(_queue(result))
                place = queue.popleft() if queue else None
            found.append(Answer(position, nth, *place) if place else Answer(position, nth))
        for of, call in enumerate(turn.calls):
            if call.id is not None and uses[call.id] == 1:
                single[call.id] = (position, of)
            else:
                waiting.setdefault(_queue(call), deque()).append((position, of))
    return tuple(found)


def partners(found: Iterable[Answer]) -> dict[int, tuple[int, ...]]:
    """For each turn that calls or answers, the positions of the turns at the other end, in order."""
    ends: dict[int, set[int]] = {}
    for answer in found:
        if answer.call is not None:
            ends.setdefault(answer.call, set()).add(answer.result)
            ends.setdefault(answer.result, set()).add(answer.call)
    return {position: tuple(sorted(others)) for position, others in ends.items()}


def whole(positions: Iterable[int], among: dict[int, tuple[int, ...]]) -> frozenset[int]:
    """The positions with every partner of theirs, and the partners of those."""
    found: set[int] = set()
    ahead = list(positions)
    while ahead:
        position = ahead.pop()
        if position not in found:
            found.add(position)
            ahead += among.get(position, ())
    return frozenset(found)


def answered_at(turns: Sequence[Turn], found: Iterable[Answer]) -> dict[int, int]:
    """For each turn that calls a tool, the position from which all its calls are answered.

    That is the number of turns if one never is; a call that is pending may wait for ever.
    """
    first: dict[tuple[int, int], int] = {}
    for answer in found:
        if answer.call is not None:
            first.setdefault((answer.call, answer.of), answer.result)
    return {
        k: max(k if call.pending else first.get((k, of), len(turns)) for of, call in enumerate(turn.calls))
        for k, turn in enumerate(turns)
        if turn.calls
    }


def _queue(end: Call | Result) -> tuple[str | None, str]:
    return (end.id, "") if end.id is not None else (None, end.tool)
