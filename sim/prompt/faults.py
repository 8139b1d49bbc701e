"""What a provider would reject in a context: above all calls and results that a policy has separated.

Faults are returned and not raised, because the learner should see the request that an agent would have sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from sim.adk.assemble import visible
from sim.state.context import Context

FaultKind = Literal["lost_call", "lost_result", "unanswered", "no_user", "answer_first"]


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """One thing for which a request is rejected.

    - `kind`: "lost_call": the call of a result has left. "lost_result": the result of a call has left. "unanswered": other
      turns arrived before all results of a call. "no_user": no message in the user's role is left. "answer_first": the
      context begins with an assistant's turn, which some providers reject.
    - `turn`: the id of the turn that has the fault; for "no_user", of the last turn of the user.
    - `partner`: the id of the turn with the missing call or result; None for the other kinds.
    """

    kind: FaultKind
    turn: str
    partner: str | None = None

    @property
    def certain(self) -> bool:
        """Whether every provider rejects it."""
        return self.kind != "answer_first"


def faults(context: Context) -> tuple[Fault, ...]:
    """Every fault of the context: those of calls and results in order of their turns, then that of who speaks."""
    return (*parted(context, context.retained), *_form(context))


def parted(context: Context, positions: Iterable[int]) -> Iterator[Fault]:
    """The faults of the calls and results among the turns at those positions, in their order.

    While nothing leaves a context, such a fault stays in it, because turns that arrive later cannot mend it; and one can
    come only of the turns that arrive and of the calls that wait for an answer.
    """
    session = context.session
    for position in positions:
        if position not in session.partners and position not in session.answered or not context.retains(position):
            continue
        turn = session.turns[position]
        for partner in session.partners.get(position, ()):
            if partner < context.arrived and not context.retains(partner):
                kind: FaultKind = "lost_result" if turn.calls else "lost_call"
                yield Fault(kind=kind, turn=turn.id, partner=session.turns[partner].id)
        if turn.calls and _went_on(context, position):
            yield Fault(kind="unanswered", turn=turn.id)


def asks_nobody(context: Context) -> bool:
    """Whether no message in the user's role is left."""
    return any(fault.kind == "no_user" for fault in _form(context))


def _form(context: Context) -> Iterator[Fault]:
    """The fault in who speaks: nobody speaks as a user, or the agent speaks first."""
    session = context.session
    asked = session.users_before(context.arrived)
    if not asked or not len(context):
        return
    as_user = any(summary.role == "user" for summary in context.summaries)
    # A provider takes a tool's result in the user's role.
    if not as_user and not any(session.turns[k].role in ("user", "tool") for k in context.unpinned_in_order()):
        yield Fault(kind="no_user", turn=session.turns[asked[-1]].id)
    elif not context.summaries and (first := context.earliest) is not None and first.role == "assistant":
        yield Fault(kind="answer_first", turn=first.id)


def _went_on(context: Context, position: int) -> bool:
    """Whether a turn that is not a result and that is visible to the call's branch arrived before all its answers."""
    session = context.session
    branch = session.turns[position].branch
    until = min(session.answered[position], context.arrived)
    between = (session.turns[k] for k in range(position + 1, until) if k not in session.apart)
    return any(turn.effective_kind != "result" and visible(branch, turn.branch) for turn in between)
