"""Every combination of settings that a lesson offers, for a search for the best of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product

from sim.lesson.fixture import Fixture
from sim.policies.choice import choose, policies
from sim.policies.registry import POLICIES
from sim.settings import FIDELITIES, Settings

# A lesson may offer so many combinations that trying all of them would take too long; only the first ones are tried.
MOST = 500


def offered(fixture: Fixture, budgets: Iterable[int]) -> Iterator[Settings]:
    """The combinations for each budget, at most `MOST` for each; budgets vary slowest, then policies in the lesson's order,
    with no compression last.

    A policy that ignores fidelity appears once, with the first fidelity.
    """
    for budget in budgets:
        yield from islice(_under(fixture, budget), MOST)


def _under(fixture: Fixture, budget: int) -> Iterator[Settings]:
    first, *others = policies(fixture)
    for policy in (*others, first):
        offers = fixture.parameters.get(policy, {})
        for fidelity in FIDELITIES if POLICIES[policy].uses_fidelity else FIDELITIES[:1]:
            for values in product(*(offer.offered for offer in offers.values())):
                yield choose(fixture, budget, policy, fidelity, parameters=dict(zip(offers, values)))
