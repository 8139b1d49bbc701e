"""The accounts of a session: how many tokens its prompts and its summaries have cost.

A policy may make the next prompt smaller and the total cost larger, because a summarizer also reads, and a changed
prefix must be read again. So both sums are kept here, and they never go down.
"""

from __future__ import annotations

import msgspec


class Ledger(msgspec.Struct, frozen=True, kw_only=True):
    """The sums so far, and when something last happened.

    - `prompts`: what all prompts weigh together, in teaching tokens; for each assistant's turn, what its own agent read.
    - `counted`: what the model read to write the last assistant's turn, in teaching tokens; 0 before the first.
    - `counted_at`: the position of that turn; -1 before the first.
    - `compactions`: how many summaries were written.
    - `written`: what those summaries weigh together, in teaching tokens, including those that are no longer there.
    - `summarized`: what the summarizer read, in teaching tokens, including attempts that failed.
    - `compacted_at`: how many turns had arrived when the last summary was written, or when a policy without summaries
      last removed something; 0: never.
    - `differs_at`: how many turns had arrived when something first left, so that the history is no longer the recorded
      one; -1: never.
    """

    prompts: int = 0
    counted: int = 0
    counted_at: int = -1
    compactions: int = 0
    written: int = 0
    summarized: int = 0
    compacted_at: int = 0
    differs_at: int = -1

    def read(self, position: int, tokens: int) -> Ledger:
        """After the model read a prompt of `tokens` to write the turn at that position."""
        return msgspec.structs.replace(self, prompts=self.prompts + tokens, counted=tokens, counted_at=position)

    def tried(self, tokens: int) -> Ledger:
        """After a summarizer read `tokens`, even if no summary came of it."""
        return msgspec.structs.replace(self, summarized=self.summarized + tokens)

    def wrote(self, tokens: int, arrived: int) -> Ledger:
        """After a summary of `tokens` was written."""
        return msgspec.structs.replace(
            self.departed(arrived),
            compactions=self.compactions + 1,
            written=self.written + tokens,
            compacted_at=arrived,
        )

    def compacted(self, arrived: int) -> Ledger:
        """After turns were removed without a summary."""
        return msgspec.structs.replace(self.departed(arrived), compacted_at=arrived)

    def departed(self, arrived: int) -> Ledger:
        """After something left; only the first time changes the ledger."""
        return self if self.differs_at >= 0 else msgspec.structs.replace(self, differs_at=arrived)
