"""What the session's state holds at a moment, and which facts an instruction says because it reads a key.

The state is no part of the context. A turn may be evicted or summarized away, and what it wrote is still there for
every instruction that names the key.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

import msgspec

from sim.lesson.placeholders import ARTIFACT, Placeholder
from sim.lesson.write import StateValue
from sim.state.context import Context
from sim.state.session import Session


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """One value that the state holds.

    - `key`: its key; for an artifact, "artifact." and its name.
    - `value`: the value; None: the key is there and empty.
    - `written_by`: the id of the turn that wrote it last; None: the lesson gives it from the start.
    - `at`: when that was, in seconds; 0 for the start.
    - `over`: the id of the turn whose value it replaced; None: there was none from a turn.
    - `says`: the ids of the facts that it says word for word.
    """

    key: str
    value: StateValue
    written_by: str | None = None
    at: float = 0.0
    over: str | None = None
    says: tuple[str, ...] = ()


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """How the state keeps a fact in the context.

    - `read_by`: the id of the instruction that reads the key.
    - `key`: the key.
    - `written_by`: the id of the turn that wrote its value.
    """

    read_by: str
    key: str
    written_by: str


class Lack(msgspec.Struct, frozen=True, kw_only=True):
    """Why an instruction cannot be sent.

    - `instruction`: the id of its turn.
    - `key`: the first key of it that has no value and is not optional; for an artifact, "artifact." and its name.
    - `ended`: the id of the turn whose temporary value of the key ended with an earlier invocation; None: there is none.
    - `later`: the id of the turn that writes the key later; None: none does.
    - `at`: when that is, in seconds; None: no turn does.
    - `service`: whether there is an artifact service, or the key is none of an artifact.
    """

    instruction: str
    key: str
    ended: str | None = None
    later: str | None = None
    at: float | None = None
    service: bool = True


def value_of(context: Context, key: str) -> Value | None:
    """The value of the key at the context's moment; None if it has none."""
    return _value(context.session, key, context.arrived, _invocation(context))


def values(context: Context) -> tuple[Value, ...]:
    """All that the state and the artifacts hold, those from the start first, the others in the order of their first writes."""
    found = (value_of(context, key) for key in context.session.writes.keys)
    return tuple(value for value in found if value is not None)


def held_in_state(context: Context, fact: str) -> tuple[Value, ...]:
    """The values that the state holds and that say the fact (an id) word for word, whether or not an instruction reads them."""
    keys = context.session.writes.saying.get(fact, ())
    return tuple(value for key in keys if (value := value_of(context, key)) is not None and fact in value.says)


def kept(context: Context) -> dict[str, tuple[Kept, ...]]:
    """For each fact's id, the instructions in the context that say it because of a key, in reading order.

    An instruction that lacks a value is not sent, so it says nothing.
    """
    if not context.session.writes.saying:
        return {}
    found: dict[str, list[Kept]] = {}
    for position, read in _templates(context):
        if lacking(context, read) is not None:
            continue
        name = context.session.turns[position].id
        for key in dict.fromkeys(placeholder.name for placeholder in read):
            value = value_of(context, key)
            if value is None or value.written_by is None:
                continue
            for fact in value.says:
                found.setdefault(fact, []).append(Kept(read_by=name, key=key, written_by=value.written_by))
    return {fact: tuple(by) for fact, by in found.items()}


def lacking(context: Context, read: tuple[Placeholder, ...]) -> str | None:
    """The first of the placeholders that makes an instruction impossible to send; None if there is none."""
    for placeholder in read:
        if placeholder.name.startswith(ARTIFACT) and context.session.fixture.artifacts is None:
            return placeholder.name
        if not placeholder.optional and value_of(context, placeholder.name) is None:
            return placeholder.name
    return None


def lacks(context: Context) -> tuple[Lack, ...]:
    """Every instruction in the context that cannot be sent now, with the first key that it lacks."""
    found = ((position, lacking(context, read)) for position, read in _templates(context))
    return tuple(_lack(context, position, key) for position, key in found if key is not None)


def ended(context: Context) -> tuple[Value, ...]:
    """The temporary values that are gone because the newest turn began another invocation."""
    session, newest = context.session, context.arrived - 1
    if newest < 1 or session.invocations[newest] == session.invocations[newest - 1]:
        return ()
    before = session.invocations[newest - 1]
    found = (_value(session, key, newest, before) for key in session.writes.temporary.get(before, ()))
    return tuple(value for value in found if value and value.written_by)


def written_now(context: Context) -> tuple[Value, ...]:
    """What the newest turn wrote into the state and saved as artifacts."""
    session, newest = context.session, context.arrived - 1
    keys = session.writes.by_turn.get(newest, ())
    found = (_value(session, key, context.arrived, session.invocations[newest]) for key in keys)
    return tuple(value for value in found if value is not None)


def _value(session: Session, key: str, position: int, invocation: int) -> Value | None:
    """The value of the key before that position, for that invocation (a number)."""
    written = session.writes.before(key, position, invocation)
    if written is None:
        return None
    if written.position < 0:
        return Value(key=key, value=written.value)
    earlier = session.writes.before(key, written.position, invocation)
    return Value(
        key=key,
        value=written.value,
        written_by=session.turns[written.position].id,
        at=session.arrivals[written.position],
        over=session.turns[earlier.position].id if earlier is not None and earlier.position >= 0 else None,
        says=written.says,
    )


def _invocation(context: Context) -> int:
    """The number of the invocation that reads the state: that of the call that comes next, else that of the newest turn."""
    session, newest = context.session, context.arrived - 1
    if session.model_reads_after(newest):
        return session.invocations[context.arrived]
    return session.invocations[newest] if newest >= 0 else 0


def _templates(context: Context) -> Iterator[tuple[int, tuple[Placeholder, ...]]]:
    """The instructions in the context that have placeholders, by position, each with these."""
    return takewhile(lambda entry: entry[0] < context.arrived, context.session.writes.templates.items())


def _lack(context: Context, position: int, key: str) -> Lack:
    session, number = context.session, _invocation(context)
    following = session.writes.after(key, context.arrived, number)
    before = session.writes.last(key, context.arrived)
    return Lack(
        instruction=session.turns[position].id,
        key=key,
        ended=session.turns[before.position].id if before else None,
        later=session.turns[following.position].id if following else None,
        at=session.arrivals[following.position] if following else None,
        service=not key.startswith(ARTIFACT) or session.fixture.artifacts is not None,
    )
