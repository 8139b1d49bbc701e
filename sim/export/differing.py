"""Finds where a document differs from what the engine computes: the path and the two values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import UNSET

from sim.lesson.invalid import InvalidInput, shown

SENTENCES = (".reason", ".over_budget")


def compare(
    found: Any, wanted: Any, path: str, source: str, ignored: Callable[[str, Any], bool] = lambda path, value: False
) -> None:
    """InvalidInput for the first difference, unless `ignored(path, value)` is true; `value` is UNSET if it is missing."""
    for place, value, other in _differences(found, wanted, path):
        # Another version may word a reason differently, so the words of sentences are not compared.
        if place.endswith(SENTENCES) and isinstance(value, str) and isinstance(other, str):
            continue
        if not ignored(place, value):
            raise InvalidInput(source, place, shown(value), f"where the engine computes {shown(other)}")


def _differences(found: Any, wanted: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Each difference between `found` and `wanted`: the path, the value found, the value wanted."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in [*wanted, *(key for key in found if key not in wanted)]:
            yield from _differences(found.get(key, UNSET), wanted.get(key, UNSET), f"{path}.{key}")
    elif isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        for k, (one, other) in enumerate(zip(found, wanted)):
            yield from _differences(one, other, f"{path}[{k}]")
    elif found != wanted or isinstance(found, bool) != isinstance(wanted, bool):
        yield path, found, wanted
