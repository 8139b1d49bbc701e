"""Tool calls and their results, which a provider accepts only together.

A result belongs to the call with the same id. As in real sessions, an id may be missing or used twice; then
the position decides, and `pairs` says how.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Name = Annotated[str, Meta(min_length=1, max_length=64)]
CallId = Annotated[str, Meta(min_length=1, max_length=256, extra_json_schema={"pattern": r"^\S+$"})]


class Call(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One call of a tool.

    - `tool`: the tool's name.
    - `id`: the id that the result repeats; None if the call has none.
    - `target`: what the call is about; empty if the lesson does not say.
    - `pending`: whether the call is long-running, so that it may stay unanswered.
    """

    tool: Name
    id: CallId | None = None
    target: str = ""
    pending: bool = False


class Result(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One result of a tool.

    - `tool`: the name of the tool that was called.
    - `id`: the id of the call that it answers; None if it has none.
    """

    tool: Name
    id: CallId | None = None
