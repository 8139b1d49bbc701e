"""Every sentence that a person reads or hears.

The page, the live region, the command line and the exports say the same thing in the same
words because they all take it from here. The functions take values and give text; they import
nothing of the engine but its types and the name of the summary, so that a policy can use them
for its reasons.
"""

from sim.describe import page, words
from sim.describe.comparisons import (
    SAME,
    backing_difference,
    cell,
    covered_difference,
    difference,
    evicted_difference,
    item_difference,
    mention_difference,
    near_miss,
    policy,
    smallest_budget,
    token_difference,
)
from sim.describe.evidence import evidence, item_backs, may_answer, mention, retention
from sim.describe.frames import arrival, meter, operation, operations, position, summary, turn_state
from sim.describe.lesson import STATEMENT, contents, emptiness, fidelity, fidelity_effect
from sim.describe.lesson import choices as settings
from sim.describe.reasons import over_budget

__all__ = [
    "SAME",
    "STATEMENT",
    "arrival",
    "backing_difference",
    "cell",
    "contents",
    "covered_difference",
    "difference",
    "emptiness",
    "evicted_difference",
    "evidence",
    "fidelity",
    "fidelity_effect",
    "item_backs",
    "item_difference",
    "may_answer",
    "mention",
    "mention_difference",
    "meter",
    "near_miss",
    "operation",
    "operations",
    "over_budget",
    "page",
    "policy",
    "position",
    "retention",
    "settings",
    "smallest_budget",
    "summary",
    "token_difference",
    "turn_state",
    "words",
]
