"""The recursive summary: written from the last one and the newer turns, it forgets a little each time.

Each generation goes one step down the ladder of paraphrases of every fact that it has heard of. That is drift,
with the author's words for every step; no model was asked.
"""

from __future__ import annotations

from sim.fixture import Fact
from sim.replacements.writing import Writing
from sim.summary import Said, Summary


def form(summary: Summary) -> Said:
    """Each fact by the step of its ladder that this generation has reached.

    A step that is the statement itself is carried, with the user's turns that it came from; any other
    step is a mention alone.
    """
    return said(summary, {fact: steps(summary, fact) for fact in heard(summary)})


def heard(summary: Summary) -> tuple[Fact, ...]:
    """The facts that a covered turn says, in the lesson's order."""
    born = dict(summary.born)
    return tuple(fact for fact in summary.session.fixture.facts if fact.id in born)


def steps(summary: Summary, fact: Fact) -> tuple[str, bool]:
    """What the generation says of the fact, and whether its answer can be read from it.

    Without a ladder the first generation has the statement, and later ones nothing.
    """
    age = summary.generation - dict(summary.born)[fact.id]
    if not fact.ladder:
        return (fact.statement, True) if age == 0 else ("", False)
    step = fact.ladder[min(age, len(fact.ladder) - 1)]
    return step.text, step.answers or step.text == fact.statement


def said(summary: Summary, wordings: dict[Fact, tuple[str, bool]]) -> Said:
    """A summary that words those facts so: a statement word for word is carried with its sources."""
    session = summary.session
    sources = {
        fact.id: tuple(session.turns[k].id for k in session.evidence[fact.id] if summary.includes(k))
        for fact, (text, _) in wordings.items()
        if text == fact.statement
    }
    return Said(
        carries={fact: ids for fact, ids in sources.items() if ids},
        wordings={fact.id: text for fact, (text, _) in wordings.items() if text},
        answers=frozenset(fact.id for fact, (text, answers) in wordings.items() if text and answers),
    )


# ADK attributes a summary to the agent and places it at the end of its range.
ROLLING = Writing(form=form, rolling=True, place="in-place", role="assistant").replacement
WINDOWED = Writing(form=form, rolling=False, place="in-place", role="assistant").replacement
