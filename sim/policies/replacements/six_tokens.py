"""The plain summary: fidelity decides what it says, and its weight does not grow with the turns that it covers."""

from __future__ import annotations

from sim.policies.moment import Moment
from sim.policies.replacements.replacement import Replacement
from sim.policies.replacements.writing import Writing, chosen_standing
from sim.policies.shared import HasPlacement
from sim.state.summary import Form, Summary, SummaryContent


def preserved(summary: Summary) -> SummaryContent:
    """The evidence and the records in the turns that it covers, with the sources."""
    facts = summary.session.fixture.facts
    evidence, records = summary.carried(facts)
    held = evidence | records
    wordings = {fact.id: fact.statement for fact in facts if fact.id in held}
    return SummaryContent(carries=evidence, records=records, wordings=wordings, answers=frozenset(held), worded=False)


def dropped(_: Summary) -> SummaryContent:
    """Nothing: evidence and records are left out on purpose."""
    return SummaryContent(worded=False)


def _by_fidelity(moment: Moment[object]) -> Form:
    return dropped if moment.fidelity == "drop" else preserved


SIX_TOKENS: Replacement[HasPlacement] = Writing(
    form=_by_fidelity, stands=chosen_standing, rolling=True, ages=False
).replacement
