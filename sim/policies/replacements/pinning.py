"""The recursive summary with pins: critical facts are carried word for word, while the rest fades.

The pins of all generations are united. Without a limit, pins would fill the window themselves, so the policy can keep only
the newest n, or only those whose ticket is still open. A fact that is no longer pinned begins its ladder.
"""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec

from sim.lesson.fact import Fact
from sim.policies.moment import Moment
from sim.policies.replacements.recursive import heard, said, steps
from sim.policies.replacements.replacement import Replacement
from sim.policies.replacements.writing import Writing, chosen_standing
from sim.policies.shared import HasPlacement
from sim.state.summary import Summary, SummaryContent

Pinned = Literal["all", "none", "newest", "open-tickets"]


class HasPins(HasPlacement, Protocol):
    """Which critical facts are carried word for word, and how many."""

    @property
    def pinned(self) -> Pinned: ...

    @property
    def cap(self) -> int: ...


class Pinning(msgspec.Struct, frozen=True, kw_only=True):
    """The form of a summary that pins, with the parameters from when it was written.

    - `pinned`: which critical facts are pinned: "all", "none", the "newest" or those with "open-tickets".
    - `cap`: how many facts are pinned if only the newest are.
    """

    pinned: Pinned
    cap: int

    def __call__(self, summary: Summary) -> SummaryContent:
        """What the recursive summary says, but with the statement of each pinned fact."""
        held = self.held(summary)
        return said(
            summary, {fact: (fact.statement, True) if fact in held else steps(summary, fact) for fact in heard(summary)}
        )

    def held(self, summary: Summary) -> tuple[Fact, ...]:
        """The facts that the summary pins, in the order in which they were last said.

        With "newest", these are the last `cap` facts. With "open-tickets", a fact is pinned until a covered turn closes its
        ticket; a fact without a ticket stays pinned.
        """
        session = summary.session
        critical = [fact for fact in heard(summary) if fact.critical]
        last = {fact.id: summary.last_of(session.mentions[fact.id]) or 0 for fact in critical}
        ordered = tuple(sorted(critical, key=lambda fact: last[fact.id]))
        match self.pinned:
            case "all":
                return ordered
            case "newest":
                return ordered[-self.cap :]
            case "open-tickets":
                return tuple(fact for fact in ordered if not _closed(summary, fact))
            case "none":
                return ()


def _closed(summary: Summary, fact: Fact) -> bool:
    if fact.ticket is None:
        return False
    return summary.last_of(summary.session.closings[fact.ticket]) is not None


def _form(moment: Moment[HasPins]) -> Pinning:
    return Pinning(pinned=moment.parameters.pinned, cap=moment.parameters.cap)


def _pinned(summary: Summary) -> tuple[str, ...]:
    """The ids of the facts that the summary pins: once a fact is no longer pinned, it begins its ladder."""
    form = summary.form
    return tuple(fact.id for fact in form.held(summary)) if isinstance(form, Pinning) else ()


PINNING: Replacement[HasPins] = Writing(form=_form, stands=chosen_standing, rolling=True, fresh=_pinned).replacement
