"""What a lesson's summarizer gets wrong, so that a learner can see it caught."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sim.entries import Entry

Section = Literal[
    "user_constraints", "decisions", "failed_attempts", "tool_calls_summary", "recent_narrative", "task_state"
]
Generation = Annotated[int, Meta(ge=1, le=1_000_000, description="1 for the first summary.")]


class Invention(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry that no turn supports; it stands in the summary from that generation on."""

    entry: Entry
    generation: Generation = 1


class Summarizer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Entries that it invents, and sections that it leaves out of a structured summary."""

    invents: tuple[Invention, ...] = ()
    omits: tuple[Section, ...] = ()
