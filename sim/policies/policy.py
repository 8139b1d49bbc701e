"""What a policy is: a rule that changes the context when a turn arrives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from sim.lesson.fixture import Fidelity, PolicyName
from sim.lesson.turn import Turn
from sim.parameters import Parameter, Parameters, Value, described
from sim.policies.composition import Arrival, Composition
from sim.settings import Settings
from sim.state.context import Context

P = TypeVar("P", bound=Parameters)


class Policy(msgspec.Struct, Generic[P], frozen=True, kw_only=True):
    """A policy with the words that describe it.

    - `name`: its name in a lesson, in an address and on the command line.
    - `title`: what a person reads next to its control.
    - `title_is_name`: whether the title begins with a name, which keeps its capital in the middle of a sentence.
    - `line`: what it does, in one sentence.
    - `uses_fidelity`: whether the learner's choice of fidelity changes anything.
    - `declares`: the struct of its parameters.
    - `composition`: when it acts, what leaves, and what replaces it.
    - `threshold`: gives, from its parameters, the prompt size at which it acts: teaching tokens, or at most 1 a share of the
      budget; None: it acts on the budget, or on nothing that is weighed.
    - `shares_session`: whether all agents write into the one session that it compacts; if not, an agent on a branch of its
      own has its own context. None: as under the lesson's own policy, the one with which it opens.
    - `multiple_summaries`: whether the context may hold several of its summaries at once.
    - `budget_monotone`: whether it acts only on the budget, one turn at a time. Then, with its default parameters, a
      larger budget never keeps less, and a binary search finds the smallest.
    """

    name: PolicyName
    title: str
    title_is_name: bool = False
    line: str
    uses_fidelity: bool = False
    declares: type[P]
    composition: Composition[P]
    threshold: Callable[[P], float] | None = None
    shares_session: bool | None = True
    multiple_summaries: bool = False
    budget_monotone: bool = False

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Its parameters, in order."""
        return described(self.declares)

    def arrive(self, context: Context, turn: Turn, settings: Settings, read: int = 0) -> Arrival:
        """The result of the arrival of the session's next turn.

        `read` is what a model read to write the turn, in teaching tokens. It never raises and always ends.
        """
        return self.composition.arrive(context, turn, settings, read)

    def settings(self, budget: int, fidelity: Fidelity = "preserve", **chosen: Value) -> Settings:
        """Settings with these parameters, and its defaults for the rest. They need not be offered by any lesson."""
        values: dict[str, Any] = chosen
        return Settings(
            budget=budget,
            policy=self.name,
            fidelity=fidelity,
            parameters=self.declares(**values),
            offered=tuple(chosen),
        )
