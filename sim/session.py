"""The session: everything that arrives, shared by every frame of a replay.

Nothing in it is ever deleted or copied. A context and a summary are a few numbers over it,
which is why a replay of 100,000 turns takes no copy of the session a frame.
"""

from __future__ import annotations

from bisect import bisect_left

import msgspec

from sim.fixture import Fixture, Turn


class Session(msgspec.Struct, frozen=True, eq=False):
    """A fixture's turns with what is looked up in them again and again.

    A position is a turn's place in `turns`, from 0. `pinned` and `loose` hold the positions
    of the turns that a policy must keep and of those that it may remove. `mentions` and
    `evidence` hold, for each fact id, the positions of the annotated turns.
    """

    fixture: Fixture
    arrivals: tuple[float, ...]
    pinned: tuple[int, ...]
    loose: tuple[int, ...]
    position: dict[str, int]
    mentions: dict[str, tuple[int, ...]]
    evidence: dict[str, tuple[int, ...]]

    @classmethod
    def of(cls, fixture: Fixture) -> Session:
        """The session of a fixture, in one pass over its turns."""
        mentions: dict[str, list[int]] = {fact.id: [] for fact in fixture.facts}
        evidence: dict[str, list[int]] = {fact.id: [] for fact in fixture.facts}
        for position, turn in enumerate(fixture.turns):
            for fact in dict.fromkeys(turn.mentions + turn.evidence):
                mentions[fact].append(position)
            for fact in turn.evidence:
                evidence[fact].append(position)
        return cls(
            fixture=fixture,
            arrivals=fixture.arrivals,
            pinned=tuple(k for k, turn in enumerate(fixture.turns) if turn.pinned),
            loose=tuple(k for k, turn in enumerate(fixture.turns) if not turn.pinned),
            position={turn.id: k for k, turn in enumerate(fixture.turns)},
            mentions={fact: tuple(positions) for fact, positions in mentions.items()},
            evidence={fact: tuple(positions) for fact, positions in evidence.items()},
        )

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Every turn in order of arrival, those yet to come included."""
        return self.fixture.turns

    def loose_before(self, position: int) -> int:
        """How many turns before that position are not pinned."""
        return bisect_left(self.loose, position)
