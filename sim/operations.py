"""What a policy can do to a context.

Every change is recorded as it is made, with what the context weighed on either side, so that
the learner sees why a turn left and not only that it is gone. So is every change that did not come off.
"""

from typing import Literal

import msgspec

Kind = Literal["evict", "summarize", "fold", "hide", "reject", "fail", "wait"]


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a policy on `turns` (ids), with the tokens `before` and `after` it.

    "summarize" folds turns and so makes a summary; "fold" adds to it. "hide": turns leave that no summary
    covers, because they share a summary's last timestamp. Without any turns: "reject" (a summary that lacks
    a required section), "fail" (the summarizer failed) and "wait" (it is late). `into` is the id of the
    summary, or None; `reason` is a sentence.
    """

    kind: Kind
    turns: tuple[str, ...]
    before: int
    after: int
    reason: str
    into: str | None = None
