"""What a structured summary holds: a place for each kind of entry, and for each entry where it came from.

A summary in sections can be checked, which a summary in prose cannot: a section that is missing is seen, and
an entry that no covered turn supports is marked.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from sim.entries import Entry
from sim.summarizer import Section

SECTIONS: tuple[Section, ...] = get_args(Section)


class Noted(msgspec.Struct, frozen=True):
    """An entry, and the id of the covered turn that it came from; None marks one that no turn supports."""

    entry: Entry
    source: str | None


class TaskState(msgspec.Struct, frozen=True, kw_only=True):
    """Where the task stands."""

    completed: tuple[Noted, ...] = ()
    remaining: tuple[Noted, ...] = ()
    blockers: tuple[Noted, ...] = ()


class Structure(msgspec.Struct, frozen=True, kw_only=True):
    """The sections; one that the summarizer left out is None, which is not the same as an empty one."""

    user_constraints: tuple[Noted, ...] | None = None
    decisions: tuple[Noted, ...] | None = None
    failed_attempts: tuple[Noted, ...] | None = None
    tool_calls_summary: tuple[Noted, ...] | None = None
    recent_narrative: tuple[Noted, ...] | None = None
    task_state: TaskState | None = None

    @property
    def entries(self) -> tuple[tuple[str, Noted], ...]:
        """Every entry with the name of its place, in the order of the sections."""
        found = [
            (name, noted)
            for name in SECTIONS
            if name != "task_state"
            for noted in getattr(self, name) or ()
        ]
        task = self.task_state or TaskState()
        return (*found, *((name, noted) for name in TaskState.__struct_fields__ for noted in getattr(task, name)))

    @property
    def unsupported(self) -> tuple[tuple[str, Noted], ...]:
        """The entries that no covered turn supports."""
        return tuple((name, noted) for name, noted in self.entries if noted.source is None)
