"""Decides which settings stay when one of them changes, because a caller names only the setting that it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.lesson.fixture import Fixture
from sim.policies.choice import choose
from sim.settings import Settings


def changed(fixture: Fixture, settings: Settings, changes: Mapping[str, Any], source: str = "settings") -> Settings:
    """The settings with `changes` applied. Raises InvalidInput, which names `source`, if the lesson does not offer a value.

    New `parameters` are added to the chosen ones. After a change of the policy, the new policy begins with its own.
    """
    kept = settings.chosen if changes.get("policy", settings.policy) == settings.policy else {}
    chosen = {"budget": settings.budget, "policy": settings.policy, "fidelity": settings.fidelity, **changes}
    return choose(fixture, source=source, **{**chosen, "parameters": {**kept, **changes.get("parameters", {})}})
