"""Keep the last turns: naive slicing, as many an agent's loop does it.

Source: the plain slice `messages[-n:]`, of no framework in particular. It loses the rules that were set at the
start, and with `pairs` "split" it parts a call from its result, which a provider rejects.
"""

from __future__ import annotations

from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.shared import PAIRS, RETENTION
from sim.replacements.nothing import NOTHING
from sim.selections.all_but_last import all_but_last
from sim.triggers.over_budget import over_budget

KEEP_LAST = Policy(
    name="keep-last",
    title="Keep the last turns",
    line="When the context is over the budget, all but the last turns are removed at once.",
    uses_fidelity=False,
    arrive=Composition(trigger=over_budget, selection=all_but_last, replacement=NOTHING).arrive,
    parameters=(RETENTION, PAIRS),
)
