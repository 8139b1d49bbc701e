"""At which weight a policy acts, and whether that is before the budget is full."""

from __future__ import annotations

from sim.policies.registry import POLICIES
from sim.policies.shared import in_tokens
from sim.settings import Settings


def threshold(settings: Settings) -> float | None:
    """The prompt size at which the policy acts, in teaching tokens; None if it acts on the budget or on nothing weighed.

    After a heavy result a compression sub-agent acts already at a lower size, which is not given here.
    """
    figure = POLICIES[settings.policy].threshold
    return in_tokens(figure(settings.parameters), settings.budget) if figure else None


def alert(settings: Settings) -> float | None:
    """The threshold where it is another weight than the budget, in teaching tokens; None if there is no such weight."""
    limit = threshold(settings)
    return None if limit == settings.budget else limit
