"""Keep the first and the last turns: the task as it was set, and what is being done about it.

Source: autogen-core 0.7.5, `HeadAndTailChatCompletionContext` with `head_size` and `tail_size`. The package counts messages
and ignores the weight; it keeps to its sizes at every call, and here the policy acts when the context is over the budget.

Differences: the system's turn is no message of the head; no note says how many messages were skipped; the package drops a
result at the beginning of its tail and a call at the end of its head, and here `pairs` decides.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sim.parameters import Parameters
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.replacements.nothing import NOTHING
from sim.policies.selections.all_but_ends import all_but_ends
from sim.policies.shared import Pairs, Request, Retention
from sim.policies.triggers.over_budget import over_budget


class FirstAndLastParameters(Parameters, frozen=True, kw_only=True):
    """The parameters of this policy.

    - `head`: how many turns stay at the beginning.
    - `retention`: how many turns stay at the end.
    - `pairs`: whether a call may leave without its results ("split") or only with them ("whole").
    - `request`: whether the user's newest turn "may-leave" or "stays" word for word.
    """

    head: Annotated[int, Meta(title="Turns kept at the beginning", ge=0, le=1_000_000, extra={"unit": "turns"})] = 2
    retention: Retention = 5
    pairs: Pairs = "split"
    request: Request = "may-leave"


FIRST_AND_LAST = Policy(
    name="first-and-last",
    title="Keep the first and the last turns",
    line="When the context is over the budget, the turns between the first and the last ones are removed at once.",
    shares_session=False,
    declares=FirstAndLastParameters,
    composition=Composition[FirstAndLastParameters](trigger=over_budget, selection=all_but_ends, replacement=NOTHING),
)
