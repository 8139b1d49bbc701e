"""A lesson as data: what is said, what each turn weighs, and which facts depend on it.

Annotations are data because the engine must not guess. It extracts no facts and does not judge what is true, so a
replay shows nothing that the lesson's author did not write down.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sim.lesson.arrivals import arrivals, timestamps
from sim.lesson.budget_range import BudgetRange
from sim.lesson.fact import Fact, Probe, Source
from sim.lesson.goal import Goal
from sim.lesson.quantities import Budget, Id, Seconds, Share, TokenCount
from sim.lesson.reader import Reader
from sim.lesson.step import Step
from sim.lesson.summarizer import Summarizer
from sim.lesson.turn import Turn
from sim.parameters import Offer

FORMAT = "palimpsest/fixture"
VERSION = 1

PolicyName = str  # a name in the registry of policies; `library` checks it, because a lesson does not know the policies
Fidelity = Literal["preserve", "drop"]
StateValue = str | int | float | bool | None


class Defaults(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings with which the lesson opens.

    - `budget`: the most that the context may hold, in teaching tokens; one of the lesson's `budgets`.
    - `policy`: the policy's name; one of the lesson's `policies`.
    - `fidelity`: "preserve" copies evidence and records into a summary, "drop" leaves them out.
    """

    budget: Budget
    policy: PolicyName
    fidelity: Fidelity


class Fixture(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={"schema": "$schema"},
):
    """A whole lesson.

    - `schema`: the address of the JSON Schema, only for an author's editor; None: none. In a file: `$schema`.
    - `format`: the name of this format.
    - `version`: the version of the format.
    - `id`: a word that names the lesson.
    - `title`: its title.
    - `about`: what the case is.
    - `duration`: how long the session lasts, in seconds.
    - `turns`: the turns, in order of arrival.
    - `facts`: the facts that may have to be proven.
    - `probes`: the questions that are asked about them.
    - `budgets`: the budgets that are offered, in teaching tokens, rising.
    - `policies`: the names of the policies that are offered.
    - `defaults`: the settings with which the lesson opens.
    - `parameters`: the values that are offered, by policy and by the parameter's name; empty: every parameter has its
      policy's default.
    - `summarizer`: what the lesson's summarizer gets wrong; by default nothing.
    - `state`: the values, by key, that fill the placeholders of an instruction.
    - `artifacts`: the texts, by name, that fill the placeholders of an instruction; None: there is no artifact service.
    - `readers`: the agents that share the session; empty: no request is shown.
    - `reserve`: what is kept free for the answer, in teaching tokens.
    - `alert`: from which part of the budget on the window counts as filling up; a share of 0 to 1.
    - `level`: for whom the lesson is, in a word; empty: not said.
    - `line`: what it teaches, in a line; empty: not said.
    - `steps`: its guide; empty: it has none.
    - `goal`: its challenge; None: it has none.
    - `budget_range`: the range in which any whole budget may be chosen; None: only `budgets`.
    """

    schema: str | None = None
    format: Literal["palimpsest/fixture"]
    version: Literal[1]
    id: Id
    title: str
    about: str
    duration: Seconds
    turns: tuple[Turn, ...]
    facts: tuple[Fact, ...]
    probes: tuple[Probe, ...]
    budgets: Annotated[tuple[Budget, ...], Meta(min_length=1)]
    policies: Annotated[tuple[PolicyName, ...], Meta(min_length=1)]
    defaults: Defaults
    parameters: dict[PolicyName, dict[str, Offer]] = {}
    summarizer: Summarizer = Summarizer()
    state: dict[str, StateValue] = {}
    artifacts: dict[str, str] | None = None
    readers: tuple[Reader, ...] = ()
    reserve: TokenCount = 0
    alert: Share = 0.65
    level: Annotated[str, Meta(max_length=32)] = ""
    line: Annotated[str, Meta(max_length=200)] = ""
    steps: tuple[Step, ...] = ()
    goal: Goal | None = None
    budget_range: BudgetRange | None = None

    @property
    def arrivals(self) -> tuple[float, ...]:
        """When each turn arrives, in seconds."""
        return arrivals(self.turns, self.duration)

    @property
    def first_fact(self) -> str:
        """The id of the first critical fact; without one, that of the first fact; empty if there is no fact."""
        return next((fact.id for fact in (*(one for one in self.facts if one.critical), *self.facts)), "")

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources that its facts have, in their order; empty: there is no fact."""
        return tuple(dict.fromkeys(fact.source for fact in self.facts))

    @property
    def timestamps(self) -> tuple[float, ...]:
        """The stamp of each turn, in seconds."""
        return timestamps(self.turns, self.arrivals)


def encode(fixture: Fixture) -> bytes:
    """The lesson as JSON, indented by two spaces, with a line break at the end."""
    return msgspec.json.format(msgspec.json.encode(fixture), indent=2) + b"\n"
