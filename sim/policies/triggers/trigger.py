"""The type of all triggers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sim.policies.moment import Moment
from sim.state import reasons

P = TypeVar("P")

Trigger = Callable[[Moment[P]], reasons.Trigger | reasons.Held]
"""Takes a moment and returns the reason to act, or why it is too early."""
