"""The summaries in a context, the oldest first, shared by all frames that have them.

A sliding window writes a new summary every few invocations. If all were copied each time, a long session would take
quadratic time. So they are a stack that never changes: a new summary is put on top of the older stack.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sim.state.summary import Summary


class Summaries(msgspec.Struct, frozen=True, eq=False):
    """A stack of summaries, whose ranges end later from the oldest to the newest.

    - `newest`: the summary on top; None: the stack is empty.
    - `below`: the stack under it; None: the stack is empty.
    - `count`: how many summaries there are.
    - `tokens`: what all of them weigh together, in teaching tokens.
    - `unbroken`: how many of the session's first unpinned turns are within the ranges of the summaries; -1: an unpinned
      turn before the end of the last range is within none.
    """

    newest: Summary | None = None
    below: Summaries | None = None
    count: int = 0
    tokens: int = 0
    unbroken: int = 0

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Summary]:
        return reversed(tuple(reversed(self)))

    def __reversed__(self) -> Iterator[Summary]:
        stack: Summaries | None = self
        while stack is not None and stack.newest is not None:
            yield stack.newest
            stack = stack.below

    def with_newest(self, summary: Summary) -> Summaries:
        """This stack with the summary on top."""
        session = summary.session
        gap = self.unbroken < session.unpinned_from(summary.first_timestamp)
        return Summaries(
            newest=summary,
            below=self,
            count=self.count + 1,
            tokens=self.tokens + summary.tokens,
            unbroken=-1 if gap else session.unpinned_after(summary.last_timestamp),
        )

    def outside(self, first: float, last: float) -> Summaries:
        """The summaries whose range is not contained in the range from `first` to `last`, in seconds.

        No summary's range may end later than `last`.
        """
        stack = self
        while stack.newest is not None and stack.below is not None and stack.newest.first_timestamp >= first:
            if stack.newest.last_timestamp > last:
                break
            stack = stack.below
        return stack

    def shared_with(self, other: Summaries) -> Summaries:
        """The largest stack that is at the bottom of both."""
        one, two = self, other
        while one is not two:
            if one.count >= two.count and one.below is not None:
                one = one.below
            elif two.below is not None:
                two = two.below
            else:
                break
        return one


NONE = Summaries()
