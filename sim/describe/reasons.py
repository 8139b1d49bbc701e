"""Why a turn left, why a summary did not come about, and why a context is over its budget.

A trigger's reason is a clause; a policy makes it a sentence about the turns that left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.describe import words

if TYPE_CHECKING:
    from sim.context import Context
    from sim.counting import Count
    from sim.fixture import Turn


def over(tokens: int, budget: int) -> str:
    """The context weighs more than the budget."""
    return f"{tokens} is over the budget of {budget}"


def at_or_over(count: Count, limit: float) -> str:
    """The last count is at the threshold or over it."""
    return f"{_counted(count)}, at or over the threshold of {words.number(limit)}"


def strictly_over(count: Count, limit: float) -> str:
    """The last count is over the threshold."""
    return f"{_counted(count)}, over the threshold of {words.number(limit)}"


def heavy(turn: Turn, count: Count, limit: float) -> str:
    """A heavy result arrived, and the last count is at the lower threshold."""
    return (
        f"{turn.id} is a tool's result of {words.tokens(turn.tokens)}, and {_counted(count)}, "
        f"at or over the lower threshold of {words.number(limit)}"
    )


def turns_since(since: int, every: int) -> str:
    """The clock of turns has run out."""
    return f"{words.counted(since, 'turn')} have arrived since the last compaction, and it is due every {every}"


def invocations(number: int, interval: int) -> str:
    """Enough invocations are new."""
    is_are = "is" if number == 1 else "are"
    return f"{words.counted(number, 'invocation')} {is_are} new since the last summary, and it is due every {interval}"


def removal(reason: str, removed: Sequence[Turn], arriving: Turn, after: int, budget: int) -> str:
    """Why a policy removed or folded the earliest turn, with what belongs to it, when another (or the same) arrived."""
    first, *others = removed
    if first.id == arriving.id:
        return too_heavy(first, after, budget)
    belongs = f", with {words.names([turn.id for turn in others])}, which belong together" if others else ""
    return f"{reason}, and {first.id} was the earliest turn that is not pinned{belongs}."


def compacted(reason: str, removed: Sequence[Turn], arriving: Turn | None, after: int, budget: int) -> str:
    """Why a policy took several turns at once."""
    return f"{reason[0].upper()}{reason[1:]}."


def too_heavy(turn: Turn, rest: int, budget: int) -> str:
    """Why a turn cannot stay even when all that may leave has left and `rest` tokens stay."""
    if turn.tokens > budget:
        return f"{turn.id} weighs {turn.tokens}, more than the whole budget of {budget}."
    return f"{turn.id} weighs {turn.tokens}, and what must stay already weighs {rest} of the budget of {budget}."


def hidden(turns: Sequence[str], summary: str) -> str:
    """Why turns are gone that nobody summarized."""
    shares = "shares" if len(turns) == 1 else "share"
    return f"{words.names(turns)} {shares} the last timestamp of {summary}: hidden by it, and summarized by nobody."


def lacks_sections(summary: str, sections: Sequence[str]) -> str:
    """Why a summary was refused."""
    return f"{summary} lacks {words.names(sections)}, which it must have: it is refused, and nothing was compacted."


def summarizer_failed(reason: str) -> str:
    """Why nothing was compacted although it was time."""
    return f"{compacted(reason, (), None, 0, 0)} The summarizer failed: nothing was compacted."


def summarizer_late(reason: str) -> str:
    """Why nothing has been compacted yet."""
    return f"{compacted(reason, (), None, 0, 0)} The summarizer is late: nothing is compacted before the next arrival."


def over_budget(context: Context, budget: int) -> str:
    """Why the context is over the budget."""
    heavy_ones = [turn for turn in context.pinned if turn.tokens > budget]
    if context.loose:
        return f"The context weighs {context.tokens}, more than the budget of {budget}, and the policy left it so."
    if heavy_ones:
        cause = f"{heavy_ones[0].id} weighs {heavy_ones[0].tokens}, more than the whole budget of {budget}, and is pinned"
    else:
        kept = "the pinned turns and the summary" if context.summary else "the pinned turns"
        cause = f"{kept} weigh {context.tokens}, more than the budget of {budget}"
    return f"{cause[0].upper()}{cause[1:]}, so nothing is left to remove."


def _counted(count: Count) -> str:
    if count.turn is None:
        return f"no prompt has been counted since, and its characters divided by four are {count.tokens}"
    return f"the prompt counted with {count.turn} was {words.tokens(count.tokens)}"
