"""Checks what a lesson offers: budgets, policies, and values of their parameters."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn

from sim.lesson.fixture import Fixture
from sim.policies.registry import POLICIES

Refuse = Callable[[str, object, str], NoReturn]


def check(fixture: Fixture, refuse: Refuse) -> None:
    """Calls `refuse(field, value, problem)` for the first thing that a lesson cannot offer."""
    for k, (before, budget) in enumerate(zip(fixture.budgets, fixture.budgets[1:]), 1):
        if budget <= before:
            refuse(f"budgets[{k}]", budget, f"but budgets must rise and the one before is {before}")
    for k, policy in enumerate(fixture.policies):
        if policy not in POLICIES:
            refuse(f"policies[{k}]", policy, f"which is no policy (there is {', '.join(POLICIES)})")
        if policy in fixture.policies[:k]:
            refuse(f"policies[{k}]", policy, "which is listed there already")
    if fixture.defaults.budget not in fixture.budgets:
        refuse("defaults.budget", fixture.defaults.budget, "which is not among the budgets of the lesson")
    if fixture.defaults.policy not in fixture.policies:
        refuse("defaults.policy", fixture.defaults.policy, "which is not among the policies of the lesson")
    if fixture.reserve >= fixture.budgets[0]:
        refuse("reserve", fixture.reserve, f"which leaves nothing of the budget of {fixture.budgets[0]}")
    _summary_names(fixture, refuse)
    _parameters(fixture, refuse)


def _summary_names(fixture: Fixture, refuse: Refuse) -> None:
    if not any(POLICIES[policy].multiple_summaries for policy in fixture.policies):
        return
    for k, turn in enumerate(fixture.turns):
        if re.fullmatch(r"S[0-9]+", turn.id):
            refuse(f"turns[{k}].id", turn.id, "a name that is kept for the summaries of a policy that writes several")


def _parameters(fixture: Fixture, refuse: Refuse) -> None:
    for policy, offers in fixture.parameters.items():
        if policy not in fixture.policies:
            refuse("parameters", policy, "which is not among the policies of the lesson")
        known = {parameter.name: parameter for parameter in POLICIES[policy].parameters}
        for name, offer in offers.items():
            field = f"parameters.{policy}.{name}"
            if name not in known:
                refuse(
                    field, offer.default, f"but {policy} has no such parameter (it has {', '.join(known) or 'none'})"
                )
            if not offer.offered:
                refuse(f"{field}.offered", offer.offered, "where at least one value is expected")
            for k, value in enumerate(offer.offered):
                if not known[name].allows(value):
                    refuse(f"{field}.offered[{k}]", value, f"where {known[name].range} is expected")
                if value in offer.offered[:k]:
                    refuse(f"{field}.offered[{k}]", value, "which is listed there already")
            if offer.default not in offer.offered:
                refuse(f"{field}.default", offer.default, "which is not among those offered")
