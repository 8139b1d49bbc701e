"""The accounts of a session: what its prompts came to, and what its summaries cost.

A policy may lower the next prompt and still raise the bill, because a summarizer reads too and
a changed prefix is read anew. So both are kept beside the context, and neither is ever lowered.
"""

from __future__ import annotations

import msgspec


class Ledger(msgspec.Struct, frozen=True, kw_only=True):
    """Sums so far, in teaching tokens, and where things last happened, in turns that had arrived by then.

    `prompts` sums what the model read, once for each assistant's turn (by its reader's request, if the
    lesson has a reader of that name); `counted` is the count recorded with
    the last of them and `counted_at` its position (-1 before the first). `compactions` is how many summaries
    were written, `written` what they weigh together, `summarized` what their summarizer read;
    `compacted_at` is when the last one was written (or something removed by a policy that writes none).
    """

    prompts: int = 0
    counted: int = 0
    counted_at: int = -1
    compactions: int = 0
    written: int = 0
    summarized: int = 0
    compacted_at: int = 0

    def read(self, position: int, tokens: int, recorded: int | None) -> Ledger:
        """After the model read a prompt of `tokens` to write the turn at that position."""
        return msgspec.structs.replace(
            self,
            prompts=self.prompts + tokens,
            counted=tokens if recorded is None else recorded,
            counted_at=position,
        )

    def tried(self, tokens: int) -> Ledger:
        """After a summarizer read `tokens`, whatever came of it."""
        return msgspec.structs.replace(self, summarized=self.summarized + tokens)

    def wrote(self, tokens: int, arrived: int) -> Ledger:
        """After a summary of `tokens` was written."""
        return msgspec.structs.replace(
            self, compactions=self.compactions + 1, written=self.written + tokens, compacted_at=arrived
        )

    def compacted(self, arrived: int) -> Ledger:
        """After turns were removed without a summary."""
        return msgspec.structs.replace(self, compacted_at=arrived)
