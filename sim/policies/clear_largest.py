"""Clear the largest results: as few as possible go, because one log may weigh more than everything that was said.

Source: no framework has this order; it is the advice to look first for what is heaviest. It clears in place, as
`clear_results` does. It clears fewer results than that policy, but it acts more often, and each time a provider's cache
loses everything from the first cleared result on.
"""

from __future__ import annotations

from sim.lesson.turn import Turn
from sim.parameters import Parameters
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.replacements.clearing import CLEARING
from sim.policies.selections.results import largest_results
from sim.policies.shared import Keep, Limit, Placeholder
from sim.policies.triggers.over_limit import over_limit
from sim.policies.triggers.threshold import threshold
from sim.state import reasons


class ClearLargestParameters(Parameters, frozen=True, kw_only=True):
    """The parameters of this policy.

    - `threshold`: the weight over which the policy acts, in teaching tokens; at most 1: a share of the budget.
    - `keep`: how many of the newest results stay as they are.
    - `placeholder`: what is left of a cleared result, in teaching tokens.
    """

    threshold: Limit = 1.0
    keep: Keep = 3
    placeholder: Placeholder = 10


def _largest(
    trigger: reasons.Trigger, turns: tuple[Turn, ...], arriving: Turn, after: int, budget: int
) -> reasons.Reason:
    return reasons.Largest(trigger=trigger, turns=tuple(turn.id for turn in turns))


CLEAR_LARGEST = Policy(
    name="clear-largest",
    title="Clear the largest results",
    line="While the context is over the threshold, the largest tool result is cleared, and its turn stays.",
    shares_session=False,
    declares=ClearLargestParameters,
    composition=Composition[ClearLargestParameters](
        trigger=over_limit, selection=largest_results, replacement=CLEARING, explain=_largest
    ),
    threshold=threshold,
)
