"""The agents for whom a request is assembled from the shared session."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Contents = Literal["default", "none"]
Author = Annotated[str, Meta(min_length=1, max_length=64)]
Branch = Annotated[str, Meta(max_length=256, extra_json_schema={"pattern": r"^([^\s.]+(\.[^\s.]+)*)?$"})]


class Reader(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An agent that reads the session.

    - `name`: the agent's name, as in the `author` of its turns.
    - `branch`: its branch, names joined by dots; empty: none, so it reads all branches.
    - `contents`: "default": it reads the history; "none": it reads only the current turn.
    """

    name: Author
    branch: Branch = ""
    contents: Contents = "default"
