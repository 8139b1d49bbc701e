"""ADK's compaction by tokens, with tail retention, after the Python package.

Source: google-adk 2.13.0, `token_threshold` and `event_retention_size`. The count is the last one recorded since the last
compaction, or characters / 4 if there is none. It acts at or over the threshold, before every model call and after each
invocation. The newest events stay, with pairs whole. The next summary is written from the previous one, which causes
drift. A summary is written only if what leaves weighs more than the last summary.

Flaws kept on purpose: the count is one call late; an event with the same timestamp as the last one covered is hidden
without being summarized; branches are ignored; with a small retention the user's current request is summarized too; an
oversized summary is kept. If the summarizer fails, the history stays whole.

Differences: the count of any agent is used, not only the current agent's; the system's turn is an instruction and not an
event; sizes are teaching tokens and not characters of JSON; the estimate leaves out the words that quote another agent
(and after an invocation the package quotes every tool's result); rewinds, isolation scopes and approvals are left out.
"""

from __future__ import annotations

from sim.parameters import Parameters
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.replacements.recursive import ROLLING
from sim.policies.selections.range import hiding
from sim.policies.selections.tail_retention import tail_retention
from sim.policies.shared import Counts, Retention, Summarizer, SummaryTokens, Threshold
from sim.policies.triggers.any_of import any_of
from sim.policies.triggers.points import after_invocations, before_model_calls
from sim.policies.triggers.threshold import AT_OR_OVER, threshold


class AdkTokenParameters(Parameters, frozen=True, kw_only=True):
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


ADK_TOKEN = Policy(
    name="adk-token",
    title_is_name=True,
    title="ADK by tokens",
    line="When the last prompt counted is at the threshold, all but the newest turns go into a rolling summary.",
    declares=AdkTokenParameters,
    composition=Composition[AdkTokenParameters](
        trigger=any_of(before_model_calls(AT_OR_OVER), after_invocations(AT_OR_OVER)),
        selection=tail_retention,
        replacement=ROLLING,
        hiding=hiding,
    ),
    threshold=threshold,
)
