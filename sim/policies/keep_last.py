"""Keep the last turns: naive slicing, as in many agents' loops.

Source: the plain slice `messages[-n:]`, from no particular framework. It loses the rules that the user set at the start,
and with `pairs` "split" it can separate a call from its result, which a provider rejects.
"""

from __future__ import annotations

from sim.parameters import Parameters
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.replacements.nothing import NOTHING
from sim.policies.selections.all_but_last import all_but_last
from sim.policies.shared import Pairs, Retention
from sim.policies.triggers.over_budget import over_budget


class KeepLastParameters(Parameters, frozen=True, kw_only=True):
    """The parameters of this policy.

    - `retention`: how many turns stay at the end.
    - `pairs`: whether a call may leave without its results ("split") or only with them ("whole").
    """

    retention: Retention = 5
    pairs: Pairs = "split"


KEEP_LAST = Policy(
    name="keep-last",
    title="Keep the last turns",
    line="When the context is over the budget, all but the last turns are removed at once.",
    shares_session=False,
    declares=KeepLastParameters,
    composition=Composition[KeepLastParameters](trigger=over_budget, selection=all_but_last, replacement=NOTHING),
)
