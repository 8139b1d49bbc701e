"""What a policy can do to a context.

Every change is recorded when it is made, with the weight of the context before and after it. So the learner sees why
a turn left, and not only that it is gone. Changes that failed are recorded too.
"""

from typing import Literal

import msgspec

from sim.state.reasons import Reason, SummarizerFailed

OperationKind = Literal["evict", "summarize", "fold", "hide", "reject", "fail", "wait"]


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a policy.

    - `kind`: "evict": turns are removed. "summarize": turns are folded into a new summary. "fold": turns are added to
      the previous summary. "hide": turns leave that no summary covers, because their timestamps are within a
      summary's range. "reject": a summary lacks a required section. "fail": the summarizer failed. "wait": the
      summarizer is late.
    - `turns`: the ids of the turns that left; empty for "reject", "fail" and "wait".
    - `before`: what the context weighed before the step, in teaching tokens.
    - `after`: what it weighed after the step, in teaching tokens.
    - `reason`: why the step was taken.
    - `into`: the id of the summary that now covers the turns; None: no summary does.
    """

    kind: OperationKind
    turns: tuple[str, ...]
    before: int
    after: int
    reason: Reason
    into: str | None = None

    @property
    def fails_call(self) -> bool:
        """Whether a call of the model fails with this step."""
        return isinstance(self.reason, SummarizerFailed) and self.reason.fails_call
