"""ADK's compaction by a sliding window of invocations, after the Java rules.

Source: google/adk-java 1.8.1-SNAPSHOT, read and not executed. The window is the same as in the Python package, but it
is not cut back to whole pairs, and it is not checked whether a summary is worth it. So a call can be summarized while
its result stays, which a provider rejects.

A summarizer's error makes the request fail: that of the invocation that is just over, although its answer is written.

Difference: the token threshold, which may be active at the same time, is a separate policy here.
"""

from __future__ import annotations

from sim.parameters import Parameters
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.replacements.recursive import WINDOWED
from sim.policies.selections.range import hiding
from sim.policies.selections.sliding_window import window_java
from sim.policies.shared import Interval, Overlap, Summarizer, SummaryTokens
from sim.policies.triggers.invocations import invocations
from sim.policies.triggers.points import after_invocations


class AdkSlidingJavaParameters(Parameters, frozen=True, kw_only=True):
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


ADK_SLIDING_JAVA = Policy(
    name="adk-sliding-java",
    title_is_name=True,
    title="ADK for Java sliding window",
    line="Every few invocations, the new ones and some before them get a summary, whatever calls are open.",
    declares=AdkSlidingJavaParameters,
    composition=Composition[AdkSlidingJavaParameters](
        trigger=after_invocations(invocations),
        selection=window_java,
        replacement=WINDOWED,
        hiding=hiding,
        needs_summary=True,
    ),
    multiple_summaries=True,
)
