"""Who reads: an agent for whom a request is assembled from the shared session."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Contents = Literal["default", "none"]
Author = Annotated[str, Meta(min_length=1, max_length=64)]
Branch = Annotated[str, Meta(max_length=256, extra_json_schema={"pattern": r"^([^\s.]+(\.[^\s.]+)*)?$"})]


class Reader(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An agent: its name, its branch, and whether it reads the history ("default") or the current turn ("none")."""

    name: Author
    branch: Branch = ""
    contents: Contents = "default"
