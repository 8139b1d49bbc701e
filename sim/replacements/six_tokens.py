"""The plain summary: it says whatever fidelity lets it say, and weighs the same however much it absorbs."""

from __future__ import annotations

from sim.replacements.writing import Writing
from sim.summary import Said, Summary


def form(summary: Summary) -> Said:
    """With "preserve", the user's evidence of the folded turns, with its source; with "drop", nothing."""
    if summary.fidelity == "drop":
        return Said()
    session = summary.session
    sources = {
        fact.id: tuple(session.turns[k].id for k in session.evidence[fact.id] if summary.includes(k))
        for fact in session.fixture.facts
    }
    carries = {fact: ids for fact, ids in sources.items() if ids}
    wordings = {fact.id: fact.statement for fact in session.fixture.facts if fact.id in carries}
    return Said(carries=carries, wordings=wordings, answers=frozenset(carries))


SIX_TOKENS = Writing(form=form, rolling=True, ages=False).replacement
