"""The learner's choices, each one among those that the lesson offers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

import msgspec

from sim.fixture import Fidelity, Fixture, PolicyName
from sim.invalid import InvalidInput, shown
from sim.parameters import Offer, Parameter, Value
from sim.policies import POLICIES, Policy

FIDELITIES: tuple[Fidelity, ...] = get_args(Fidelity)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A budget in teaching tokens, a policy's name, a fidelity, and the policy's parameters by name.

    `parameters` holds those that the lesson offers for the policy; the rest are the policy's own defaults.
    """

    budget: int
    policy: PolicyName
    fidelity: Fidelity
    parameters: dict[str, Value] = {}

    @classmethod
    def of(
        cls,
        fixture: Fixture,
        budget: int | None = None,
        policy: str | None = None,
        fidelity: str | None = None,
        source: str = "settings",
        parameters: Mapping[str, Any] | None = None,
    ) -> Settings:
        """The choices given, and the lesson's defaults for the rest.

        InvalidInput names `source`, the field, the value and what is offered instead. A parameter may be
        given as text, as an address or a command line has it.
        """
        defaults = fixture.defaults
        policy = _chosen(source, "policy", policy, defaults.policy, fixture.policies)
        return cls(
            budget=_chosen(source, "budget", budget, defaults.budget, fixture.budgets),
            policy=policy,
            fidelity=_chosen(source, "fidelity", fidelity, defaults.fidelity, FIDELITIES),
            parameters=_parameters(fixture, policy, parameters or {}, source),
        )

    def __getitem__(self, name: str) -> Any:
        """The value of one of the policy's parameters; KeyError if it has none of that name."""
        return self.parameters[name] if name in self.parameters else self.rule.parameter(name).default

    @property
    def rule(self) -> Policy:
        """The policy itself."""
        return POLICIES[self.policy]

    def query(self) -> dict[str, str]:
        """The settings as an address has them, by name: budget, policy, fidelity, and each parameter offered."""
        chosen: dict[str, Value] = {"budget": self.budget, "policy": self.policy, "fidelity": self.fidelity}
        return {name: str(value) for name, value in (chosen | self.parameters).items()}


def controls(fixture: Fixture, policy: PolicyName) -> tuple[tuple[Parameter, Offer], ...]:
    """The parameters of a policy among which the lesson leaves a choice, in the policy's order, with what is offered."""
    offers = fixture.parameters.get(policy, {})
    return tuple(
        (parameter, offers[parameter.name])
        for parameter in POLICIES[policy].parameters
        if parameter.name in offers and len(offers[parameter.name].offered) > 1
    )


def _parameters(fixture: Fixture, policy: str, given: Mapping[str, Any], source: str) -> dict[str, Value]:
    offers = fixture.parameters.get(policy, {})
    for name, value in given.items():
        if name not in offers:
            offered = f"it offers {', '.join(offers)}" if offers else "it offers none"
            raise InvalidInput(source, name, shown(value), f"which this lesson does not offer for {policy} ({offered})")
    return {
        name: _chosen(source, name, _as_offered(given.get(name), offer.offered), offer.default, offer.offered)
        for name, offer in offers.items()
    }


def _as_offered(value: Any, offered: tuple[Value, ...]) -> Any:
    """A value that came as text, as the number that it is the text of, if that number is offered."""
    if not isinstance(value, str) or value in offered:
        return value
    return next((number for number in offered if str(number) == value), value)


def _chosen(source: str, field: str, value: Any, default: Any, offered: Iterable[Any]) -> Any:
    if value is None:
        return default
    # True equals 1 in Python, and is no budget.
    if value not in offered or isinstance(value, bool):
        choices = ", ".join(str(choice) for choice in offered)
        raise InvalidInput(source, field, shown(value), f"which this lesson does not offer (it offers {choices})")
    return value
