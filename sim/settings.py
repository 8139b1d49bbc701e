"""The learner's three choices, each one among those that the lesson offers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from sim.fixture import Fidelity, Fixture, PolicyName
from sim.invalid import InvalidInput, shown
from sim.policies import POLICIES, Policy

FIDELITIES: tuple[Fidelity, ...] = get_args(Fidelity)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A budget in teaching tokens, a policy's name, and a fidelity."""

    budget: int
    policy: PolicyName
    fidelity: Fidelity

    @classmethod
    def of(
        cls,
        fixture: Fixture,
        budget: int | None = None,
        policy: str | None = None,
        fidelity: str | None = None,
        source: str = "settings",
    ) -> Settings:
        """The choices given, and the lesson's defaults for the rest.

        InvalidInput names `source`, the field, the value and what is offered instead.
        """
        defaults = fixture.defaults
        return cls(
            budget=_chosen(source, "budget", budget, defaults.budget, fixture.budgets),
            policy=_chosen(source, "policy", policy, defaults.policy, fixture.policies),
            fidelity=_chosen(source, "fidelity", fidelity, defaults.fidelity, FIDELITIES),
        )

    @property
    def rule(self) -> Policy:
        """The policy itself."""
        return POLICIES[self.policy]


def _chosen(source: str, field: str, value: Any, default: Any, offered: Iterable[Any]) -> Any:
    if value is None:
        return default
    # True equals 1 in Python, and is no budget.
    if value not in offered or isinstance(value, bool):
        choices = ", ".join(str(choice) for choice in offered)
        raise InvalidInput(source, field, shown(value), f"which this lesson does not offer (it offers {choices})")
    return value
