"""ADK's compaction by a sliding window of invocations, after the Python package.

Source: google-adk 2.13.0, `compaction_interval` and `overlap_size`. After an invocation, if enough invocations are new
since the last summary, they are summarized together with some earlier ones. The window is cut back to a point where
every call has its result. Summaries are written from the raw events and never from one another. They are kept side by
side, so with an overlap two of them cover the same turn.

Flaws kept on purpose: an event with the same timestamp as a summary's last one is hidden without being summarized;
branches are ignored; one call in the newest invocation that is never answered blocks everything.

Differences: sizes are teaching tokens and not characters of JSON; the system's turn is not an event; rewinds, isolation
scopes and approvals are left out, and so is the token threshold that the package would try first. Invocations that
overlap in time are numbered by where they begin.
"""

from __future__ import annotations

from sim.parameters import Parameters
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.replacements.recursive import WINDOWED
from sim.policies.selections.range import hiding
from sim.policies.selections.sliding_window import window
from sim.policies.shared import Interval, Overlap, Summarizer, SummaryTokens
from sim.policies.triggers.invocations import invocations
from sim.policies.triggers.points import after_invocations


class AdkSlidingParameters(Parameters, frozen=True, kw_only=True):
    """The parameters of this policy.

    - `interval`: how many new invocations make the policy act.
    - `overlap`: how many earlier invocations are summarized again.
    - `summary_tokens`: what a summary weighs, in teaching tokens.
    - `summarizer`: whether the summarizer "works", "fails" or comes "late".
    """

    interval: Interval = 3
    overlap: Overlap = 1
    summary_tokens: SummaryTokens = 6
    summarizer: Summarizer = "works"


ADK_SLIDING = Policy(
    name="adk-sliding",
    title_is_name=True,
    title="ADK sliding window",
    line="Every few invocations, the new ones and some before them get a summary of their own.",
    declares=AdkSlidingParameters,
    composition=Composition[AdkSlidingParameters](
        trigger=after_invocations(invocations), selection=window, replacement=WINDOWED, hiding=hiding
    ),
    multiple_summaries=True,
)
