"""A policy as three answers: when it acts, what leaves, and what stands for what left.

Each is a file of its own, and this puts them together. It also stands in for the summarizer, who may
fail or be late: then nothing changes, and the frame says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from sim.context import Context, Pending
from sim.describe import reasons
from sim.fixture import Turn
from sim.moment import Moment
from sim.operations import Kind, Operation
from sim.replacements.replacement import Replacement
from sim.selections.chosen import Chosen
from sim.summary import Summary
from sim.triggers import Trigger

if TYPE_CHECKING:
    from sim.settings import Settings

Selection = Callable[[Moment], Chosen | None]
Explain = Callable[[str, tuple[Turn, ...], Turn, int, int], str]


class Composition(msgspec.Struct, frozen=True, kw_only=True):
    """Trigger, selection and replacement. With `repeats` they take turns until the trigger is quiet.

    `hiding` is the summary that hides a turn as it arrives, of a framework that hides by timestamp.
    `explain(reason, turns, arriving, after, budget)` makes the trigger's clause a sentence about the turns that left.
    """

    trigger: Trigger
    selection: Selection
    replacement: Replacement
    repeats: bool = False
    hiding: Callable[[Moment], Summary | None] | None = None
    explain: Explain = reasons.compacted

    def arrive(self, context: Context, turn: Turn, settings: Settings) -> tuple[Context, tuple[Operation, ...]]:
        """The context after the turn arrived and the policy acted, with every step between."""
        context, operations = self._joined(Moment(context.joined(turn), turn, settings))
        if context.pending:
            asked, context = context.pending, context.changed(pending=None)
            context, steps = self._replace(Moment(context, turn, settings), asked.chosen, asked.reason)
            operations += steps
            if not self.repeats:
                return context, operations
        elif self.replacement.writes and settings["summarizer"] != "works":
            context, steps = self._without_summary(Moment(context, turn, settings))
            return context, operations + steps
        while found := self._found(moment := Moment(context, turn, settings)):
            context, steps = self._replace(moment, *found)
            operations += steps
            if not self.repeats or not any(step.turns for step in steps):
                break
        return context, operations

    def _joined(self, moment: Moment) -> tuple[Context, tuple[Operation, ...]]:
        """The context with the newest turn, unless a summary hides it at once."""
        context, turn = moment.context, moment.turn
        if not context.summaries or not self.hiding or not (summary := self.hiding(moment)):
            return context, ()
        after = context.without([moment.position])
        reason = reasons.hidden([turn.id], summary.id)
        step = Operation(kind="hide", turns=(turn.id,), before=context.tokens, after=after.tokens, reason=reason)
        return after, (step,)

    def _found(self, moment: Moment) -> tuple[Chosen, str] | None:
        """What leaves, and why; None if nothing is to be done, or nothing can."""
        reason = self.trigger(moment)
        chosen = self.selection(moment) if reason else None
        return (chosen, reason) if chosen and reason else None

    def _replace(self, moment: Moment, chosen: Chosen, reason: str) -> tuple[Context, tuple[Operation, ...]]:
        def why(turns: tuple[Turn, ...], after: int) -> str:
            return self.explain(reason, turns, moment.turn, after, moment.settings.budget)

        return self.replacement.apply(moment, chosen, why)

    def _without_summary(self, moment: Moment) -> tuple[Context, tuple[Operation, ...]]:
        """The context as it is, with the summarizer asked in vain, or for later."""
        if not (found := self._found(moment)):
            return moment.context, ()
        chosen, reason = found
        context, late = moment.context, moment.settings["summarizer"] == "late"
        if late:
            context = context.changed(pending=Pending(chosen, reason))
        else:
            read = sum(moment.session.turns[k].tokens for k in chosen.covered)
            read += context.summary.tokens if context.summary else 0
            context = context.changed(ledger=context.ledger.tried(read))
        kind: Kind = "wait" if late else "fail"
        said = reasons.summarizer_late(reason) if late else reasons.summarizer_failed(reason)
        return context, (
            Operation(kind=kind, turns=(), before=context.tokens, after=context.tokens, reason=said),
        )
