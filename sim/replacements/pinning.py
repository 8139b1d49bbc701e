"""The recursive summary with pins: critical facts are carried word for word, whatever becomes of the rest.

The pins of all generations are united, and a cap belongs to the policy, for pins without end would fill the
window themselves: the newest n, or those whose ticket is still open. A pin that the cap lets go
goes on down its ladder.
"""

from __future__ import annotations

from sim.fixture import Fact
from sim.replacements.recursive import heard, said, steps
from sim.replacements.writing import Writing
from sim.summary import Said, Summary


def form(summary: Summary) -> Said:
    """As the recursive summary, but a pinned fact by its statement."""
    held = pinned(summary)
    return said(
        summary, {fact: (fact.statement, True) if fact in held else steps(summary, fact) for fact in heard(summary)}
    )


def pinned(summary: Summary) -> tuple[Fact, ...]:
    """The facts that the summary pins, by the setting `pinned`, the one that was said last at the end.

    "none", "all", "newest" (as many as `cap`) or "open-tickets" (until a covered turn closes the fact's ticket;
    a fact without one stays).
    """
    settings, session = summary.settings, summary.session
    critical = [fact for fact in heard(summary) if fact.critical]
    last = {fact.id: max(k for k in session.mentions[fact.id] if summary.includes(k)) for fact in critical}
    ordered = tuple(sorted(critical, key=lambda fact: last[fact.id]))
    match settings["pinned"]:
        case "all":
            return ordered
        case "newest":
            return ordered[-settings["cap"] :]
        case "open-tickets":
            return tuple(fact for fact in ordered if not _closed(summary, fact))
    return ()


def _closed(summary: Summary, fact: Fact) -> bool:
    if fact.ticket is None:
        return False
    return any(summary.includes(k) for k in summary.session.closings[fact.ticket])


PINNING = Writing(form=form, rolling=True).replacement
