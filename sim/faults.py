"""What a provider would reject in a context: calls and results that a policy has parted.

It is told and not raised, because the learner is to see the request that an agent would have sent.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.adk.assemble import visible
from sim.context import Context

FaultKind = Literal["lost_call", "lost_result", "unanswered"]


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is rejected: the turn, and its partner that is not there (None if it never was), as ids.

    "lost_call": a result whose call has left; "lost_result": a call whose result has left;
    "unanswered": a call that the conversation went on without answering.
    """

    kind: FaultKind
    turn: str
    partner: str | None = None


def faults(context: Context) -> tuple[Fault, ...]:
    """Every fault of the context, in reading order of the turns that have them."""
    session = context.session
    ends = session.partners.keys() | session.answered.keys()
    found = []
    for position in sorted(k for k in ends if context.retains(k)):
        turn = session.turns[position]
        for partner in session.partners.get(position, ()):
            if partner < context.arrived and not context.retains(partner):
                kind: FaultKind = "lost_result" if turn.calls else "lost_call"
                found.append(Fault(kind=kind, turn=turn.id, partner=session.turns[partner].id))
        if turn.calls and _went_on(context, position):
            found.append(Fault(kind="unanswered", turn=turn.id))
    return tuple(found)


def _went_on(context: Context, position: int) -> bool:
    """Whether something else than a result, which the call's branch sees, arrived before its calls were all answered."""
    session = context.session
    branch = session.turns[position].branch
    between = (session.turns[k] for k in range(position + 1, min(session.answered[position], context.arrived)))
    return any(turn.sort != "result" and visible(branch, turn.branch) for turn in between)
