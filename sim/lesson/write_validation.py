"""Checks what turns write into the state and save as artifacts.

A key that no placeholder can name, or a value that does not say what its author claims, would let a lesson teach that
the state remembers what nobody can read in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from sim.lesson.fixture import Fixture
from sim.lesson.invalid import shown
from sim.lesson.placeholders import names_artifact
from sim.lesson.turn import Turn
from sim.lesson.write import unfit_key

Refuse = Callable[[str, object, str], NoReturn]


def check(fixture: Fixture, refuse: Refuse) -> None:
    """Calls `refuse(field, value, problem)` for the first rule that is broken."""
    answers = {fact.id: fact.answer for fact in fixture.facts}
    for k, turn in enumerate(fixture.turns):
        _writer(f"turns[{k}]", turn, refuse)
        _writes(f"turns[{k}]", turn, answers, refuse)
        for name in turn.saves:
            if fixture.artifacts is None:
                refuse(f"turns[{k}].saves", name, "but the lesson has no artifacts, so there is no artifact service")
            if not names_artifact(name):
                refuse(f"turns[{k}].saves", name, "which no placeholder can name")


def _writer(field: str, turn: Turn, refuse: Refuse) -> None:
    writes = turn.role == "assistant" or turn.effective_kind == "result"
    if turn.writes and not writes:
        problem = f"but its role is {turn.role} and only a tool's result or an assistant's turn writes to the state"
        refuse(f"{field}.writes", turn.writes, problem)
    if turn.saves and not writes:
        problem = f"but its role is {turn.role} and only a tool's result or an assistant's turn saves an artifact"
        refuse(f"{field}.saves", turn.saves, problem)
    if turn.output_key is not None:
        if turn.role != "assistant":
            refuse(f"{field}.output_key", turn.output_key, f"but its role is {turn.role} and only an agent has one")
        if turn.calls:
            refuse(f"{field}.output_key", turn.output_key, "but the turn calls a tool, and only a final answer is kept")


def _writes(field: str, turn: Turn, answers: dict[str, str], refuse: Refuse) -> None:
    written: set[str] = set()
    for j, write in enumerate(turn.written):
        place = f"{field}.writes[{j}].key" if j < len(turn.writes) else f"{field}.output_key"
        if problem := unfit_key(write.key):
            refuse(place, write.key, problem)
        if write.key in written:
            refuse(place, write.key, "which the turn writes already")
        written.add(write.key)
    for j, write in enumerate(turn.writes):
        for i, fact in enumerate(write.says):
            place = f"{field}.writes[{j}].says[{i}]"
            if fact not in answers:
                refuse(place, fact, "and no fact has that id")
            if fact in write.says[:i]:
                refuse(place, fact, "which is listed there already")
            if write.value is None or answers[fact].casefold() not in str(write.value).casefold():
                refuse(place, fact, f"but its answer {shown(answers[fact])} does not stand in the value")
