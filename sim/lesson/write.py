"""What a turn writes into the session's state, where it outlives the turn itself.

Source of the rules: google-adk 2.13.0. A key without a scope belongs to the session, `user:` and `app:` keys outlive
it too, and a `temp:` key is gone when its invocation is over.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from sim.lesson.placeholders import names_state

StateValue = str | int | float | bool | None
StateKey = Annotated[
    str, Meta(min_length=1, max_length=64, extra_json_schema={"pattern": r"^((app|user|temp):)?[^\W\d]\w*$"})
]


class Write(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One key that a turn writes.

    - `key`: the key, with its scope if it has one, as in "user:limit".
    - `value`: its new value, which takes the place of an older one; None: the key stays, but it is emptied.
    - `says`: the ids of the facts whose exact answer stands in the value.
    """

    key: StateKey
    value: StateValue
    says: tuple[str, ...] = ()


def unfit_key(key: str) -> str:
    """Why no placeholder can name that key, to complete the sentence "it is ..."; empty if one can."""
    if names_state(key):
        return ""
    return "which no placeholder can name: a name of letters, digits and underscores is expected, after app:, user: or temp: or alone"
