"""Which settings a lesson offers, and which of them a person has chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sim.lesson.fixture import Fixture, PolicyName
from sim.lesson.invalid import InvalidInput, shown
from sim.parameters import Offer, Parameter, Value
from sim.policies.no_compression import NO_COMPRESSION
from sim.policies.registry import POLICIES
from sim.settings import FIDELITIES, Settings


def choose(
    fixture: Fixture,
    budget: int | None = None,
    policy: str | None = None,
    fidelity: str | None = None,
    source: str = "settings",
    parameters: Mapping[str, Any] | None = None,
) -> Settings:
    """The given choices, and the lesson's defaults for the rest.

    InvalidInput names `source`, the field, the value and what is offered instead. A parameter may be given as text,
    because addresses and command lines contain text.
    """
    defaults = fixture.defaults
    name = _chosen(source, "policy", policy, defaults.policy, policies(fixture))
    return POLICIES[name].settings(
        _budget(fixture, budget, source),
        _chosen(source, "fidelity", fidelity, defaults.fidelity, FIDELITIES),
        **_parameters(fixture, name, parameters or {}, source),
    )


def policies(fixture: Fixture) -> tuple[PolicyName, ...]:
    """The names of the policies that may be chosen: no compression, which every lesson has, and the lesson's own."""
    return tuple(dict.fromkeys((NO_COMPRESSION.name, *fixture.policies)))


def shares_session(fixture: Fixture, policy: PolicyName) -> bool:
    """Whether all agents share one context under the policy."""
    shared = POLICIES[policy].shares_session
    return POLICIES[fixture.defaults.policy].shares_session is not False if shared is None else shared


def controls(fixture: Fixture, policy: PolicyName) -> tuple[tuple[Parameter, Offer], ...]:
    """The parameters of a policy for which the lesson offers several values, with these values, in the policy's order."""
    offers = fixture.parameters.get(policy, {})
    return tuple(
        (parameter, offers[parameter.name])
        for parameter in POLICIES[policy].parameters
        if parameter.name in offers and len(offers[parameter.name].offered) > 1
    )


def offered(fixture: Fixture, policy: PolicyName, parameters: Mapping[str, Any]) -> dict[str, Value]:
    """The given parameters that the lesson offers for the policy and whose values it offers too."""
    found = {}
    for name, offer in fixture.parameters.get(policy, {}).items():
        value = _as_offered(parameters.get(name), offer.offered)
        if value is not None and value in offer.offered:
            found[name] = value
    return found


def _budget(fixture: Fixture, given: Any, source: str) -> int:
    free = fixture.budget_range
    if free is None:
        chosen: int = _chosen(source, "budget", given, fixture.defaults.budget, fixture.budgets)
        return chosen
    if given is not None and not free.allows(given):
        offered = f"it offers every whole number from {free.lowest} to {free.highest}"
        raise InvalidInput(source, "budget", shown(given), f"which this lesson does not offer ({offered})")
    return fixture.defaults.budget if given is None else int(given)


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
    """The value; if it is the text of a number that is offered, that number."""
    if not isinstance(value, str) or value in offered:
        return value
    return next((number for number in offered if str(number) == value), value)


def _chosen(source: str, field: str, value: Any, default: Any, offered: Iterable[Any]) -> Any:
    if value is None:
        return default
    # In Python, True equals 1, but it is not a budget.
    if value not in offered or isinstance(value, bool):
        choices = ", ".join(str(choice) for choice in offered)
        raise InvalidInput(source, field, shown(value), f"which this lesson does not offer (it offers {choices})")
    return value
