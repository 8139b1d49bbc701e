"""Entries that a turn contributes to a structured summary, as the lesson's author wrote them.

Each kind of entry has its own section in the summary. Nothing is extracted from a turn's text.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Words = Annotated[str, Meta(min_length=1)]


class _Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """The base of all entries: the field `kind` says which kind of entry it is."""


class UserConstraint(_Entry, frozen=True, tag="user_constraint"):
    """A rule that the user set; `text` is its exact wording."""

    text: Words


class Decision(_Entry, frozen=True, tag="decision"):
    """A decision.

    - `text`: what was decided.
    - `rationale`: why.
    """

    text: Words
    rationale: Words


class FailedAttempt(_Entry, frozen=True, tag="failed_attempt"):
    """An attempt that failed.

    - `text`: what was tried.
    - `reason`: why it failed.
    """

    text: Words
    reason: Words


class ToolCall(_Entry, frozen=True, tag="tool_call"):
    """A call of a tool and its outcome.

    - `tool`: the tool's name.
    - `target`: what it was called on.
    - `outcome`: what came of it.
    """

    tool: Words
    target: Words
    outcome: Words


class Completed(_Entry, frozen=True, tag="completed"):
    """A part of the task that is done; `text` says which."""

    text: Words


class Remaining(_Entry, frozen=True, tag="remaining"):
    """A part of the task that is still to do; `text` says which."""

    text: Words


class Blocker(_Entry, frozen=True, tag="blocker"):
    """Something that stops the task; `text` says what."""

    text: Words


class Narrative(_Entry, frozen=True, tag="narrative"):
    """Something that happened; `text` tells it in one sentence."""

    text: Words


Entry = UserConstraint | Decision | FailedAttempt | ToolCall | Completed | Remaining | Blocker | Narrative
