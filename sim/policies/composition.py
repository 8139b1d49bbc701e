"""Puts a policy together from three parts: when it acts, what leaves, and what replaces it.

Each part has its own file. This module also simulates a summarizer that fails or is late: then nothing leaves, and the
frame says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar, cast

import msgspec

from sim.lesson.turn import Turn
from sim.parameters import Parameters
from sim.policies.moment import Moment
from sim.policies.replacements.replacement import Replacement
from sim.policies.shared import SummarizerState
from sim.policies.triggers.trigger import Trigger
from sim.settings import Settings
from sim.state import reasons
from sim.state.chosen import Chosen
from sim.state.context import Context, Pending
from sim.state.operations import Operation, OperationKind
from sim.state.summary import Summary

P = TypeVar("P", bound=Parameters)

Selection = Callable[[Moment[P]], Chosen | reasons.Held]
"""Takes a moment and returns what leaves, or why nothing may leave."""
Explain = Callable[[reasons.Trigger, tuple[Turn, ...], Turn, int, int], reasons.Reason]


class Found(msgspec.Struct, frozen=True):
    """A policy's decision to act.

    - `chosen`: the turns that leave, and those that are summarized.
    - `reason`: what made the policy act.
    """

    chosen: Chosen
    reason: reasons.Trigger


class Arrival(msgspec.Struct, frozen=True):
    """The result of a turn's arrival.

    - `context`: the context after the policy acted.
    - `operations`: every step that the policy took, in order; empty: none.
    - `held`: why it did nothing more; None: the last thing that it did was a step.
    """

    context: Context
    operations: tuple[Operation, ...] = ()
    held: reasons.Held | None = None


def trigger_alone(
    trigger: reasons.Trigger, turns: tuple[Turn, ...], arriving: Turn, after: int, budget: int
) -> reasons.Reason:
    """The trigger's own reason, for turns that leave together."""
    return trigger


def earliest(
    trigger: reasons.Trigger, turns: tuple[Turn, ...], arriving: Turn, after: int, budget: int
) -> reasons.Reason:
    """The reason why the earliest turn and its partners left, or the newest turn because it can never fit."""
    first, *others = turns
    if first.id == arriving.id:
        return reasons.TooHeavy(turn=first.id, tokens=first.tokens, rest=after, budget=budget)
    return reasons.Earliest(trigger=trigger, turn=first.id, others=tuple(turn.id for turn in others))


class Composition(msgspec.Struct, Generic[P], frozen=True, kw_only=True):
    """The parts of a policy.

    - `trigger`: when the policy acts.
    - `selection`: what leaves.
    - `replacement`: how it leaves, and what comes in its place.
    - `repeats`: whether the three are repeated until the trigger no longer holds or nothing may leave.
    - `hiding`: gives the summary that hides the newest turn as it arrives, or None; the field itself is None for a policy
      that does not hide by timestamp.
    - `needs_summary`: whether a call of the model fails with its summarizer; if not, it goes on with the whole history.
    - `explain`: called as `explain(trigger, turns, arriving, after, budget)`; gives the reason why those turns left.
    """

    trigger: Trigger[P]
    selection: Selection[P]
    replacement: Replacement[P]
    repeats: bool = False
    hiding: Callable[[Moment[P]], Summary | None] | None = None
    needs_summary: bool = False
    explain: Explain = trigger_alone

    def arrive(self, context: Context, turn: Turn, settings: Settings, read: int = 0) -> Arrival:
        """The result of the turn's arrival; `read` is what a model read to write the turn, in teaching tokens."""
        joined = Moment(
            context=context.joined(turn, read),
            turn=turn,
            budget=settings.budget,
            fidelity=settings.fidelity,
            parameters=cast(P, settings.parameters),  # the policy of these settings declared them
        )
        context, operations = self._joined(joined)
        if context.pending:
            asked, context = context.pending, context.changed(pending=None)
            context, steps = self._replace(joined.then(context), asked.chosen, asked.reason)
            operations += steps
            if not self.repeats:
                return Arrival(context, operations)
        elif (summarizer := self._summarizer(joined)) != "works":
            return self._without_summary(joined.then(context), operations, summarizer)
        while True:
            moment = joined.then(context)
            found = self._found(moment)
            if not isinstance(found, Found):
                return Arrival(context, operations, found)
            context, steps = self._replace(moment, found.chosen, found.reason)
            operations += steps
            if not self.repeats or not any(step.turns for step in steps):
                return Arrival(context, operations)

    def _joined(self, moment: Moment[P]) -> tuple[Context, tuple[Operation, ...]]:
        """The context with the newest turn, or without it if a summary hides it at once."""
        context, turn = moment.context, moment.turn
        if not context.summaries or not self.hiding or not (summary := self.hiding(moment)):
            return context, ()
        after = context.without([moment.position])
        reason = reasons.Hidden(turns=(turn.id,), summary=summary.id)
        step = Operation(kind="hide", turns=(turn.id,), before=context.tokens, after=after.tokens, reason=reason)
        return after, (step,)

    def _found(self, moment: Moment[P]) -> Found | reasons.Held:
        """What leaves and why, or why nothing leaves."""
        reason = self.trigger(moment)
        if isinstance(reason, reasons.Held):
            return reason
        chosen = self.selection(moment)
        return Found(chosen, reason) if isinstance(chosen, Chosen) else chosen

    def _replace(
        self, moment: Moment[P], chosen: Chosen, reason: reasons.Trigger
    ) -> tuple[Context, tuple[Operation, ...]]:
        def why(turns: tuple[Turn, ...], after: int) -> reasons.Reason:
            return self.explain(reason, turns, moment.turn, after, moment.budget)

        return self.replacement.apply(moment, chosen, why)

    def _summarizer(self, moment: Moment[P]) -> SummarizerState:
        """The state of the summarizer; "works" for a policy that has none."""
        return self.replacement.summarizer(moment.parameters) if self.replacement.summarizer else "works"

    def _without_summary(
        self, moment: Moment[P], operations: tuple[Operation, ...], summarizer: SummarizerState
    ) -> Arrival:
        """The result if the summarizer is needed but fails or is late: nothing leaves."""
        found = self._found(moment)
        context = moment.context
        if not isinstance(found, Found):
            return Arrival(context, operations, found)
        kind: OperationKind = "wait" if summarizer == "late" else "fail"
        missing: reasons.Reason
        if summarizer == "late":
            context = context.changed(pending=Pending(found.chosen, found.reason))
            missing = reasons.SummarizerLate(trigger=found.reason)
        else:
            read = sum(moment.session.turns[k].tokens for k in found.chosen.covered)
            read += context.summary.tokens if context.summary else 0
            context = context.changed(ledger=context.ledger.tried(read))
            missing = reasons.SummarizerFailed(trigger=found.reason, fails_call=self.needs_summary)
        step = Operation(kind=kind, turns=(), before=context.tokens, after=context.tokens, reason=missing)
        return Arrival(context, (*operations, step))
