"""Checks the annotations of an agent's session: authors, branches, calls and results, tickets, readers.

With a result that answers no call, a framework's rules would look wrong although only the data is. So each such
fault is refused, with the field and the value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from sim.lesson.calls import Call, Result
from sim.lesson.entries import UserConstraint
from sim.lesson.fixture import Fixture
from sim.lesson.identifiers import unfit
from sim.lesson.invalid import shown
from sim.lesson.pairs import answers
from sim.lesson.turn import Turn

Refuse = Callable[[str, object, str], NoReturn]

_ROLES = {
    "instruction": ("system",),
    "declaration": ("system",),
    "call": ("assistant",),
    "result": ("tool", "user"),
}


def check(fixture: Fixture, refuse: Refuse) -> None:
    """Calls `refuse(field, value, problem)` for the first rule that is broken."""
    for k, turn in enumerate(fixture.turns):
        _turn(f"turns[{k}]", turn, refuse)
    _calls(fixture, refuse)
    _results(fixture, refuse)
    _tickets(fixture, refuse)
    _ladders(fixture, refuse)
    _readers(fixture, refuse)
    _summarizer(fixture, refuse)


def _turn(field: str, turn: Turn, refuse: Refuse) -> None:
    for name, value in (("author", turn.author), ("invocation", turn.invocation)):
        if value is not None and (not value.isprintable() or not value.strip()):
            refuse(f"{field}.{name}", value, "but a name holds no control characters and is not blank")
    _branch(f"{field}.branch", turn.branch, refuse)
    if turn.author is not None and (turn.author == "user") != (turn.role == "user"):
        refuse(f"{field}.author", turn.author, f"but its role is {turn.role}, and the user alone is the user")
    if turn.kind in _ROLES and turn.role not in _ROLES[turn.kind]:
        refuse(f"{field}.kind", turn.kind, f"but its role is {turn.role}")
    if turn.calls and turn.role != "assistant":
        refuse(f"{field}.calls", turn.calls, f"but its role is {turn.role} and only an assistant calls a tool")
    if turn.results and turn.role not in ("tool", "user"):
        refuse(f"{field}.results", turn.results, f"but its role is {turn.role}, which gives no results")
    if turn.calls and turn.effective_kind != "call":
        refuse(f"{field}.kind", turn.effective_kind, "but it calls a tool")
    if turn.results and turn.effective_kind != "result":
        refuse(f"{field}.kind", turn.effective_kind, "but it gives a tool's result")
    if turn.prompt_tokens is not None and turn.role != "assistant":
        refuse(f"{field}.prompt_tokens", turn.prompt_tokens, f"but its role is {turn.role} and it answers no prompt")
    if turn.untrimmed is not None:
        if turn.effective_kind != "result":
            refuse(f"{field}.untrimmed", turn.untrimmed, "but only a tool's result is trimmed at the source")
        if turn.untrimmed < turn.tokens:
            refuse(f"{field}.untrimmed", turn.untrimmed, f"which is less than the {turn.tokens} that are left of it")
    if turn.alternatives and turn.effective_kind != "result":
        refuse(f"{field}.otherwise", turn.alternatives, "but only a tool's result can be kept elsewhere")
    for k, entry in enumerate(turn.entries):
        if isinstance(entry, UserConstraint) and turn.role != "user":
            refuse(f"{field}.entries[{k}].kind", "user_constraint", f"but the role of {shown(turn.id)} is {turn.role}")


def _branch(field: str, branch: str, refuse: Refuse) -> None:
    segments = branch.split(".")
    if branch and any(not part or not part.isprintable() or any(c.isspace() for c in part) for part in segments):
        refuse(field, branch, "where names without white space, joined by single dots, are expected")


def _calls(fixture: Fixture, refuse: Refuse) -> None:
    for k, turn in enumerate(fixture.turns):
        found: tuple[tuple[str, tuple[Call | Result, ...]], ...] = (("calls", turn.calls), ("results", turn.results))
        for name, ends in found:
            for j, end in enumerate(ends):
                field = f"turns[{k}].{name}[{j}]"
                if not end.tool.isprintable() or not end.tool.strip():
                    refuse(f"{field}.tool", end.tool, "but a name holds no control characters and is not blank")
                if end.id is not None and (problem := unfit(end.id)):
                    refuse(f"{field}.id", end.id, problem)


def _results(fixture: Fixture, refuse: Refuse) -> None:
    turns = fixture.turns
    last = {call.id: k for k, turn in enumerate(turns) for call in turn.calls if call.id is not None}
    taken: set[tuple[int, int]] = set()
    for answer in answers(turns):
        result = turns[answer.result].results[answer.nth]
        field = f"turns[{answer.result}].results[{answer.nth}]"
        if answer.call is None:
            if result.id is None:
                refuse(f"{field}.tool", result.tool, "but no call of that tool before it is waiting for a result")
            if last.get(result.id, -1) >= answer.result:
                refuse(f"{field}.id", result.id, f"but its call comes only with {shown(turns[last[result.id]].id)}")
            known = result.id in last
            refuse(
                f"{field}.id",
                result.id,
                "which every call of that id has had its result for" if known else "and no call has that id",
            )
        call, place = turns[answer.call].calls[answer.of], (answer.call, answer.of)
        if place in taken and not call.pending:
            refuse(f"{field}.id", result.id, f"which {shown(turns[answer.call].id)} has had its result for")
        if call.tool != result.tool:
            refuse(f"{field}.tool", result.tool, f"but the call is of the tool {shown(call.tool)}")
        taken.add(place)


def _tickets(fixture: Fixture, refuse: Refuse) -> None:
    known = {fact.ticket for fact in fixture.facts if fact.ticket is not None}
    for k, fact in enumerate(fixture.facts):
        if fact.ticket is not None and (problem := unfit(fact.ticket)):
            refuse(f"facts[{k}].ticket", fact.ticket, problem)
    for k, turn in enumerate(fixture.turns):
        for j, ticket in enumerate(turn.closes):
            if ticket not in known:
                refuse(f"turns[{k}].closes[{j}]", ticket, "and no fact has that ticket")
            if ticket in turn.closes[:j]:
                refuse(f"turns[{k}].closes[{j}]", ticket, "which is listed there already")


def _ladders(fixture: Fixture, refuse: Refuse) -> None:
    for k, fact in enumerate(fixture.facts):
        for j, step in enumerate(fact.ladder):
            field = f"facts[{k}].ladder[{j}]"
            if not step.text and step.answers:
                refuse(f"{field}.answers", True, "but nothing is left that could answer")
            if j and not fact.ladder[j - 1].text:
                refuse(f"{field}.text", step.text, "but the step before has left nothing")


def _readers(fixture: Fixture, refuse: Refuse) -> None:
    for k, reader in enumerate(fixture.readers):
        if not reader.name.isprintable() or not reader.name.strip() or reader.name == "user":
            refuse(f"readers[{k}].name", reader.name, "which names no agent")
        if reader.name in [other.name for other in fixture.readers[:k]]:
            refuse(f"readers[{k}].name", reader.name, "which is listed there already")
        _branch(f"readers[{k}].branch", reader.branch, refuse)


def _summarizer(fixture: Fixture, refuse: Refuse) -> None:
    for k, section in enumerate(fixture.summarizer.omits):
        if section in fixture.summarizer.omits[:k]:
            refuse(f"summarizer.omits[{k}]", section, "which is listed there already")
