"""What the learner chose, as plain values that every other part of the engine may use.

`policies.choice` decides what may be chosen.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from sim.lesson.fixture import Fidelity, PolicyName
from sim.parameters import Parameters, Value

FIDELITIES: tuple[Fidelity, ...] = get_args(Fidelity)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The choices under which a lesson is replayed. All values in it are frozen, so that it can be the key of a dict.

    - `budget`: the most that the context may hold, in teaching tokens.
    - `policy`: the name of the policy.
    - `fidelity`: "preserve": a summary carries evidence and records; "drop": it does not. Most policies ignore it.
    - `parameters`: the values of all parameters of the policy: as chosen if the lesson offers them, otherwise the policy's
      defaults.
    - `offered`: the names of the parameters that the lesson offers, in its order; empty: none.
    """

    budget: int
    policy: PolicyName
    fidelity: Fidelity
    parameters: Parameters
    offered: tuple[str, ...] = ()

    @property
    def chosen(self) -> dict[str, Value]:
        """The values of the parameters that the lesson offers, by name."""
        return {name: getattr(self.parameters, name) for name in self.offered}

    def query(self) -> dict[str, str]:
        """The settings as text for an address, by name: budget, policy, fidelity, and each offered parameter."""
        choices: dict[str, Value] = {"budget": self.budget, "policy": self.policy, "fidelity": self.fidelity}
        return {name: str(value) for name, value in (choices | self.chosen).items()}


class ChosenSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The settings in the form for a document.

    - `budget`: the most that the context may hold, in teaching tokens.
    - `policy`: the name of the policy.
    - `fidelity`: "preserve" or "drop".
    - `parameters`: the values, by name, of the parameters that the lesson offers; empty: it offers none.
    """

    budget: int
    policy: PolicyName
    fidelity: Fidelity
    parameters: dict[str, Value] = {}

    @classmethod
    def of(cls, settings: Settings) -> ChosenSettings:
        """These settings without the parameters that the lesson does not offer."""
        return cls(settings.budget, settings.policy, settings.fidelity, settings.chosen)
