"""The structured summary: rules, decisions and failures each have their place, and only the narrative fades.

Every entry is one that a covered turn gives, or one that the lesson's summarizer invents; what it leaves out
is left out. Of the narrative only the newest generation's stays.
"""

from __future__ import annotations

from typing import Any

from sim.entries import (
    Blocker,
    Completed,
    Decision,
    Entry,
    FailedAttempt,
    Narrative,
    Remaining,
    ToolCall,
    UserConstraint,
)
from sim.replacements.writing import Writing
from sim.structure import SECTIONS, Noted, Structure, TaskState
from sim.summarizer import Section
from sim.summary import Said, Summary


def form(summary: Summary) -> Said:
    """The sections, and the facts of the turns whose entries stand in them.

    A user's turn that is evidence and whose entry stands is carried with its source; any other turn
    whose entry stands lets the summary mention the fact.
    """
    structure = written(summary)
    session = summary.session
    given = {noted.source for _, noted in structure.entries if noted.source is not None}
    carries: dict[str, tuple[str, ...]] = {}
    wordings: dict[str, str] = {}
    for fact in session.fixture.facts:
        said = [session.turns[k].id for k in session.mentions[fact.id]]
        proven = [session.turns[k].id for k in session.evidence[fact.id]]
        if given.intersection(said):
            wordings[fact.id] = fact.statement
        if sources := tuple(turn for turn in proven if turn in given):
            carries[fact.id] = sources
    return Said(carries=carries, wordings=wordings, answers=frozenset(wordings), structure=structure)


def written(summary: Summary) -> Structure:
    """The sections as this generation has them."""
    noted = _noted(summary)

    def of(kind: type[Entry]) -> tuple[Noted, ...]:
        return tuple(one for one in noted if isinstance(one.entry, kind))

    done = {one.entry.text for one in noted if isinstance(one.entry, Completed)}
    recent = set(_recent(summary))
    sections: dict[str, Any] = {
        "user_constraints": of(UserConstraint),
        "decisions": of(Decision),
        "failed_attempts": of(FailedAttempt),
        "tool_calls_summary": of(ToolCall),
        "recent_narrative": tuple(one for one in of(Narrative) if one.source is None or one.source in recent),
        "task_state": TaskState(
            completed=of(Completed),
            remaining=tuple(one for one in noted if isinstance(one.entry, Remaining) and one.entry.text not in done),
            blockers=of(Blocker),
        ),
    }
    omitted = summary.session.fixture.summarizer.omits
    return Structure(**{name: held for name, held in sections.items() if name not in omitted})


def lacks(summary: Summary) -> tuple[Section, ...]:
    """The sections that every structured summary must have and this one has not, without writing it out."""
    return tuple(name for name in SECTIONS if name in summary.session.fixture.summarizer.omits)


def _noted(summary: Summary) -> tuple[Noted, ...]:
    """Each entry once, with the first covered turn that gives it, and then what is invented."""
    session = summary.session
    sources: dict[Entry, str | None] = {}
    for k in summary.covered:
        for entry in session.turns[k].entries:
            sources.setdefault(entry, session.turns[k].id)
    for invention in session.fixture.summarizer.invents:
        if invention.generation <= summary.generation:
            sources.setdefault(invention.entry, None)
    return tuple(Noted(entry, source) for entry, source in sources.items())


def _recent(summary: Summary) -> tuple[str, ...]:
    """The ids of the turns that are new in this generation."""
    since = summary.session.loose[summary.since]
    return tuple(summary.session.turns[k].id for k in summary.covered if k >= since)


STRUCTURED = Writing(form=form, rolling=True, ages=False, lacks=lacks).replacement
