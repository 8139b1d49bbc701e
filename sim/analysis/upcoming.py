"""What comes next: how far the policy's trigger is, and what would leave if it held now.

Nothing here looks at turns that have not arrived. It is worked out from the context alone, as a policy works.
"""

from __future__ import annotations

from math import ceil, floor
from typing import Literal

import msgspec

from sim.policies.registry import POLICIES
from sim.replay import Frame
from sim.state import reasons
from sim.state.reasons import Held, Reason

Unit = Literal["counted", "token", "turn", "turn in all", "unpinned turn", "invocation", "count"]


class Distance(msgspec.Struct, frozen=True, kw_only=True):
    """How far one part of a trigger is from holding.

    - `unit`: what it goes by: teaching tokens that were "counted" with the last prompt, each "token" of the context, each
      "turn" since the last compaction or "turn in all" if the counter is never reset, each "unpinned turn" in the context, each "invocation" since the last summary, or
      each turn until the next "count" is taken.
    - `reached`: how many there are.
    - `needed`: how many there must be.
    - `to_go`: how many more must come, at least 1.
    - `after`: the id of the heavy result after which this lower threshold counts; None: it always counts.
    - `guessed`: whether nothing was counted, so that the tokens reached are guessed from the characters.
    """

    unit: Unit
    reached: int
    needed: float
    to_go: int
    after: str | None = None
    guessed: bool = False


class Upcoming(msgspec.Struct, frozen=True, kw_only=True):
    """What would come next.

    - `parts`: for each part of the trigger its distance, or what it finds if no number says how far it is.
    - `leaving`: the ids of the turns that would leave if it held now, in the order in which they would; empty: none.
    - `tokens`: what the context would weigh then, in teaching tokens.
    - `saved`: by how much that is less, in teaching tokens; negative if the context would grow.
    - `held`: why no more would leave; None: all that the policy wants to remove would leave.
    - `asked`: whether a late summary was asked for, so that these turns leave at the next arrival in any case.
    - `fails`: whether the summarizer would fail, so that nothing would leave.
    """

    parts: tuple[Distance | reasons.Trigger | Held, ...]
    leaving: tuple[str, ...]
    tokens: int
    saved: int
    held: Held | Reason | None
    asked: bool
    fails: bool


def upcoming(frame: Frame) -> Upcoming | None:
    """What would come next after this frame; None before anything has arrived."""
    if frame.arrived is None:
        return None
    found = POLICIES[frame.settings.policy].supposed(frame.context, frame.arrived, frame.settings)
    return Upcoming(
        parts=tuple(_distance(finding, frame) or finding for finding in found.findings),
        leaving=found.leaving,
        tokens=found.after.tokens,
        saved=frame.tokens - found.after.tokens,
        held=found.held,
        asked=found.asked,
        fails=found.fails,
    )


def _distance(finding: reasons.Trigger | Held, frame: Frame) -> Distance | None:
    """The finding as a distance; None if no number says how far it is."""
    match finding:
        case reasons.WithinBudget():
            budget = frame.settings.budget
            return Distance(unit="token", reached=frame.tokens, needed=budget, to_go=budget - frame.tokens + 1)
        case reasons.BelowThreshold():
            reached = finding.count.tokens if finding.count else 0
            short = finding.limit - reached
            to_go = floor(short) + 1 if finding.strictly else ceil(short)
            return Distance(
                unit="counted",
                reached=reached,
                needed=finding.limit,
                to_go=max(1, to_go),
                after=finding.after,
                guessed=finding.count is None or finding.count.turn is None,
            )
        case reasons.NotDue():
            unit: Unit = "turn in all" if finding.runs_on else finding.unit
            to_go = finding.every - finding.since
            return Distance(unit=unit, reached=finding.since, needed=finding.every, to_go=to_go)
        case reasons.TooFewTurns():
            to_go = finding.floor - finding.turns
            return Distance(unit="unpinned turn", reached=finding.turns, needed=finding.floor, to_go=to_go)
        case reasons.WithinTurnLimit():
            to_go = finding.most - finding.turns + 1
            return Distance(unit="unpinned turn", reached=finding.turns, needed=finding.most, to_go=to_go)
        case reasons.NotCounted():
            to_go = finding.due - finding.arrived
            return Distance(unit="count", reached=finding.arrived, needed=finding.due, to_go=to_go)
    return None
