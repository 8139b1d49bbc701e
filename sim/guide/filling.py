"""Texts with numbers from the replay: `{T2.tokens}` becomes the weight of T2.

To show a brace, write it twice. A name is a property of the step's moment (`{tokens}`), of a turn, a fact or an agent
(`{T2.fate}`), or a parameter of the policy (`{parameters.cap}`). Without an id, a property of a fact is that of the first
fact. The name of another moment may come before all of this (`{other.T2.fate}`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter

import msgspec

from sim.analysis.viewpoint import Viewpoint
from sim.describe import guide as words
from sim.guide.figures import AGENT, FACT, MOMENT, TURN, Figure
from sim.lesson.fixture import Fixture
from sim.policies.registry import POLICIES

PARAMETERS = "parameters"


class UnknownName(LookupError):
    """`name` is a name in braces, or a text with single braces, that is not allowed; `problem` completes a sentence."""

    def __init__(self, name: str, problem: str) -> None:
        self.name = name
        self.problem = problem
        super().__init__(f"{name}: {problem}")


class Reference(msgspec.Struct, frozen=True, kw_only=True):
    """What a name in braces stands for.

    - `other`: the name of another moment; empty: the step's own moment.
    - `of`: what it is a property of: "moment", "turn", "fact", "agent" or "parameters".
    - `id`: the id of the turn or the fact, or the agent's name; empty: it belongs to the moment or the parameters.
    - `property`: the name of the property.
    """

    other: str
    of: str
    id: str
    property: str


class Filled(msgspec.Struct, frozen=True):
    """A text with its numbers filled in.

    - `text`: the text.
    - `missing`: the names, with their braces, that have no value at their moment; empty: every name has one.
    """

    text: str
    missing: tuple[str, ...] = ()


def names(text: str) -> Iterator[str]:
    """The names in braces, in order; UnknownName if a brace is not closed or opened."""
    for _, name in _parts(text):
        if name is not None:
            yield name


def reference(name: str, fixture: Fixture, policies: Mapping[str, str]) -> Reference:
    """What the name stands for; UnknownName if there is no such name.

    `policies` gives the policy for the name of each other moment, and the step's own policy for "".
    """
    *before, last = name.split(".")
    if "" in before:
        raise UnknownName(f"{{{name}}}", "in which something is missing beside a full stop")
    first, rest = (before[0], before[1:]) if before else ("", [])
    if first and first in policies:
        found = _within(".".join(rest), last, fixture, policies[first])
        other = first
    else:
        found, other = _within(".".join(before), last, fixture, policies[""]), ""
    if not found:
        raise UnknownName(f"{{{name}}}", "which is no name that a text may use here")
    of, owner = found
    return Reference(other=other, of=of, id=owner, property=last)


def fill(text: str, here: Viewpoint, others: Mapping[str, Viewpoint]) -> Filled:
    """The text with every name replaced by its value; UnknownName for a name that stands for nothing."""
    views = {"": here, **others}
    policies = {name: view.settings.policy for name, view in views.items()}
    filled, missing = [], []
    for literal, name in _parts(text):
        filled.append(literal)
        if name is not None:
            found = _value(reference(name, here.fixture, policies), views)
            filled.append(words.figure(found))
            if found is None or found == "":
                missing.append(f"{{{name}}}")
    return Filled("".join(filled), tuple(missing))


def _parts(text: str) -> Iterator[tuple[str, str | None]]:
    """The text in pieces: the words before each name, and the name, or None if no name follows."""
    try:
        for literal, name, format, conversion in Formatter().parse(text):
            if format or conversion:
                raise UnknownName(f"{{{name}}}", "where nothing but a name may stand in braces")
            yield literal, name
    except ValueError:
        problem = "which holds a brace without its partner (a brace that is meant is written twice)"
        raise UnknownName(text, problem) from None


def _within(owner: str, last: str, fixture: Fixture, policy: str) -> tuple[str, str] | None:
    """What `last` is a property of, and its id, if `owner` is written before it; None if it is no property of that."""
    if not owner:
        if last in MOMENT:
            return "moment", ""
        return ("fact", fixture.facts[0].id) if last in FACT and fixture.facts else None
    if owner == PARAMETERS:
        return (PARAMETERS, "") if last in {one.name for one in POLICIES[policy].parameters} else None
    if last in TURN and owner in {turn.id for turn in fixture.turns}:
        return "turn", owner
    if last in FACT and owner in {fact.id for fact in fixture.facts}:
        return "fact", owner
    if last in AGENT and owner in {reader.name for reader in fixture.readers}:
        return "agent", owner
    return None


def _value(found: Reference, views: Mapping[str, Viewpoint]) -> Figure:
    view = views[found.other]
    match found.of:
        case "moment":
            return MOMENT[found.property].figure(view, "")
        case "turn":
            return TURN[found.property].figure(view, found.id)
        case "fact":
            return FACT[found.property].figure(view, found.id)
        case "agent":
            return AGENT[found.property].figure(view, found.id)
    value: Figure = getattr(view.settings.parameters, found.property)
    return value


def documented() -> str:
    """The closed list for an author's editor: every name and its meaning."""
    lists = [
        ("Of the moment", "{tokens}", MOMENT),
        ("Of a turn, after its id", "{T2.tokens}", TURN),
        ("Of a fact, after its id, or alone for the first fact", "{backed_by}", FACT),
        ("Of an agent, after its name", "{writer.reads}", AGENT),
    ]
    told = [
        f"{heading} (as {example}): {'; '.join(f'{name}, {one.meaning}' for name, one in known.items())}."
        for heading, example, known in lists
    ]
    return (
        "At most 60 words. Numbers come from the replay, by names in braces; {{ and }} are braces that are meant. "
        f"{' '.join(told)} {{parameters.NAME}} is a parameter of the policy. Before any of them may stand the name "
        "of one of `others` (as {other.tokens})."
    )
