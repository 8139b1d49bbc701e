"""What a policy takes for the size of the prompt: a figure from the last call, or a guess.

A framework does not count tokens itself. It reads what the provider counted for the last call, which
is one call late, and divides characters by four where no call has been counted yet.
"""

from __future__ import annotations

from bisect import bisect_left

import msgspec

from sim.context import Context

CHARACTERS_A_TOKEN = 4


class Count(msgspec.Struct, frozen=True):
    """A number of tokens, and the id of the turn that it was recorded with; None if it is a guess."""

    tokens: int
    turn: str | None = None


def last_count(context: Context, counts: str, even_older: bool = False) -> Count | None:
    """The prompt's size as a framework knows it; None if nothing was recorded and there is no text to guess from.

    `counts` is "simulated" (what the model read when it wrote its last turn, or the figure given there) or
    "recorded" (figures given in the lesson alone). A figure from before the last compaction describes a
    prompt that is gone, and counts only if `even_older`.
    """
    position = _last(context, counts)
    if position is not None and (even_older or position >= context.ledger.compacted_at):
        turn = context.session.turns[position]
        figure = turn.prompt_tokens if counts == "recorded" else context.ledger.counted
        return Count(figure or 0, turn.id)
    guess = context.characters
    return Count(guess // CHARACTERS_A_TOKEN) if guess else None


def _last(context: Context, counts: str) -> int | None:
    """The position of the last turn with a count."""
    if counts == "simulated":
        return context.ledger.counted_at if context.ledger.counted_at >= 0 else None
    figures = context.session.figures
    before = bisect_left(figures, context.arrived)
    return figures[before - 1] if before else None
