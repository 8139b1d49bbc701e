"""The session: everything that arrives, shared by every frame of a replay.

Nothing in it is ever deleted or copied. A context and a summary are a few numbers over it,
which is why a replay of 100,000 turns takes no copy of the session a frame.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

import msgspec

from sim.fixture import Fixture, Turn
from sim.pairs import answered_at, answers, partners


class Session(msgspec.Struct, frozen=True, eq=False):
    """A fixture's turns with what is looked up in them again and again.

    A position is a turn's place in `turns`, from 0. `pinned` and `loose` hold the positions
    of the turns that a policy must keep and of those that it may remove. `mentions` and
    `evidence` hold, for each fact id, the positions of the annotated turns, `closings` the same for
    each ticket, `figures` for the prompt counts recorded. `invocations` numbers each position's invocation
    by first appearance, `openings` has the position at which each begins, `partners` the other ends of
    calls and results, `answered` the position from which all the calls of a turn have their results.
    `weights` and `lengths` are sums of the tokens and of the characters before each position,
    `loose_weights` and `loose_lengths` the same over `loose`.
    """

    fixture: Fixture
    arrivals: tuple[float, ...]
    timestamps: tuple[float, ...]
    pinned: tuple[int, ...]
    loose: tuple[int, ...]
    position: dict[str, int]
    mentions: dict[str, tuple[int, ...]]
    evidence: dict[str, tuple[int, ...]]
    closings: dict[str, tuple[int, ...]]
    figures: tuple[int, ...]
    invocations: tuple[int, ...]
    openings: tuple[int, ...]
    partners: dict[int, tuple[int, ...]]
    answered: dict[int, int]
    weights: tuple[int, ...]
    lengths: tuple[int, ...]
    loose_weights: tuple[int, ...]
    loose_lengths: tuple[int, ...]

    @classmethod
    def of(cls, fixture: Fixture) -> Session:
        """The session of a fixture, in one pass over its turns."""
        mentions: dict[str, list[int]] = {fact.id: [] for fact in fixture.facts}
        evidence: dict[str, list[int]] = {fact.id: [] for fact in fixture.facts}
        closings: dict[str, list[int]] = {fact.ticket: [] for fact in fixture.facts if fact.ticket is not None}
        for position, turn in enumerate(fixture.turns):
            for fact in dict.fromkeys(turn.mentions + turn.evidence):
                mentions[fact].append(position)
            for fact in turn.evidence:
                evidence[fact].append(position)
            for ticket in turn.closes:
                closings[ticket].append(position)
        loose = tuple(k for k, turn in enumerate(fixture.turns) if not turn.pinned)
        invocations, openings = _invocations(fixture.turns)
        found = answers(fixture.turns)
        return cls(
            fixture=fixture,
            arrivals=fixture.arrivals,
            timestamps=fixture.timestamps,
            pinned=tuple(k for k, turn in enumerate(fixture.turns) if turn.pinned),
            loose=loose,
            position={turn.id: k for k, turn in enumerate(fixture.turns)},
            mentions={fact: tuple(positions) for fact, positions in mentions.items()},
            evidence={fact: tuple(positions) for fact, positions in evidence.items()},
            closings={ticket: tuple(positions) for ticket, positions in closings.items()},
            figures=tuple(k for k, turn in enumerate(fixture.turns) if turn.prompt_tokens is not None),
            invocations=invocations,
            openings=openings,
            partners=partners(found),
            answered=answered_at(fixture.turns, found),
            weights=tuple(accumulate((turn.tokens for turn in fixture.turns), initial=0)),
            lengths=tuple(accumulate((len(turn.text) for turn in fixture.turns), initial=0)),
            loose_weights=tuple(accumulate((fixture.turns[k].tokens for k in loose), initial=0)),
            loose_lengths=tuple(accumulate((len(fixture.turns[k].text) for k in loose), initial=0)),
        )

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Every turn in order of arrival, those yet to come included."""
        return self.fixture.turns

    def loose_before(self, position: int) -> int:
        """How many turns before that position are not pinned."""
        return bisect_left(self.loose, position)

    def model_reads_after(self, position: int) -> bool:
        """Whether the model is called once the turn there has arrived: an assistant's turn is next."""
        return position + 1 < len(self.turns) and self.turns[position + 1].role == "assistant"

    def ends_invocation(self, position: int) -> bool:
        """Whether the turn there is the last before another invocation begins, or the last of all."""
        return position + 1 >= len(self.turns) or self.invocations[position + 1] != self.invocations[position]


def _invocations(turns: tuple[Turn, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The number of each turn's invocation, and where each begins.

    A turn without an invocation of its own goes on with the one before; a user's turn begins one.
    """
    numbers: dict[str, int] = {}
    found: list[int] = []
    openings: list[int] = []
    for position, turn in enumerate(turns):
        if turn.invocation is not None:
            number = numbers.setdefault(turn.invocation, len(openings))
        else:
            number = found[-1] if found and (turn.role != "user" or turn.results) else len(openings)
        if number == len(openings):
            openings.append(position)
        found.append(number)
    return tuple(found), tuple(openings)
