"""A policy's parameters: what each is called, what it may be, and what it is unless chosen otherwise.

A policy declares them, a lesson offers some of them, and the learner's choice among those is a
setting. So a page shows exactly the controls that a lesson uses.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec

Value = int | float | str


class Offer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a lesson offers of one parameter; with a single value it is fixed, and no control is needed."""

    offered: tuple[Value, ...]
    default: Value


class Parameter(msgspec.Struct, frozen=True, kw_only=True):
    """One parameter of a policy.

    It is one of `words` if there are any; otherwise a number from `lowest` to `highest`, whole
    unless `fraction`. `unit` is for a label ("turns").
    """

    name: str
    title: str
    default: Value
    unit: str = ""
    lowest: float = 0
    highest: float = 1_000_000_000
    fraction: bool = False
    words: tuple[str, ...] = ()

    def allows(self, value: object) -> bool:
        """Whether the parameter may have this value."""
        if self.words:
            return isinstance(value, str) and value in self.words
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            return False
        return self.lowest <= value <= self.highest and (self.fraction or isinstance(value, int))

    @property
    def range(self) -> str:
        """What it may be, in words that complete "it may be"."""
        if self.words:
            return ", ".join(self.words)
        return f"a {'number' if self.fraction else 'whole number'} from {self.lowest:g} to {self.highest:,.0f}"

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of an offer of it."""
        value: dict[str, Any] = {"type": "number" if self.fraction else "integer"}
        value |= {"minimum": self.lowest, "maximum": self.highest}
        if self.words:
            value = {"enum": list(self.words)}
        return {
            "type": "object",
            "description": f"{self.title}: {self.range}.",
            "required": ["offered", "default"],
            "additionalProperties": False,
            "properties": {"offered": {"type": "array", "minItems": 1, "items": value}, "default": value},
        }
