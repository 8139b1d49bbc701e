"""What a selection has chosen. It is here because a context holds it while a summary is late."""

from __future__ import annotations

import msgspec


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """The turns that are chosen to leave or to be summarized.

    The two differ if a window overlaps turns that have already left, or if a turn is hidden without being summarized.

    - `leaving`: the positions of the turns that leave the context, rising.
    - `covered`: the positions of the turns that are given to a summarizer, rising.
    """

    leaving: tuple[int, ...]
    covered: tuple[int, ...]

    @classmethod
    def of(cls, positions: tuple[int, ...]) -> Chosen:
        """These positions both leave and are covered."""
        return cls(leaving=positions, covered=positions)
