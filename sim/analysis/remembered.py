"""Keeps the values of an iterator, so that looking at a moment again costs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Remembered(Generic[T]):
    """The values of an iterator by number; they are worked out only as far as they are needed."""

    def __init__(self, values: Iterator[T]) -> None:
        self._values, self._known = values, list[T]()

    def __getitem__(self, number: int) -> T:
        while number >= len(self._known):
            self._known.append(next(self._values))
        return self._known[number]
