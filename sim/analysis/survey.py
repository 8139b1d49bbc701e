"""Shows one moment under every choice of settings that a lesson offers. Each choice is replayed only once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import islice
from typing import Any

import msgspec

from sim.analysis.budget_spans import Span, spans
from sim.analysis.failed_calls import NONE_FAILED, Failures, Watch
from sim.analysis.remembered import Remembered
from sim.analysis.token_budget import TokenBudget, has_lines, token_budget
from sim.lesson.fixture import Fixture, PolicyName
from sim.policies.choice import choose, offered, policies, shares_session
from sim.policies.registry import POLICIES
from sim.prompt.faults import Fault
from sim.prompt.request import unsent
from sim.replay import Frame, frames
from sim.settings import FIDELITIES, Settings
from sim.state.provenance import FactStatus
from sim.state.session import Session

MOST_TURNS = 400  # the replays of a longer lesson are not kept


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One choice of settings at one moment.

    - `settings`: the settings.
    - `tokens`: what the context weighs, in teaching tokens.
    - `retained`: how many turns the context holds, without summaries.
    - `facts`: for each fact's id, its status.
    - `over_budget`: whether the context is still over the budget after the policy acted.
    - `stored`: what the session weighs, in teaching tokens.
    - `read`: what all prompts so far weigh, in teaching tokens.
    - `token_budget`: the four lines of the window; None: the lesson has nothing to divide into lines.
    - `faults`: what every provider would reject in the context; empty: nothing.
    - `unsent`: the names of the agents whose request cannot be sent because an instruction lacks a value.
    - `failures`: which calls have failed up to that moment.
    """

    settings: Settings
    tokens: int
    retained: int
    facts: dict[str, FactStatus]
    over_budget: bool
    stored: int
    read: int
    token_budget: TokenBudget | None
    faults: tuple[Fault, ...] = ()
    unsent: tuple[str, ...] = ()
    failures: Failures = NONE_FAILED


class Survey:
    """Every choice of settings that a lesson offers.

    `parameters` gives values by name, also as text; each is used for the policies for which the lesson offers it. Each
    choice is replayed only once and only as far as it is needed. Nothing is kept for a lesson of more than MOST_TURNS turns.
    """

    def __init__(self, fixture: Fixture, parameters: Mapping[str, Any] | None = None) -> None:
        self.fixture, self.parameters = fixture, dict(parameters or {})
        self._sessions: dict[bool, Session] = {}
        self._kept = len(fixture.turns) <= MOST_TURNS
        self._frames: dict[Settings, Remembered[Frame]] = {}
        self._watches: dict[Settings, Watch] = {}
        self._spans: dict[Settings, Remembered[tuple[Span, ...]]] = {}

    def settings(self, budget: int, policy: PolicyName, fidelity: str) -> Settings:
        """A choice with the survey's parameters as far as the lesson offers them for the policy; else the defaults."""
        return choose(self.fixture, budget, policy, fidelity, parameters=offered(self.fixture, policy, self.parameters))

    def choices(self) -> tuple[Settings, ...]:
        """Every policy and fidelity that the lesson offers, with the survey's parameters and the lesson's first budget.

        A policy that ignores fidelity appears once, with the first fidelity.
        """
        return tuple(
            self.settings(self.fixture.budgets[0], policy, fidelity)
            for policy in policies(self.fixture)
            for fidelity in (FIDELITIES if POLICIES[policy].uses_fidelity else FIDELITIES[:1])
        )

    def session(self, settings: Settings) -> Session:
        shared = shares_session(self.fixture, settings.policy)
        if shared not in self._sessions:
            self._sessions[shared] = Session.of(self.fixture, shared)
        return self._sessions[shared]

    def cells(self, seconds: float) -> tuple[Cell, ...]:
        """The cells at that moment for each of the `choices` under every budget; budgets vary fastest."""
        return tuple(
            _cell(*self._looked_at(msgspec.structs.replace(choice, budget=budget), seconds))
            for choice in self.choices()
            for budget in self.fixture.budgets
        )

    def frame(self, settings: Settings, seconds: float) -> Frame:
        """The frame at that moment under these settings."""
        index = bisect_right(self.session(settings).arrivals, seconds)
        if not self._kept:
            return next(islice(frames(self.session(settings), settings), index, None))
        if settings not in self._frames:
            self._frames[settings] = Remembered(frames(self.session(settings), settings))
        return self._frames[settings][index]

    def failures(self, settings: Settings, seconds: float) -> Failures:
        """The calls that have failed up to that moment under these settings."""
        return self._looked_at(settings, seconds)[1]

    def _looked_at(self, settings: Settings, seconds: float) -> tuple[Frame, Failures]:
        session = self.session(settings)
        index = bisect_right(session.arrivals, seconds)
        if not self._kept:
            played = list(islice(frames(session, settings), index + 1))
            return played[index], Watch(played.__getitem__).failures(index)
        frame = self.frame(settings, seconds)
        if settings not in self._watches:
            self._watches[settings] = Watch(self._frames[settings].__getitem__)
        return frame, self._watches[settings].failures(index)

    def spans_at(self, settings: Settings, seconds: float) -> tuple[Span, ...]:
        """The budgets at that moment, in spans whose frames are the same; the other settings stay the same."""
        key = msgspec.structs.replace(settings, budget=0)
        if key not in self._spans:
            self._spans[key] = Remembered(spans(self.session(settings), settings))
        return self._spans[key][bisect_right(self.session(settings).arrivals, seconds)]


def _cell(frame: Frame, failures: Failures) -> Cell:
    return Cell(
        settings=frame.settings,
        tokens=frame.tokens,
        retained=len(frame.context) - len(frame.context.summaries),
        facts=frame.facts,
        over_budget=frame.over_budget,
        stored=frame.stored,
        read=frame.read,
        token_budget=token_budget(frame) if has_lines(frame.fixture) else None,
        faults=tuple(fault for fault in frame.faults if fault.certain),
        unsent=unsent(frame.context),
        failures=failures,
    )
