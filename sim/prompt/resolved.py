"""The instructions of a context as they would be sent now, with their placeholders filled in from the state.

An instruction's weight stays the one that its author gave, however long the values are that are filled in.
"""

from __future__ import annotations

import msgspec

from sim.adk.assemble import visible
from sim.lesson.placeholders import ARTIFACT
from sim.lesson.turn import Turn
from sim.prompt.instruction import MissingValue, NoArtifacts, resolve
from sim.state.context import Context
from sim.state.held import Value, lacks, value_of


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """One key that an instruction reads.

    - `key`: the key; for an artifact, "artifact." and its name.
    - `value`: what it holds; None: there is no value.
    - `optional`: whether the instruction can be sent without a value.
    """

    key: str
    value: Value | None
    optional: bool


class Resolved(msgspec.Struct, frozen=True, kw_only=True):
    """One instruction as it would be sent now.

    - `text`: its text with the placeholders filled in; None: a value is missing.
    - `missing`: the key that has no value; None: none is missing.
    - `reads`: the keys that it reads, in the order in which it names them; empty: it has no placeholder.
    """

    text: str | None
    missing: str | None = None
    reads: tuple[Reading, ...] = ()


def resolved(context: Context, turn: Turn) -> Resolved:
    """A system turn of the context as it would be sent now."""
    session = context.session
    read = session.writes.templates.get(session.position[turn.id], ())
    if not read:
        return Resolved(text=turn.text)
    needed = {placeholder.name for placeholder in read if not placeholder.optional}
    names = dict.fromkeys(placeholder.name for placeholder in read)
    reads = tuple(Reading(key=name, value=value_of(context, name), optional=name not in needed) for name in names)
    found = {one.key: one.value.value for one in reads if one.value is not None}
    artifacts = {name.removeprefix(ARTIFACT): str(value) for name, value in found.items() if name.startswith(ARTIFACT)}
    try:
        text = resolve(turn.text, found, None if session.fixture.artifacts is None else artifacts)
    except (MissingValue, NoArtifacts) as error:
        return Resolved(text=None, missing=error.name, reads=reads)
    return Resolved(text=text, reads=reads)


def reads_instruction(agent: str, branch: str, turn: Turn) -> bool:
    """Whether the agent of that name and branch is given that system turn: it is every agent's or its own, and visible."""
    return turn.author in (None, agent) and visible(branch, turn.branch)


def fails(context: Context, agent: str) -> bool:
    """Whether a call of that agent could not be sent now, because one of its instructions lacks a value."""
    return agent in _failing(context, (agent,))


def unsent(context: Context) -> tuple[str, ...]:
    """The names of the agents whose call could not be sent now, the lesson's readers first."""
    return _failing(context, context.session.agents)


def _failing(context: Context, agents: tuple[str, ...]) -> tuple[str, ...]:
    session = context.session
    lacking = [session.turns[session.position[lack.instruction]] for lack in lacks(context)]
    branches = {reader.name: reader.branch for reader in session.fixture.readers}
    return tuple(
        agent
        for agent in (agents if lacking else ())
        if any(reads_instruction(agent, branches.get(agent, ""), turn) for turn in lacking)
    )
