"""A summarizer that pins: ADK's tail retention, with critical facts carried word for word.

Source: google-adk 2.13.0 for when it acts and what leaves (see `adk_token`). A custom `BaseEventsSummarizer` may add the
pins: facts that must not drift are kept apart from the prose, taken over from the previous summary and united with newer
ones. The policy limits them: all, the newest n, or each until its ticket closes.

Differences: the lesson says which facts are critical, but a real summarizer has to find them. The place of the summary
can be chosen here; in the package it is "in-place".
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sim.parameters import Parameters
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.replacements.pinning import PINNING, Pinned
from sim.policies.selections.range import hiding
from sim.policies.selections.tail_retention import tail_retention
from sim.policies.shared import Counts, Placement, Retention, Summarizer, SummaryRole, SummaryTokens, Threshold
from sim.policies.triggers.any_of import any_of
from sim.policies.triggers.points import after_invocations, before_model_calls
from sim.policies.triggers.threshold import AT_OR_OVER, threshold


class PinningSummarizerParameters(Parameters, frozen=True, kw_only=True):
    """The parameters of this policy.

    - `threshold`: the prompt size at which the policy acts, in teaching tokens; at most 1: a share of the budget.
    - `retention`: how many turns stay at the end.
    - `counts`: where the prompt's size comes from: "simulated", "recorded" or "as-recorded", as `last_count` says.
    - `pinned`: which critical facts are pinned: "all", "none", the "newest" or those with "open-tickets".
    - `cap`: how many facts are pinned if only the newest are.
    - `placement`: where the summary is placed: "after-system", "in-place" or "at-end".
    - `summary_role`: whose message the summary is: "system" or "user".
    - `summary_tokens`: what a summary weighs, in teaching tokens.
    - `summarizer`: whether the summarizer "works", "fails" or comes "late".
    """

    threshold: Threshold = 0.7
    retention: Retention = 5
    counts: Counts = "simulated"
    pinned: Annotated[Pinned, Meta(title="Pinned facts")] = "all"
    cap: Annotated[int, Meta(title="At most so many pins", ge=1, le=1_000, extra={"unit": "facts"})] = 3
    placement: Placement = "after-system"
    summary_role: SummaryRole = "system"
    summary_tokens: SummaryTokens = 6
    summarizer: Summarizer = "works"


PINNING_SUMMARIZER = Policy(
    name="pinning-summarizer",
    title="Pinning summarizer",
    line="As ADK by tokens, but the summary carries critical facts word for word until a cap lets them go.",
    declares=PinningSummarizerParameters,
    composition=Composition[PinningSummarizerParameters](
        trigger=any_of(before_model_calls(AT_OR_OVER), after_invocations(AT_OR_OVER)),
        selection=tail_retention,
        replacement=PINNING,
        hiding=hiding,
    ),
    threshold=threshold,
)
