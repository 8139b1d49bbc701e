"""Summarize older turns: what leaves is folded into one summary of a fixed weight.

It keeps more of the story in the same budget. Whether it keeps the proof depends on one choice,
fidelity: copying the user's evidence into the summary, or leaving it out.
"""

from __future__ import annotations

from sim.describe import reasons
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.shared import PAIRS, SUMMARY
from sim.replacements.six_tokens import SIX_TOKENS
from sim.selections.oldest import oldest
from sim.triggers.over_budget import over_budget

SUMMARIZE_OLDER = Policy(
    name="summarize-older",
    title="Summarize older turns",
    line="While the context is over the budget, the earliest turn that is not pinned is folded into one summary.",
    uses_fidelity=True,
    arrive=Composition(
        trigger=over_budget, selection=oldest, replacement=SIX_TOKENS, repeats=True, explain=reasons.removal
    ).arrive,
    parameters=(PAIRS, *SUMMARY),
    local=True,
)
