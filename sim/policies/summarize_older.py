"""Summarize older turns: what leaves is folded into one summary of a fixed weight.

It keeps more of the story in the same budget. Whether it keeps the proof depends on the fidelity: evidence and records
are either copied into the summary or left out.
"""

from __future__ import annotations

from sim.parameters import Parameters
from sim.policies.composition import Composition, earliest
from sim.policies.policy import Policy
from sim.policies.replacements.six_tokens import SIX_TOKENS
from sim.policies.selections.oldest import oldest
from sim.policies.shared import Pairs, Placement, Summarizer, SummaryRole, SummaryTokens
from sim.policies.triggers.over_budget import over_budget


class SummarizeOlderParameters(Parameters, frozen=True, kw_only=True):
    """The parameters of this policy.

    - `pairs`: whether a call may leave without its results ("split") or only with them ("whole").
    - `placement`: where the summary is placed: "after-system", "in-place" or "at-end".
    - `summary_role`: whose message the summary is: "system" or "user".
    - `summary_tokens`: what a summary weighs, in teaching tokens.
    - `summarizer`: whether the summarizer "works", "fails" or comes "late".
    """

    pairs: Pairs = "split"
    placement: Placement = "after-system"
    summary_role: SummaryRole = "system"
    summary_tokens: SummaryTokens = 6
    summarizer: Summarizer = "works"


SUMMARIZE_OLDER = Policy(
    name="summarize-older",
    title="Summarize older turns",
    line="While the context is over the budget, the earliest turn that is not pinned is folded into one summary.",
    uses_fidelity=True,
    shares_session=False,
    declares=SummarizeOlderParameters,
    composition=Composition[SummarizeOlderParameters](
        trigger=over_budget, selection=oldest, replacement=SIX_TOKENS, repeats=True, explain=earliest
    ),
    budget_monotone=True,
)
