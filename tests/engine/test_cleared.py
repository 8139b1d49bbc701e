"""Tests the tree of cleared turns against a plain dict, and that a frame shares it."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from sim.lesson.turn import Turn
from sim.state.cleared import NOTHING, PLACEHOLDER, Cleared

POSITIONS = st.integers(0, 300) | st.integers(0, 100_000)


def made(position: int) -> Turn:
    return Turn(id=f"T{position}", role="tool", text="x" * (position % 40), tokens=11 + position % 50)


def tree(positions: list[int]) -> Cleared:
    found = NOTHING
    for position in positions:
        found = found.adding(position, made(position), 10)
    return found


@given(st.lists(POSITIONS, unique=True, max_size=40), st.lists(POSITIONS, max_size=20), st.data())
def test_it_holds_what_was_added_and_sums_what_comes_before(positions, others, data):
    found, held = tree(positions), set(positions)
    for position in data.draw(st.lists(st.sampled_from(positions), unique=True)) if positions else []:
        found = found.removing(position)
        held.remove(position)
    assert list(found.positions()) == sorted(held) and found.count == len(held)
    for position in (*positions, *others):
        now = found.at(position)
        assert (now is not None) == (position in held)
        assert now is None or (now.id, now.text, now.tokens) == (f"T{position}", PLACEHOLDER, 10)
        assert found.tokens_before(position) == sum(1 + k % 50 for k in held if k < position)
    assert found.tokens == found.tokens_before(10**9) == sum(1 + k % 50 for k in held)
    assert found.characters == sum(k % 40 - len(PLACEHOLDER) for k in held)


@given(st.lists(POSITIONS, unique=True, max_size=30), st.lists(POSITIONS, unique=True, min_size=1, max_size=5))
def test_the_first_difference_is_the_first_turn_that_only_one_has(positions, more):
    first = tree(positions)
    new = [position for position in more if position not in positions]
    later = first
    for position in new:
        later = later.adding(position, made(position), 10)
    assert first.first_other(later) == later.first_other(first) == min(new, default=None)
    assert first.first_other(first) is None


def test_to_clear_one_more_turn_makes_only_a_few_parts():
    def parts(one: Cleared | None) -> set[int]:
        return {id(one)}.union(*(parts(part) for part in one.parts)) if one is not None else set()

    before = tree(list(range(2_000)))
    after = before.adding(5_000, made(5_000), 10)
    assert len(parts(after) - parts(before)) <= 6 < len(parts(before))


def test_what_is_left_says_nothing_and_keeps_its_pair():
    turn = msgspec.convert(
        {
            "id": "T1",
            "role": "tool",
            "text": "a log",
            "tokens": 90,
            "mentions": ["f"],
            "results": [{"tool": "read", "id": "c1"}],
            "untrimmed": 900,
            "otherwise": {"artifact": 5},
            "entries": [{"kind": "narrative", "text": "It was read."}],
        },
        Turn,
    )
    left = NOTHING.adding(7, turn, 10).at(7)
    assert (left.tokens, left.text, left.results) == (10, PLACEHOLDER, turn.results)
    assert (left.mentions, left.entries, left.untrimmed, left.alternatives) == ((), (), None, {})
