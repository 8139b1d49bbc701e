"""The recursive summary: written from the last summary and the newer turns, it forgets a little each time.

With each generation, every fact moves one step down its ladder of paraphrases. That is drift. The author wrote the words
of every step; no model is used.
"""

from __future__ import annotations

from sim.lesson.fact import Fact
from sim.policies.replacements.replacement import Replacement
from sim.policies.replacements.writing import Writing, after_what_it_covers
from sim.policies.shared import HasSummarizer
from sim.state.summary import Summary, SummaryContent


def form(summary: Summary) -> SummaryContent:
    """What this generation says: of each fact, the step of its ladder that it has reached.

    A step that equals the statement carries the fact, with the turns that it came from: the user's, or a tool's results. Any
    other step only mentions the fact.
    """
    return said(summary, {fact: steps(summary, fact) for fact in heard(summary)})


def heard(summary: Summary) -> tuple[Fact, ...]:
    """The facts that occur in a covered turn, in the lesson's order."""
    born = dict(summary.born)
    return tuple(fact for fact in summary.session.fixture.facts if fact.id in born)


def steps(summary: Summary, fact: Fact) -> tuple[str, bool]:
    """What this generation says of the fact, and whether the exact answer can be read from it.

    Without a ladder, the first generation has the statement and later ones have nothing.
    """
    age = summary.generation - dict(summary.born)[fact.id]
    if not fact.ladder:
        return (fact.statement, True) if age == 0 else ("", False)
    step = fact.ladder[min(age, len(fact.ladder) - 1)]
    return step.text, step.answers or step.text == fact.statement


def said(summary: Summary, wordings: dict[Fact, tuple[str, bool]]) -> SummaryContent:
    """What a summary with these wordings says: a fact whose wording is its statement is carried with its sources."""
    evidence, records = summary.carried(fact for fact, (text, _) in wordings.items() if text == fact.statement)
    return SummaryContent(
        carries=evidence,
        records=records,
        wordings={fact.id: text for fact, (text, _) in wordings.items() if text},
        answers=frozenset(fact.id for fact, (text, answers) in wordings.items() if text and answers),
    )


ROLLING: Replacement[HasSummarizer] = Writing[HasSummarizer](
    form=lambda _: form, stands=after_what_it_covers, rolling=True
).replacement
WINDOWED: Replacement[HasSummarizer] = Writing[HasSummarizer](
    form=lambda _: form, stands=after_what_it_covers, rolling=False
).replacement
