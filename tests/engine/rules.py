"""The rules of the local policies, written a second time in the simplest way, so that tests can compare both versions.

This version keeps whole lists where the engine keeps two numbers, so a fault in the engine's arithmetic shows as a difference.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sim.lesson.fixture import Fixture
from sim.lesson.turn import Turn
from sim.settings import Settings


@dataclass
class State:
    """The state at one moment according to the rules, in plain lists."""

    kept: list[Turn] = field(default_factory=list)
    evicted: list[Turn] = field(default_factory=list)
    covered: list[Turn] = field(default_factory=list)
    summary: bool = False

    @property
    def tokens(self) -> int:
        return sum(turn.tokens for turn in self.kept) + 6 * self.summary

    def ids(self) -> list[str]:
        ids = [turn.id for turn in self.kept]
        if self.summary:
            place = next((k for k, turn in enumerate(self.kept) if turn.role != "system"), len(ids))
            ids.insert(place, "S")
        return ids

    def backed(self, fact: str, fidelity: str) -> set[tuple[str, str]]:
        """The items that back the fact or record it, as pairs of item and source."""
        pairs = {(turn.id, turn.id) for turn in self.kept if establishes(turn, fact)}
        if fidelity == "preserve":
            pairs |= {("S", turn.id) for turn in self.covered if establishes(turn, fact)}
        return pairs

    def mentioned(self, fact: str, fidelity: str) -> set[str]:
        carried = {"S"} if any(item == "S" for item, _ in self.backed(fact, fidelity)) else set()
        return carried | {turn.id for turn in self.kept if fact in turn.mentions or establishes(turn, fact)}


def establishes(turn: Turn, fact: str) -> bool:
    """Whether it is a user's turn that is evidence for the fact, or a tool's turn that records it."""
    return (turn.role == "user" and fact in turn.evidence) or (turn.role == "tool" and fact in turn.records)


def states(fixture: Fixture, settings: Settings) -> list[State]:
    """The empty state, then one state after each arrival."""
    state, seen = State(), [State()]
    for turn in fixture.turns:
        state = State(state.kept + [turn], state.evicted[:], state.covered[:], state.summary)
        while state.tokens > settings.budget:
            unpinned = [kept for kept in state.kept if kept.role != "system"]
            if not unpinned:
                break
            state.kept.remove(unpinned[0])
            if settings.policy == "evict-oldest":
                state.evicted.append(unpinned[0])
            else:
                state.covered.append(unpinned[0])
                state.summary = True
        seen.append(state)
    return seen
