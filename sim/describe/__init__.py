"""Every sentence that a person reads or hears.

The page, the live region, the command line and the exports say the same thing in the same
words because they all take it from here. The functions take values and give text; they import
nothing of the engine but its types and the name of the summary, so that a policy can use them
for its reasons.
"""

from sim.describe import announcements, page, windows, words
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
from sim.describe.evidence import evidence, item_backs, may_answer, mention, retention, wordings
from sim.describe.frames import arrival, meter, operation, operations, position, summary, turn_state
from sim.describe.lesson import STATEMENT, contents, emptiness, fidelity, fidelity_effect, parameter, value
from sim.describe.lesson import choices as settings
from sim.describe.pairs import fault, faults
from sim.describe.prompts import accounts, cached, prompts, storage
from sim.describe.reasons import over_budget
from sim.describe.structures import change, entry, standing, structure
from sim.describe.requests import reader, request
from sim.describe.windows import budget_lines, invocation_cost, kinds, saving

__all__ = [
    "SAME",
    "STATEMENT",
    "accounts",
    "announcements",
    "arrival",
    "backing_difference",
    "budget_lines",
    "cached",
    "cell",
    "change",
    "contents",
    "covered_difference",
    "difference",
    "emptiness",
    "entry",
    "evicted_difference",
    "evidence",
    "fault",
    "faults",
    "fidelity",
    "fidelity_effect",
    "invocation_cost",
    "item_backs",
    "item_difference",
    "kinds",
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
    "parameter",
    "position",
    "prompts",
    "reader",
    "request",
    "retention",
    "saving",
    "settings",
    "smallest_budget",
    "standing",
    "storage",
    "structure",
    "summary",
    "token_difference",
    "turn_state",
    "value",
    "wordings",
    "windows",
    "words",
]
