"""The session: everything that arrives, shared by every frame of a replay.

Nothing in it is ever deleted or copied. A context and a summary only store a few numbers about it, so even a replay of
100,000 turns needs no copy of the session for each frame.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate

import msgspec

from sim.lesson.fact import Fact
from sim.lesson.fixture import Fixture
from sim.lesson.pairs import answered_at, answers, partners
from sim.lesson.turn import Turn


class Session(msgspec.Struct, frozen=True, eq=False):
    """A fixture's turns, with tables of what is often looked up in them.

    A position is a turn's place in `turns`, from 0. The number of an unpinned turn is its place in `unpinned`, from 0.

    - `fixture`: the lesson.
    - `shared`: whether all agents share one context; if not, an agent on a branch of its own has its own context.
    - `arrivals`: for each position, when the turn arrives, in seconds.
    - `timestamps`: for each position, the turn's stamp, in seconds; never falling.
    - `pinned`: the positions of the turns that a policy must keep, rising, without those `apart`.
    - `unpinned`: the positions of the turns that a policy may remove, rising, without those `apart`.
    - `position`: for each turn's id, its position.
    - `mentions`: for each fact's id, the positions of the turns in which it occurs, rising.
    - `evidence`: for each fact's id, the positions of the user's turns that prove it, rising.
    - `records`: for each fact's id, the positions of the results that record it, rising.
    - `closings`: for each ticket, the positions of the turns that close it, rising.
    - `figures`: the positions of the turns with a recorded prompt count, rising.
    - `users`: the positions of the user's turns without results, rising, without those `apart`.
    - `invocations`: for each position, the number of the turn's invocation, from 0 in order of first appearance.
    - `openings`: for each invocation, the position of its first turn.
    - `began`: for each position, where the unbroken run of its invocation's turns up to it begins.
    - `partners`: for each position of a call or a result, the positions of its other ends.
    - `answered`: for each position of a call, the position of the turn that answers the last of its calls; the number of
      turns if one is never answered.
    - `answers`: for each position, the position of the next assistant's turn after it; the number of turns if there is
      none.
    - `apart`: the positions of the turns in another agent's own context; empty if the session is `shared`.
    - `weights`: for each number of turns from 0, what the first so many weigh, in teaching tokens.
    - `own_weights`: the same without the turns `apart`.
    - `fixed_weights`: the same as `own_weights` for only the instructions and tool declarations, which every prompt repeats.
    - `lengths`: for each number of turns from 0, the characters in the texts of the first so many, without those `apart`.
    - `unpinned_weights`: for each number of unpinned turns from 0, what the first so many weigh, in teaching tokens.
    - `unpinned_lengths`: the same for the characters in their texts.
    """

    fixture: Fixture
    shared: bool
    arrivals: tuple[float, ...]
    timestamps: tuple[float, ...]
    pinned: tuple[int, ...]
    unpinned: tuple[int, ...]
    position: dict[str, int]
    mentions: dict[str, tuple[int, ...]]
    evidence: dict[str, tuple[int, ...]]
    records: dict[str, tuple[int, ...]]
    closings: dict[str, tuple[int, ...]]
    figures: tuple[int, ...]
    users: tuple[int, ...]
    invocations: tuple[int, ...]
    openings: tuple[int, ...]
    began: tuple[int, ...]
    partners: dict[int, tuple[int, ...]]
    answered: dict[int, int]
    answers: tuple[int, ...]
    apart: frozenset[int]
    weights: tuple[int, ...]
    own_weights: tuple[int, ...]
    fixed_weights: tuple[int, ...]
    lengths: tuple[int, ...]
    unpinned_weights: tuple[int, ...]
    unpinned_lengths: tuple[int, ...]

    @classmethod
    def of(cls, fixture: Fixture, shared: bool = True) -> Session:
        """The session of a fixture, in time linear in its number of turns.

        If it is not `shared`, the turns of an agent on a branch of its own belong to that agent's context and not here.
        """
        apart = frozenset() if shared else _apart(fixture)
        mentions: dict[str, list[int]] = {fact.id: [] for fact in fixture.facts}
        evidence: dict[str, list[int]] = {fact.id: [] for fact in fixture.facts}
        records: dict[str, list[int]] = {fact.id: [] for fact in fixture.facts}
        closings: dict[str, list[int]] = {fact.ticket: [] for fact in fixture.facts if fact.ticket is not None}
        for position, turn in enumerate(fixture.turns):
            for fact in turn.facts:
                mentions[fact].append(position)
            for fact in turn.evidence:
                evidence[fact].append(position)
            for fact in turn.records:
                records[fact].append(position)
            for ticket in turn.closes:
                closings[ticket].append(position)
        unpinned = tuple(k for k, turn in enumerate(fixture.turns) if not turn.pinned and k not in apart)
        invocations, openings = _invocations(fixture.turns)
        found = answers(fixture.turns)
        return cls(
            fixture=fixture,
            shared=shared,
            arrivals=fixture.arrivals,
            timestamps=fixture.timestamps,
            pinned=tuple(k for k, turn in enumerate(fixture.turns) if turn.pinned and k not in apart),
            unpinned=unpinned,
            position={turn.id: k for k, turn in enumerate(fixture.turns)},
            mentions={fact: tuple(positions) for fact, positions in mentions.items()},
            evidence={fact: tuple(positions) for fact, positions in evidence.items()},
            records={fact: tuple(positions) for fact, positions in records.items()},
            closings={ticket: tuple(positions) for ticket, positions in closings.items()},
            users=tuple(
                k for k, turn in enumerate(fixture.turns) if turn.role == "user" and not turn.results and k not in apart
            ),
            figures=tuple(k for k, turn in enumerate(fixture.turns) if turn.prompt_tokens is not None),
            invocations=invocations,
            openings=openings,
            began=_began(invocations),
            partners=partners(found),
            answered=answered_at(fixture.turns, found),
            answers=_next_answers(fixture.turns),
            apart=apart,
            weights=tuple(accumulate((turn.tokens for turn in fixture.turns), initial=0)),
            own_weights=tuple(
                accumulate((0 if k in apart else turn.tokens for k, turn in enumerate(fixture.turns)), initial=0)
            ),
            fixed_weights=tuple(
                accumulate(
                    (turn.tokens if turn.fixed and k not in apart else 0 for k, turn in enumerate(fixture.turns)),
                    initial=0,
                )
            ),
            lengths=tuple(
                accumulate((0 if k in apart else len(turn.text) for k, turn in enumerate(fixture.turns)), initial=0)
            ),
            unpinned_weights=tuple(accumulate((fixture.turns[k].tokens for k in unpinned), initial=0)),
            unpinned_lengths=tuple(accumulate((len(fixture.turns[k].text) for k in unpinned), initial=0)),
        )

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Every turn in order of arrival, including those that have not arrived yet."""
        return self.fixture.turns

    def establishing(self, fact: Fact) -> tuple[int, ...]:
        """The positions of the turns that establish the fact as its source demands: its evidence, or its records."""
        return (self.records if fact.source == "tool" else self.evidence)[fact.id]

    def unpinned_before(self, position: int) -> int:
        """How many turns before that position are not pinned."""
        return bisect_left(self.unpinned, position)

    def unpinned_from(self, stamp: float) -> int:
        """How many turns that are not pinned are stamped before `stamp` (seconds)."""
        return self.unpinned_before(bisect_left(self.timestamps, stamp))

    def unpinned_after(self, stamp: float) -> int:
        """How many turns that are not pinned are stamped at or before `stamp` (seconds)."""
        return self.unpinned_before(bisect_right(self.timestamps, stamp))

    def users_before(self, position: int) -> tuple[int, ...]:
        """The positions of the user's turns before that position, without results that a user posts back."""
        return self.users[: bisect_left(self.users, position)]

    def model_reads_after(self, position: int) -> bool:
        """Whether the model is called right after the turn at that position: the next turn is an assistant's."""
        return position + 1 < len(self.turns) and self.turns[position + 1].role == "assistant"

    def ends_invocation(self, position: int) -> bool:
        """Whether the turn at that position is the last one, or the next turn belongs to another invocation."""
        return position + 1 >= len(self.turns) or self.invocations[position + 1] != self.invocations[position]


def _began(invocations: tuple[int, ...]) -> tuple[int, ...]:
    began: list[int] = []
    for position, number in enumerate(invocations):
        goes_on = position and invocations[position - 1] == number
        began.append(began[-1] if goes_on else position)
    return tuple(began)


def _apart(fixture: Fixture) -> frozenset[int]:
    """The positions of the turns on a reader's branch or below it; empty unless another reader has no branch."""
    branches = {reader.branch for reader in fixture.readers}
    if "" not in branches or len(branches) == 1:
        return frozenset()
    own = tuple(branch for branch in branches if branch)
    return frozenset(
        k
        for k, turn in enumerate(fixture.turns)
        if any(turn.branch == branch or turn.branch.startswith(f"{branch}.") for branch in own)
    )


def _next_answers(turns: tuple[Turn, ...]) -> tuple[int, ...]:
    found, following = [], len(turns)
    for position in range(len(turns) - 1, -1, -1):
        found.append(following)
        if turns[position].role == "assistant":
            following = position
    return tuple(reversed(found))


def _invocations(turns: tuple[Turn, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each position the number of its invocation, and for each invocation the position at which it begins.

    A turn that names no invocation continues the one before it, but a user's turn without results begins a new one.
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
