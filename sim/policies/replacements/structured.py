"""The structured summary: rules, decisions and failures each have their section, and only the narrative fades.

Every entry comes from a covered turn or is invented by the lesson's summarizer. The sections that the summarizer omits are
missing. Of the narrative, only the entries of the newest generation stay.
"""

from __future__ import annotations

from typing import Any

from sim.lesson.entries import (
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
from sim.lesson.summarizer import Section
from sim.policies.replacements.replacement import Replacement
from sim.policies.replacements.writing import Writing, chosen_standing
from sim.policies.shared import HasPlacement
from sim.state.structure import SECTIONS, SourcedEntry, Structure, TaskState
from sim.state.summary import Summary, SummaryContent


def form(summary: Summary) -> SummaryContent:
    """The sections, and the facts of the turns that are the source of an entry in them.

    If such a turn is evidence for a fact or records it, the summary carries the fact with that turn as its source. If it only
    mentions the fact, the summary mentions it too.
    """
    structure = written(summary)
    session = summary.session
    given = {noted.source for _, noted in structure.entries if noted.source is not None}
    facts = session.fixture.facts
    wordings = {
        fact.id: fact.statement
        for fact in facts
        if given.intersection(session.turns[k].id for k in session.mentions[fact.id])
    }
    evidence, records = (
        {fact: sources for fact, ids in held.items() if (sources := tuple(turn for turn in ids if turn in given))}
        for held in summary.carried(facts)
    )
    return SummaryContent(
        carries=evidence, records=records, wordings=wordings, answers=frozenset(wordings), structure=structure
    )


def written(summary: Summary) -> Structure:
    """The sections of this generation; those that the summarizer omits are None."""
    noted = _noted(summary)

    def of(kind: type[Entry]) -> tuple[SourcedEntry, ...]:
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
    """The required sections that this summary lacks. It is not written out for this, which is faster."""
    return tuple(name for name in SECTIONS if name in summary.session.fixture.summarizer.omits)


def _noted(summary: Summary) -> tuple[SourcedEntry, ...]:
    """Each entry once, with the first covered turn that gives it, followed by the invented entries."""
    session = summary.session
    sources: dict[Entry, str | None] = {}
    for k in summary.covered:
        for entry in session.turns[k].entries:
            sources.setdefault(entry, session.turns[k].id)
    for invention in session.fixture.summarizer.invents:
        if invention.generation <= summary.generation:
            sources.setdefault(invention.entry, None)
    return tuple(SourcedEntry(entry, source) for entry, source in sources.items())


def _recent(summary: Summary) -> tuple[str, ...]:
    """The ids of the turns that are new in this generation."""
    since = summary.session.unpinned[summary.since]
    return tuple(summary.session.turns[k].id for k in summary.covered if k >= since)


STRUCTURED: Replacement[HasPlacement] = Writing(
    form=lambda _: form, stands=chosen_standing, rolling=True, ages=False, lacks=lacks
).replacement
