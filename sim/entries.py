"""What a turn gives to a structured summary, as the lesson's author wrote it down.

Each kind of entry has its own place in the summary. Nothing is extracted from a turn's text.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Words = Annotated[str, Meta(min_length=1)]


class _Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """The common part: which field says of what kind an entry is."""


class UserConstraint(_Entry, frozen=True, tag="user_constraint"):
    """A rule that the user set, word for word."""

    text: Words


class Decision(_Entry, frozen=True, tag="decision"):
    """What was decided, and why."""

    text: Words
    rationale: Words


class FailedAttempt(_Entry, frozen=True, tag="failed_attempt"):
    """What was tried in vain, and why it failed."""

    text: Words
    reason: Words


class ToolCall(_Entry, frozen=True, tag="tool_call"):
    """A tool, what it was called on, and what came of it."""

    tool: Words
    target: Words
    outcome: Words


class Completed(_Entry, frozen=True, tag="completed"):
    """A part of the task that is done."""

    text: Words


class Remaining(_Entry, frozen=True, tag="remaining"):
    """A part of the task that is still to do."""

    text: Words


class Blocker(_Entry, frozen=True, tag="blocker"):
    """What keeps the task from going on."""

    text: Words


class Narrative(_Entry, frozen=True, tag="narrative"):
    """What happened, in a sentence."""

    text: Words


Entry = UserConstraint | Decision | FailedAttempt | ToolCall | Completed | Remaining | Blocker | Narrative
