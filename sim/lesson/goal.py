"""A challenge as data: which facts to keep, and which cost to make as small as possible."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Spent = Literal["budget", "read", "total"]


class Goal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a learner should reach.

    - `keep`: the ids of the facts that must be proven at the end, or recorded if their source is a tool; at least one.
    - `smallest`: the cost to make small, in teaching tokens: "budget" is the budget itself, "read" what the model reads
      in all its prompts, "total" the same plus what the summarizer reads.
    """

    keep: Annotated[tuple[str, ...], Meta(min_length=1)]
    smallest: Spent
