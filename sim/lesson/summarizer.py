"""The errors of a lesson's summarizer, so that a learner can see how they are found."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sim.lesson.entries import Entry

Section = Literal[
    "user_constraints", "decisions", "failed_attempts", "tool_calls_summary", "recent_narrative", "task_state"
]
Generation = Annotated[int, Meta(ge=1, le=1_000_000, description="1 for the first summary.")]


class Invention(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry that the summarizer makes up.

    - `entry`: the entry; no turn needs to support it.
    - `generation`: the number of the summary's generation from which it is in the summary; 1 is the first.
    """

    entry: Entry
    generation: Generation = 1


class Summarizer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the summarizer gets wrong in a structured summary.

    - `invents`: the entries that it makes up; empty: none.
    - `omits`: the sections that it leaves out; empty: none.
    """

    invents: tuple[Invention, ...] = ()
    omits: tuple[Section, ...] = ()
