"""A policy's parameters: one frozen struct for each policy. Its annotations give each parameter's title and range.

A policy declares parameters, a lesson offers values for some of them, and the learner chooses among these values. So a page
shows only the controls that a lesson uses, and a policy reads its parameters as attributes that a type checker knows.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

Value = int | float | str


class Parameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of the parameters of every policy; it can be used itself for a policy without parameters.

    A field is `Annotated[T, Meta(title=..., ge=..., le=..., extra={"unit": ...})]` with a default, where T is int, float
    (for a number that may be a fraction) or a Literal of words.
    """


class Offer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a lesson offers for one parameter. With a single value the parameter is fixed and needs no control.

    - `offered`: the values that may be chosen, in the order in which they are shown; at least one.
    - `default`: the value with which the lesson opens; one of those in `offered`.
    """

    offered: tuple[Value, ...]
    default: Value


class Parameter(msgspec.Struct, frozen=True, kw_only=True):
    """One parameter, as its annotation describes it.

    - `name`: the attribute of the policy's struct; also its name in a lesson, in an address and on the command line.
    - `title`: what a person reads next to the control.
    - `default`: its value if neither the lesson nor the learner gives another.
    - `unit`: the unit of a number ("turns"); empty for a word.
    - `lowest`: the smallest number allowed; 0 for a word.
    - `highest`: the largest number allowed; 0 for a word.
    - `fraction`: whether the number may be a fraction; False for a word.
    - `words`: the words that may be chosen; empty for a number.
    """

    name: str
    title: str
    default: Value
    unit: str = ""
    lowest: float = 0
    highest: float = 0
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
        """The values that it may have, in words that complete the sentence "it may be ..."."""
        if self.words:
            return ", ".join(self.words)
        return f"a {'number' if self.fraction else 'whole number'} from {self.lowest:g} to {self.highest:,.0f}"

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a lesson's offer for this parameter."""
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


def described(declared: type[Parameters]) -> tuple[Parameter, ...]:
    """The parameters that a policy's struct declares, in order."""
    hints = get_type_hints(declared, include_extras=True)
    return tuple(_described(field.name, hints[field.name], field.default) for field in msgspec.structs.fields(declared))


def _described(name: str, hint: Any, default: Value) -> Parameter:
    assert get_origin(hint) is Annotated, f"the parameter {name} wants an annotation with a title"
    kind, meta = get_args(hint)
    assert isinstance(meta, Meta)
    title = meta.title or name
    if get_origin(kind) is Literal:
        return Parameter(name=name, title=title, default=default, words=get_args(kind))
    assert meta.ge is not None and meta.le is not None, f"the parameter {name} wants a lowest and a highest value"
    unit = (meta.extra or {}).get("unit", "")
    return Parameter(
        name=name, title=title, default=default, unit=unit, lowest=meta.ge, highest=meta.le, fraction=kind is float
    )
