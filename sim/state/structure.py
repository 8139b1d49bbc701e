"""The content of a structured summary: a section for each kind of entry, and for each entry its source.

Unlike prose, a summary in sections can be checked: a missing section is noticed, and an entry that no covered turn
supports is marked.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from sim.lesson.entries import Entry
from sim.lesson.summarizer import Section

SECTIONS: tuple[Section, ...] = get_args(Section)


class SourcedEntry(msgspec.Struct, frozen=True):
    """An entry of a structured summary with its source.

    - `entry`: the entry.
    - `source`: the id of the first covered turn that gave it; None: no covered turn supports it.
    """

    entry: Entry
    source: str | None


class TaskState(msgspec.Struct, frozen=True, kw_only=True):
    """The state of the task. Empty means that there is no such entry.

    - `completed`: what is done.
    - `remaining`: what is still to do, without what is done.
    - `blockers`: what stops the task.
    """

    completed: tuple[SourcedEntry, ...] = ()
    remaining: tuple[SourcedEntry, ...] = ()
    blockers: tuple[SourcedEntry, ...] = ()


class Structure(msgspec.Struct, frozen=True, kw_only=True):
    """The sections of a structured summary. None: the summarizer left the section out; empty: it has no entries.

    - `user_constraints`: the rules that the user set.
    - `decisions`: what was decided, and why.
    - `failed_attempts`: what was tried and failed, and why.
    - `tool_calls_summary`: the tool calls and their outcomes.
    - `recent_narrative`: what happened in the turns that are new in this generation.
    - `task_state`: the state of the task.
    """

    user_constraints: tuple[SourcedEntry, ...] | None = None
    decisions: tuple[SourcedEntry, ...] | None = None
    failed_attempts: tuple[SourcedEntry, ...] | None = None
    tool_calls_summary: tuple[SourcedEntry, ...] | None = None
    recent_narrative: tuple[SourcedEntry, ...] | None = None
    task_state: TaskState | None = None

    @property
    def entries(self) -> tuple[tuple[str, SourcedEntry], ...]:
        """Every entry with the name of its place, in the order of the sections."""
        found = [(name, noted) for name in SECTIONS if name != "task_state" for noted in getattr(self, name) or ()]
        task = self.task_state or TaskState()
        return (*found, *((name, noted) for name in TaskState.__struct_fields__ for noted in getattr(task, name)))

    @property
    def unsupported(self) -> tuple[tuple[str, SourcedEntry], ...]:
        """The entries that no covered turn supports."""
        return tuple((name, noted) for name, noted in self.entries if noted.source is None)
