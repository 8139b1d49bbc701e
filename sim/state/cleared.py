"""The turns whose text was cleared in place, shared by all frames that have them.

A cleared turn stays where it is, so that no call loses its result, but only a placeholder of it is left. Turns may be cleared
in any order, and a long session would take quadratic time if each frame copied which ones. So they are a tree that never
changes: to clear a turn makes a few new parts, and shares all others.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sim.lesson.turn import Turn

PLACEHOLDER = "[cleared]"
PARTS = 16  # how many parts a part has


class Cleared(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The cleared turns among the first `span` positions of a session, or in one part of them.

    - `span`: how many positions it stands for; 1 for a single turn.
    - `count`: how many turns are cleared.
    - `tokens`: how much less they weigh than before, in teaching tokens.
    - `characters`: how much shorter their texts are; negative if placeholders are longer.
    - `parts`: its parts, from the first position on; None: nothing is cleared there. Empty for a single turn.
    - `turn`: a single turn as it stands in the context now; None for a larger part.
    """

    span: int = PARTS
    count: int = 0
    tokens: int = 0
    characters: int = 0
    parts: tuple[Cleared | None, ...] = (None,) * PARTS
    turn: Turn | None = None

    def at(self, position: int) -> Turn | None:
        """The turn at that position as it stands now; None if it was not cleared."""
        if position >= self.span:
            return None
        part: Cleared | None = self
        while part is not None and part.parts:
            number, position = divmod(position, part.span // PARTS)
            part = part.parts[number]
        return part.turn if part else None

    def adding(self, position: int, turn: Turn, tokens: int) -> Cleared:
        """Also with the turn at that position; the placeholder weighs so many `tokens`."""
        shorter = len(turn.text) - len(PLACEHOLDER)
        leaf = Cleared(
            span=1, count=1, tokens=turn.tokens - tokens, characters=shorter, parts=(), turn=standing_for(turn, tokens)
        )
        return _with(_wide(self, position + 1), position, leaf)

    def removing(self, position: int) -> Cleared:
        """Without the turn at that position, which has left the context; it must have been cleared."""
        return _with(self, position, None)

    def tokens_before(self, position: int) -> int:
        """How much less the cleared turns before that position weigh than they did, in teaching tokens."""
        if position >= self.span:
            return self.tokens
        found, part = 0, self
        while part.parts:
            number, position = divmod(position, part.span // PARTS)
            found += sum(one.tokens for one in part.parts[:number] if one)
            following = part.parts[number]
            if following is None:
                break
            part = following
        return found

    def positions(self) -> Iterator[int]:
        """The positions of the cleared turns, rising."""
        return _positions(self, 0)

    def first_other(self, other: Cleared) -> int | None:
        """The first position whose turn stands otherwise in the two; None: there is none."""
        span = max(self.span, other.span)
        return _first_other(_wide(self, span), _wide(other, span), 0)


NOTHING = Cleared()


def standing_for(turn: Turn, tokens: int) -> Turn:
    """What is left of a cleared turn in the context: it says and proves nothing, and its pair stays whole."""
    return msgspec.structs.replace(
        turn, text=PLACEHOLDER, tokens=tokens, mentions=(), entries=(), untrimmed=None, alternatives={}
    )


def _of(span: int, parts: tuple[Cleared | None, ...]) -> Cleared:
    some = [part for part in parts if part is not None]
    return Cleared(
        span=span,
        count=sum(part.count for part in some),
        tokens=sum(part.tokens for part in some),
        characters=sum(part.characters for part in some),
        parts=parts,
    )


def _wide(tree: Cleared, span: int) -> Cleared:
    """The same turns in a tree that stands for at least so many positions."""
    while tree.span < span:
        tree = _of(tree.span * PARTS, (tree if tree.count else None, *(None,) * (PARTS - 1)))
    return tree


def _with(tree: Cleared | None, position: int, leaf: Cleared | None, span: int = 0) -> Cleared:
    """The tree with another part at that position; `span` is what it stands for if it is None."""
    span = tree.span if tree else span
    parts: list[Cleared | None] = list(tree.parts) if tree else [None] * PARTS
    width = span // PARTS
    number, rest = divmod(position, width)
    parts[number] = leaf if width == 1 else _with(parts[number], rest, leaf, width)
    return _of(span, tuple(parts))


def _positions(part: Cleared, start: int) -> Iterator[int]:
    if part.turn is not None:
        yield start
    for number, one in enumerate(part.parts):
        if one is not None:
            yield from _positions(one, start + number * (part.span // PARTS))


def _first_other(one: Cleared | None, other: Cleared | None, start: int) -> int | None:
    if one is other:
        return None
    known = one or other
    assert known is not None  # for two that are None are the same
    if not known.parts:
        return start
    width = known.span // PARTS
    nothing = (None,) * PARTS
    for number, (was, now) in enumerate(zip(one.parts if one else nothing, other.parts if other else nothing)):
        found = _first_other(was, now, start + number * width)
        if found is not None:
            return found
    return None
