"""What a selection has chosen."""

from __future__ import annotations

import msgspec


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """Positions in the session, rising: `leaving` leave the context, `covered` are given to a summarizer.

    They differ where a window overlaps turns that have left already, and where a turn is hidden
    that nobody summarized.
    """

    leaving: tuple[int, ...]
    covered: tuple[int, ...]

    @classmethod
    def of(cls, positions: tuple[int, ...]) -> Chosen:
        """Those that leave are those that are covered."""
        return cls(leaving=positions, covered=positions)
