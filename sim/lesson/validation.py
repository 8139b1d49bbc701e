"""Checks a fixture for what its types cannot say.

Types cannot say that a fact exists or that times rise. A replay of a fixture that breaks such a rule would look right
and teach something wrong, so the fixture is refused before it is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NoReturn

from sim.lesson.exchange_validation import check as check_exchange
from sim.lesson.fixture import Fixture
from sim.lesson.identifiers import SUMMARY_ID, unfit
from sim.lesson.invalid import figure, shown

Refuse = Callable[[str, object, str], NoReturn]


def check(fixture: Fixture, refuse: Refuse, root: str) -> None:
    """Calls `refuse(field, value, problem)` for the first rule that the fixture breaks.

    `root` is the path to the fixture in its document.
    """
    _Check(fixture, refuse, root).run()


class _Check:
    def __init__(self, fixture: Fixture, refuse: Refuse, root: str) -> None:
        self.fixture = fixture
        self._refuse = refuse
        self.root = root

    def run(self) -> None:
        self._id("id", self.fixture.id)
        self._ids()
        self._references()
        self._times()
        check_exchange(self.fixture, self._refuse)

    def _id(self, field: str, value: str) -> None:
        if problem := unfit(value):
            self._refuse(field, value, problem)

    def _ids(self) -> None:
        fixture = self.fixture
        self._unique("turns", [turn.id for turn in fixture.turns])
        self._unique("facts", [fact.id for fact in fixture.facts])
        self._unique("probes", [probe.id for probe in fixture.probes])
        for k, turn in enumerate(fixture.turns):
            if turn.id == SUMMARY_ID:
                self._refuse(f"turns[{k}].id", turn.id, "the name that is kept for the summary")

    def _unique(self, name: str, ids: list[str]) -> None:
        first: dict[str, int] = {}
        for k, value in enumerate(ids):
            field = f"{name}[{k}].id"
            self._id(field, value)
            if value in first:
                self._refuse(field, value, f"which {self.root}.{name}[{first[value]}] is called already")
            first[value] = k

    def _references(self) -> None:
        known = {fact.id for fact in self.fixture.facts}
        tools = {fact.id for fact in self.fixture.facts if fact.source == "tool"}
        for k, turn in enumerate(self.fixture.turns):
            for name, ids in (("evidence", turn.evidence), ("records", turn.records), ("mentions", turn.mentions)):
                self._known(f"turns[{k}].{name}", ids, known)
            if turn.evidence and turn.role != "user":
                self._refuse(
                    f"turns[{k}].evidence[0]",
                    turn.evidence[0],
                    f"but the role of {shown(turn.id)} is {turn.role} and only a user's turn is evidence",
                )
            if turn.records and turn.effective_kind != "result":
                self._refuse(
                    f"turns[{k}].records[0]",
                    turn.records[0],
                    f"but {shown(turn.id)} is no tool's result and only a result records a fact",
                )
            for j, fact in enumerate(turn.evidence):
                if fact in tools:
                    self._refuse(f"turns[{k}].evidence[{j}]", fact, "but the source of that fact is a tool")
            for j, fact in enumerate(turn.records):
                if fact not in tools:
                    self._refuse(f"turns[{k}].records[{j}]", fact, "but the source of that fact is the user")
        for k, probe in enumerate(self.fixture.probes):
            if probe.fact not in known:
                self._refuse(f"probes[{k}].fact", probe.fact, "and no fact has that id")

    def _known(self, field: str, ids: Iterable[str], known: set[str]) -> None:
        seen: set[str] = set()
        for j, fact in enumerate(ids):
            if fact not in known:
                self._refuse(f"{field}[{j}]", fact, "and no fact has that id")
            if fact in seen:
                self._refuse(f"{field}[{j}]", fact, "which is listed there already")
            seen.add(fact)

    def _times(self) -> None:
        before = 0.0
        for k, (turn, at) in enumerate(zip(self.fixture.turns, self.fixture.arrivals)):
            field = f"turns[{k}].at"
            origin = "" if turn.at is not None else " (its default, an even share of the duration)"
            if at > self.fixture.duration:
                self._refuse(
                    field, at, f"after the end of the lesson at {figure(self.fixture.duration)} seconds{origin}"
                )
            if at <= before:
                self._refuse(field, at, f"but times must rise and the one before is {figure(before)}{origin}")
            before = at
