"""What a policy finds when it looks, and what it would do if it acted now: asked for a reader, never for the replay."""

from __future__ import annotations

import msgspec

from sim.policies.triggers.trigger import Finding
from sim.state import reasons
from sim.state.context import Context


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One time that a policy's trigger was asked.

    - `findings`: what each part of the trigger found, in order: a reason to act, or why it was too early.
    - `found`: what the trigger as a whole found.
    - `held`: why nothing might leave although the trigger held; None: something might, or the trigger did not hold.
    """

    findings: tuple[Finding, ...]
    found: Finding
    held: reasons.Held | None = None

    @property
    def fired(self) -> bool:
        """Whether the trigger held."""
        return isinstance(self.found, reasons.Trigger)

    @property
    def conclusion(self) -> reasons.Held | None:
        """Why nothing was done after this check; None if something was."""
        return self.found if isinstance(self.found, reasons.Held) else self.held


class Supposed(msgspec.Struct, frozen=True, kw_only=True):
    """What a policy would do if its trigger held now.

    - `findings`: what each part of the trigger finds now, as if the policy looked here.
    - `after`: the context that it would leave; the present one if nothing would leave.
    - `leaving`: the ids of the turns that would leave, in the order in which they would; empty: none.
    - `held`: why no more would leave; None: all that the policy wants to remove would leave.
    - `asked`: whether a late summary was asked for, so that these turns leave at the next arrival in any case.
    - `fails`: whether the summarizer would fail, so that nothing would leave.
    """

    findings: tuple[Finding, ...]
    after: Context
    leaving: tuple[str, ...] = ()
    held: reasons.Held | reasons.Reason | None = None
    asked: bool = False
    fails: bool = False
