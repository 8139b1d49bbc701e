"""Every write of a session to its state and its artifacts, indexed by key.

A value is looked up by a search among the writes of its key, so that the state at a moment is never copied, however
long the session is.
"""

from __future__ import annotations

from bisect import bisect_left

import msgspec

from sim.lesson.fixture import Fixture
from sim.lesson.placeholders import ARTIFACT, TEMPORARY, Placeholder, placeholders
from sim.lesson.turn import Turn
from sim.lesson.write import StateValue

Scope = tuple[str, int]  # a key, and the number of an invocation, or EVERY

EVERY = -1


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """One write.

    - `position`: the position of the turn that wrote; -1: the lesson gives the value from the start.
    - `value`: the value; an artifact's text.
    - `says`: the ids of the facts that the value says word for word.
    """

    position: int
    value: StateValue
    says: tuple[str, ...] = ()


class Writes(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """All writes of a session. An artifact counts as a key with "artifact." before its name.

    - `scoped`: the writes of each key, rising, and those of a temporary key also apart for each invocation, by its number.
    - `initial`: the values that the lesson gives from the start, by key.
    - `keys`: every key that is ever there, those of the start first, the others in the order of their first writes.
    - `by_turn`: for the position of each turn that writes, the keys that it writes.
    - `temporary`: the keys that each invocation, by its number, writes for itself alone.
    - `saying`: for each fact's id, the keys of which some value says it.
    - `templates`: the placeholders of each instruction that has any, by the position of its turn, rising.
    """

    scoped: dict[Scope, tuple[Written, ...]]
    initial: dict[str, Written]
    keys: tuple[str, ...]
    by_turn: dict[int, tuple[str, ...]]
    temporary: dict[int, tuple[str, ...]]
    saying: dict[str, tuple[str, ...]]
    templates: dict[int, tuple[Placeholder, ...]]

    @classmethod
    def of(cls, fixture: Fixture, invocations: tuple[int, ...], apart: frozenset[int]) -> Writes:
        """The writes of a fixture, whose turns belong to these invocations; the turns `apart` have no instruction here."""
        scoped: dict[Scope, list[Written]] = {}
        by_turn: dict[int, tuple[str, ...]] = {}
        temporary: dict[int, dict[str, None]] = {}
        saying: dict[str, dict[str, None]] = {}
        # A placeholder that begins like an artifact's never reads the state.
        state = {key: value for key, value in fixture.state.items() if not key.startswith(ARTIFACT)}
        initial = {key: Written(position=-1, value=value) for key, value in state.items()}
        initial |= {f"{ARTIFACT}{name}": Written(position=-1, value=text) for name, text in _artifacts(fixture)}
        for position, turn in enumerate(fixture.turns):
            made = _made(position, turn)
            if made:
                by_turn[position] = tuple(key for key, _ in made)
            for key, written in made:
                number = invocations[position] if key.startswith(TEMPORARY) else EVERY
                scoped.setdefault((key, EVERY), []).append(written)
                if number != EVERY:
                    scoped.setdefault((key, number), []).append(written)
                    temporary.setdefault(number, {})[key] = None
                for fact in written.says:
                    saying.setdefault(fact, {})[key] = None
        return cls(
            scoped={scope: tuple(all_made) for scope, all_made in scoped.items()},
            initial=initial,
            keys=tuple(dict.fromkeys([*initial, *(key for key, _ in scoped)])),
            by_turn=by_turn,
            temporary={number: tuple(keys) for number, keys in temporary.items()},
            saying={fact: tuple(keys) for fact, keys in saying.items()},
            templates={
                k: found
                for k, turn in enumerate(fixture.turns)
                if turn.pinned and k not in apart and (found := placeholders(turn.text))
            },
        )

    @property
    def made(self) -> bool:
        """Whether any turn writes to the state or saves an artifact."""
        return bool(self.scoped)

    def before(self, key: str, position: int, invocation: int) -> Written | None:
        """The key's last write before that position, for that invocation (a number); else its value from the start, or None."""
        made = self.scoped.get(_scope(key, invocation), ())
        number = bisect_left(made, position, key=_position)
        return made[number - 1] if number else self.initial.get(key)

    def last(self, key: str, position: int) -> Written | None:
        """The key's last write before that position, for whichever invocation; None if there is none."""
        made = self.scoped.get((key, EVERY), ())
        number = bisect_left(made, position, key=_position)
        return made[number - 1] if number else None

    def after(self, key: str, position: int, invocation: int) -> Written | None:
        """The key's first write at or after that position, for that invocation (a number); None if there is none."""
        made = self.scoped.get(_scope(key, invocation), ())
        number = bisect_left(made, position, key=_position)
        return made[number] if number < len(made) else None


def _scope(key: str, invocation: int) -> Scope:
    return key, invocation if key.startswith(TEMPORARY) else EVERY


def _position(written: Written) -> int:
    return written.position


def _artifacts(fixture: Fixture) -> list[tuple[str, str]]:
    return list((fixture.artifacts or {}).items())


def _made(position: int, turn: Turn) -> list[tuple[str, Written]]:
    """What the turn at that position writes and saves, each with its key."""
    state = [(one.key, Written(position=position, value=one.value, says=one.says)) for one in turn.written]
    saved = [(f"{ARTIFACT}{name}", Written(position=position, value=text)) for name, text in turn.saves.items()]
    return state + saved
