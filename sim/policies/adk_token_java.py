"""ADK's compaction by tokens after the Java rules.

Source: google/adk-java 1.8.1-SNAPSHOT, read and not executed. It acts only strictly over the threshold and only before
model calls. The newest count is used even if it is older than the last compaction, so it may act twice for one prompt.
The summary counts as one of the retained events, and no pair is kept whole: a result can lose its call, which a provider
rejects. It does not check whether a summary is worth it.

A summarizer's error makes the request fail: the model is not called, and the frame says so.

Differences: in Java, a result without its call at the tail raises an error; here the frame reports it. As for the Python
package, the system's turn is not an event and rewinds are left out.
"""

from __future__ import annotations

from sim.parameters import Parameters
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.replacements.recursive import ROLLING
from sim.policies.selections.range import hiding
from sim.policies.selections.tail_retention import tail_retention_java
from sim.policies.shared import Counts, Retention, Summarizer, SummaryTokens, Threshold
from sim.policies.triggers.points import before_model_calls
from sim.policies.triggers.threshold import OVER, threshold


class AdkTokenJavaParameters(Parameters, frozen=True, kw_only=True):
    """The parameters of this policy.

    - `threshold`: the prompt size at which the policy acts, in teaching tokens; at most 1: a share of the budget.
    - `retention`: how many turns stay at the end.
    - `counts`: where the prompt's size comes from: "simulated", "recorded" or "as-recorded", as `last_count` says.
    - `summary_tokens`: what a summary weighs, in teaching tokens.
    - `summarizer`: whether the summarizer "works", "fails" or comes "late".
    """

    threshold: Threshold = 0.7
    retention: Retention = 5
    counts: Counts = "simulated"
    summary_tokens: SummaryTokens = 6
    summarizer: Summarizer = "works"


ADK_TOKEN_JAVA = Policy(
    name="adk-token-java",
    title_is_name=True,
    title="ADK for Java by tokens",
    line="When the last prompt counted is over the threshold, all but the newest turns go into a rolling summary.",
    declares=AdkTokenJavaParameters,
    composition=Composition[AdkTokenJavaParameters](
        trigger=before_model_calls(OVER),
        selection=tail_retention_java,
        replacement=ROLLING,
        hiding=hiding,
        needs_summary=True,
    ),
    threshold=threshold,
)
