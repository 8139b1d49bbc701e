"""What a policy can do to a context.

Every change is recorded as it is made, with what the context weighed on either side, so that
the learner sees why a turn left and not only that it is gone.
"""

from typing import Literal

import msgspec

Kind = Literal["evict", "summarize", "fold"]


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a policy on `turns` (ids), with the tokens `before` and `after` it.

    "summarize" folds the first turn and so makes the summary; "fold" adds to it. `into` is the
    id of the summary, or None; `reason` is a sentence.
    """

    kind: Kind
    turns: tuple[str, ...]
    before: int
    after: int
    reason: str
    into: str | None = None
