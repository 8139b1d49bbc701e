"""Which result answers which call.

A provider accepts a tool's result only after its call, and a call only with its result. So a policy that separates
the two breaks the next request, however small the request has become.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence

import msgspec

from sim.lesson.calls import Call, Result
from sim.lesson.turn import Turn


class Answer(msgspec.Struct, frozen=True):
    """One result and the call that it answers.

    - `result`: the position of the turn with the result.
    - `nth`: the number of the result in that turn, from 0.
    - `call`: the position of the turn with the call; None if no earlier call is waiting for this result.
    - `of`: the number of the call in that turn, from 0; 0 without a call.
    """

    result: int
    nth: int
    call: int | None = None
    of: int = 0


def answers(turns: Sequence[Turn]) -> tuple[Answer, ...]:
    """Every result with the call that it answers, in order of the results.

    If only one call has the id, the id decides. A result without an id answers the earliest waiting call of its tool
    that has no id either. If several calls have the id, the result answers the earliest of them that is still waiting.
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
    """For each position of a turn in a pair, the positions of its partners in order: its results, or its calls."""
    ends: dict[int, set[int]] = {}
    for answer in found:
        if answer.call is not None:
            ends.setdefault(answer.call, set()).add(answer.result)
            ends.setdefault(answer.result, set()).add(answer.call)
    return {position: tuple(sorted(others)) for position, others in ends.items()}


def whole(positions: Iterable[int], among: dict[int, tuple[int, ...]]) -> frozenset[int]:
    """The positions with all their partners, the partners of those, and so on."""
    found: set[int] = set()
    ahead = list(positions)
    while ahead:
        position = ahead.pop()
        if position not in found:
            found.add(position)
            ahead += among.get(position, ())
    return frozenset(found)


def answered_at(turns: Sequence[Turn], found: Iterable[Answer]) -> dict[int, int]:
    """For each turn that calls a tool, the position of the turn that answers the last of its calls.

    It is the number of turns if a call is never answered. A pending call counts as answered at once.
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
