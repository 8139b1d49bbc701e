"""What a policy is: a rule that changes the context when a turn arrives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from sim.context import Context
from sim.fixture import PolicyName, Turn
from sim.operations import Operation
from sim.parameters import Parameter

if TYPE_CHECKING:
    from sim.settings import Settings

Arrive = Callable[[Context, Turn, "Settings"], tuple[Context, tuple[Operation, ...]]]


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """A rule with the words for it; `line` says in one line what it does.

    `parameters` are what may be chosen about it. `several` says that it may leave several summaries
    standing. `local` says that it acts on the budget alone, a turn at a time, so that a larger budget
    never keeps less and a search by halves finds the smallest.

    `arrive(context, turn, settings)` takes the context before the session's next turn and gives
    the one after it, with every step between. It never raises and always ends.
    """

    name: PolicyName
    title: str
    line: str
    uses_fidelity: bool
    arrive: Arrive
    parameters: tuple[Parameter, ...] = ()
    several: bool = False
    local: bool = False

    def parameter(self, name: str) -> Parameter:
        """One of its parameters; KeyError if it has none of that name."""
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        raise KeyError(name)
