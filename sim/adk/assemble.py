"""A request's messages as ADK assembles them from the session for one agent.

Source: google-adk 2.13.0, `flows.llm_flows.contents._get_contents` and `_get_current_turn_contents`. The steps are in the
package's order: empty events and other branches, summaries, recovery of calls, other agents' turns, pairs.

A flaw that is kept on purpose: a summary covers turns of all branches, so it can show one agent what another agent wrote
on a branch of its own.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from sim.adk.content import Content, content, quoted
from sim.adk.event import Event
from sim.adk.ranges import substitute
from sim.adk.rearranging import paired
from sim.adk.recovery import recover
from sim.lesson.reader import Contents


def assemble(
    events: Sequence[Event], agent: str = "", branch: str = "", contents: Contents = "default"
) -> tuple[Content, ...]:
    """The messages for an agent on a branch; with `contents` "none", only those of the current turn.

    If `agent` is empty, no event counts as another agent's.
    """
    if contents == "none":
        events = current_turn(events, agent, branch)
    return paired(presented(events, agent, branch))


def presented(events: Sequence[Event], agent: str = "", branch: str = "") -> tuple[Content, ...]:
    """The messages before calls and results are brought together."""
    read = [event for event in events if not event.empty and visible(branch, event.branch)]
    if any(event.compaction for event in read):
        read = list(recover(substitute(read, agent), read))
    authors = {call.id: event.author for event in read for call in event.calls if call.id}
    return tuple(_presented(event, agent, authors) for event in read if not _blank(event, agent, authors))


def current_turn(events: Sequence[Event], agent: str, branch: str) -> Sequence[Event]:
    """The events from the latest one that begins a turn: a user's or another agent's, visible and not empty.

    A result that the user posts back continues the turn of its call, so the turn then begins at that call or before it.
    """
    known = {name for event in events for name in event.call_ids}
    unmatched: set[str] = set()
    for k in range(len(events) - 1, -1, -1):
        if begins_turn(events[k], unmatched, known, agent, branch):
            return events[k:]
    return ()


def begins_turn(event: Event, unmatched: set[str], known: Container[str], agent: str, branch: str) -> bool:
    """Whether the current turn begins with that event. It must have been called for all later events first.

    `known` are the ids of all calls. `unmatched` collects the ids of posted results whose call has not been seen yet.
    """
    unmatched -= event.call_ids
    posted = event.author == "user" and bool(event.results)
    if posted:
        unmatched |= {name for name in event.result_ids if name in known}
    begins = event.author == "user" or _is_other(event, agent)
    return begins and not unmatched and not posted and not event.empty and visible(branch, event.branch)


def visible(branch: str, of_event: str) -> bool:
    """Whether an event on the branch `of_event` is read on `branch`.

    It is if one of them is empty, if they are the same, or if the event's branch is a parent of the other.
    """
    return not branch or not of_event or branch == of_event or branch.startswith(f"{of_event}.")


def _is_other(event: Event, agent: str) -> bool:
    return bool(agent) and event.author not in (agent, "user")


def _answers_other(event: Event, agent: str, authors: dict[str, str]) -> bool:
    callers = {authors[result.id] for result in event.results if result.id in authors}
    return bool(callers - {agent, "user"})


def _quotes(event: Event, agent: str, authors: dict[str, str]) -> bool:
    return _is_other(event, agent) or _answers_other(event, agent, authors)


def _blank(event: Event, agent: str, authors: dict[str, str]) -> bool:
    """Whether the event would be quoted but has nothing to quote."""
    blank = not (event.text.strip() or event.calls or event.results)
    return blank and event.compaction is None and _quotes(event, agent, authors)


def _presented(event: Event, agent: str, authors: dict[str, str]) -> Content:
    return quoted(event) if _quotes(event, agent, authors) else content(event)
