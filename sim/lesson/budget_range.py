"""Budgets that may be chosen freely, in addition to the stops of the slider."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Whole = Annotated[int, Meta(ge=1, le=1_000_000_000, description="Teaching tokens.")]


class BudgetRange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole budgets that may be chosen.

    - `lowest`: the smallest budget allowed, in teaching tokens.
    - `highest`: the largest budget allowed, in teaching tokens.
    """

    lowest: Whole
    highest: Whole

    def allows(self, budget: object) -> bool:
        """Whether the budget is a whole number within the range. True and False are not numbers here."""
        return isinstance(budget, int) and not isinstance(budget, bool) and self.lowest <= budget <= self.highest

    def sampled(self, most: int) -> tuple[int, ...]:
        """All budgets of the range, or `most` of them at even distances, with both ends, if there are more."""
        count = self.highest - self.lowest + 1
        if count <= most:
            return tuple(range(self.lowest, self.highest + 1))
        return tuple(self.lowest + k * (count - 1) // (most - 1) for k in range(most))
