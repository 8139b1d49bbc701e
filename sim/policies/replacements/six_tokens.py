"""The plain summary: fidelity decides what it says, and its weight does not grow with the turns that it covers."""

from __future__ import annotations

from sim.policies.moment import Moment
from sim.policies.replacements.replacement import Replacement
from sim.policies.replacements.writing import Writing, chosen_standing
from sim.policies.shared import HasPlacement
from sim.state.summary import Form, Summary, SummaryContent


def preserved(summary: Summary) -> SummaryContent:
    """The evidence in the user's turns that it covers, with the sources."""
    session = summary.session
    sources = {
        fact.id: tuple(session.turns[k].id for k in session.evidence[fact.id] if summary.includes(k))
        for fact in session.fixture.facts
    }
    carries = {fact: ids for fact, ids in sources.items() if ids}
    wordings = {fact.id: fact.statement for fact in session.fixture.facts if fact.id in carries}
    return SummaryContent(carries=carries, wordings=wordings, answers=frozenset(carries), worded=False)


def dropped(_: Summary) -> SummaryContent:
    """Nothing: the evidence is left out on purpose."""
    return SummaryContent(worded=False)


def _by_fidelity(moment: Moment[object]) -> Form:
    return dropped if moment.fidelity == "drop" else preserved


SIX_TOKENS: Replacement[HasPlacement] = Writing(
    form=_by_fidelity, stands=chosen_standing, rolling=True, ages=False
).replacement
