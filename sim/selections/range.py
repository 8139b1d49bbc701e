"""What a summary of some events makes vanish: every turn whose timestamp lies in its range.

Source: google-adk 2.13.0, `flows.llm_flows.contents._process_compaction_events`: hiding goes by timestamp, so a
turn that shares the last one is hidden although it was not summarized.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.adk.event import Event
from sim.moment import Moment
from sim.selections.chosen import Chosen
from sim.summary import Summary


def hidden_by(moment: Moment, start: float, summarized: Sequence[Event]) -> Chosen | None:
    """The turns summarized, and all retained ones from `start` (seconds) to the last of them; None without either."""
    if not summarized:
        return None
    session, end = moment.session, summarized[-1].timestamp
    leaving = tuple(k for k in moment.context.loose if start <= session.timestamps[k] <= end)
    covered = tuple(session.position[event.id] for event in summarized)
    return Chosen(leaving=leaving, covered=covered) if leaving else None


def hiding(moment: Moment) -> Summary | None:
    """The summary whose range the newest turn's timestamp lies in: it hides the turn as soon as it arrives."""
    if moment.turn.pinned:
        return None
    stamp = moment.session.timestamps[moment.position]
    # Timestamps never fall, so only the summary that ends last can reach this one.
    newest = max(moment.context.summaries, key=lambda summary: summary.last_timestamp, default=None)
    return newest if newest and stamp <= newest.last_timestamp else None
