"""Clear old results: the call and the turn stay, and only what the tool returned goes.

Source: Anthropic's context editing (`clear_tool_uses`, as its types have it) and langchain 1.5.2, `ClearToolUsesEdit`. Over a
threshold, all results but the newest three are replaced by "[cleared]". No pair is parted and no summarizer is called,
but a provider's cache loses everything from the first cleared result on.

Differences: the frameworks look before a model call and the policy at every arrival, over the budget by default and not over
100,000 tokens; a result that no model has read yet is never cleared; which tools are left out, whether a call's input
goes too, and the gate `clear_at_least` are left out.
"""

from __future__ import annotations

from sim.parameters import Parameters
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.replacements.clearing import CLEARING
from sim.policies.selections.results import old_results
from sim.policies.shared import Keep, Limit, Placeholder
from sim.policies.triggers.over_limit import over_limit
from sim.policies.triggers.threshold import threshold


class ClearResultsParameters(Parameters, frozen=True, kw_only=True):
    """The parameters of this policy.

    - `threshold`: the weight over which the policy acts, in teaching tokens; at most 1: a share of the budget.
    - `keep`: how many of the newest results stay as they are.
    - `placeholder`: what is left of a cleared result, in teaching tokens.
    """

    threshold: Limit = 1.0
    keep: Keep = 3
    placeholder: Placeholder = 10


CLEAR_RESULTS = Policy(
    name="clear-results",
    title="Clear old results",
    line="When the context is over the threshold, all tool results but the newest are cleared, and their turns stay.",
    shares_session=False,
    declares=ClearResultsParameters,
    composition=Composition[ClearResultsParameters](trigger=over_limit, selection=old_results, replacement=CLEARING),
    threshold=threshold,
)
