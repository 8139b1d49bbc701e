"""Compaction by tokens: the tail is kept, and what is older goes into a rolling summary.

Source: google-adk 2.13.0, `apps.compaction._latest_prompt_token_count` and
`_events_to_compact_for_token_threshold`. It fires when the count is at or over the threshold.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sim.adk.event import Event
from sim.adk.prefix import safe_split, self_contained
from sim.adk.ranges import latest


class Selected(msgspec.Struct, frozen=True):
    """What a summarizer is given: the previous summary as a `seed` if there is one, and the newer events.

    The new summary's range begins where the seed's did, or at the first of the events, and so supersedes the seed.
    """

    seed: Event | None = None
    events: tuple[Event, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.events)

    @property
    def start(self) -> float:
        """The first timestamp that the new summary stands for."""
        if self.seed is not None and self.seed.compaction is not None:
            return self.seed.compaction.start
        return self.events[0].timestamp

    @property
    def end(self) -> float:
        """The last one; events that share it are hidden as well."""
        return self.events[-1].timestamp


def prompt_count(events: Sequence[Event], agent: str = "", estimate: int | None = None) -> int | None:
    """The newest prompt count recorded since the last summary, by that agent if one is named, or the estimate.

    It is read from a call that has already been made, and so it is one call late.
    """
    for event in reversed(events):
        if event.compaction is not None:
            break
        if event.prompt_tokens is not None and (not agent or event.author == agent):
            return event.prompt_tokens
    return estimate


def token_selection(events: Sequence[Event], retention: int) -> Selected:
    """What is to be summarized so that the newest `retention` events stay; empty if nothing is.

    A pair that straddles the cut stays whole, so more than `retention` may stay.
    """
    previous = latest(events)
    end = previous.compaction.end if previous is not None and previous.compaction is not None else 0.0
    candidates = [event for event in events if event.compaction is None and event.timestamp > end]
    if len(candidates) <= retention:
        return Selected()
    cut = safe_split(candidates, retention) if retention else len(candidates)
    chosen = self_contained(candidates[:cut], events)
    return Selected(previous, chosen) if chosen else Selected()
