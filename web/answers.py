"""Holds what was chosen at the questions of every lesson's guide. The browser keeps it beside the notes.

The browser keeps each answer on its own, so that two tabs lose none of each other's. This module does not import Panel.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import param

from sim.lesson.fixture import Fixture
from sim.library import find, lessons


class Kept(msgspec.Struct):
    """An answer as the browser keeps it, as far as Python needs it: the id of the choice; None: skipped."""

    chosen: str | None


def key(fixture: Fixture, file: str) -> str:
    """The name under which a lesson's notes and answers are kept: the id of a bundled lesson, or the digest of another one's file."""
    bundled = not file or (fixture.id in lessons() and fixture == find(fixture.id))
    return f"lesson/{fixture.id}" if bundled else f"file/{file}"


class Answers(param.Parameterized):
    """The answers to the questions of all lessons. Change them only through its methods."""

    given = param.Dict({}, doc="What was chosen, by the lesson's `key` and the step's number; None: it was skipped.")

    changed = param.Tuple(
        (0, "", {}),
        doc="Numbers the changes made here, each with the lesson's `key` and its new answers; none: cleared.",
    )

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # param's constructor has no types

    def of(self, key: str) -> dict[int, str | None]:
        """The answers of one lesson by step number; empty if there are none."""
        found: dict[int, str | None] = self.given.get(key, {})
        return found

    def give(self, key: str, answers: Mapping[int, str | None]) -> None:
        """Add answers by step number. An answer to the same question replaces the earlier one."""
        if answers:
            self.given = {**self.given, key: {**self.of(key), **answers}}
            self.changed = (self.changed[0] + 1, key, dict(answers))

    def clear(self, key: str) -> None:
        """Forget the answers of one lesson."""
        self.given = {name: answers for name, answers in self.given.items() if name != key}
        self.changed = (self.changed[0] + 1, key, {})

    def hear(self, kept: Mapping[str, str | None]) -> None:
        """Take over what the browser keeps, by names such as "lesson/ID/2": JSON text, or None for what was cleared.

        What cannot be read is ignored, because anything may stand in a browser's storage.
        """
        given = {name: dict(answers) for name, answers in self.given.items()}
        for name, text in kept.items():
            lesson, _, number = name.rpartition("/")
            if not (number.isascii() and number.isdigit() and len(number) < 6):
                continue
            if text is None:
                given.get(lesson, {}).pop(int(number), None)
                continue
            try:
                given.setdefault(lesson, {})[int(number)] = msgspec.json.decode(text, type=Kept).chosen
            except (msgspec.DecodeError, UnicodeEncodeError):
                continue
        self.given = {name: answers for name, answers in given.items() if answers}
