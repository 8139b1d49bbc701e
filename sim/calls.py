"""A tool's calls and their results: what a provider wants to see together.

A result belongs to the call with its id. An id is optional and may be used twice, as in real
sessions, so then position decides: `pairs` says how.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Name = Annotated[str, Meta(min_length=1, max_length=64)]
CallId = Annotated[str, Meta(min_length=1, max_length=64, extra_json_schema={"pattern": r"^\S+$"})]


class Call(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A call of a tool; `target` is what it is about, and `pending` says that its answer may be long in coming."""

    tool: Name
    id: CallId | None = None
    target: str = ""
    pending: bool = False


class Result(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a tool gave back."""

    tool: Name
    id: CallId | None = None
