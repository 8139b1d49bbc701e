"""The request that one agent would send, as a view of the shared session.

Several agents write into one session, and each reads it differently: only its branch, its own turns unchanged, and the
turns of other agents as quotations. Source of the rules: google-adk 2.13.0, as in `sim.adk.assemble`. In ADK nothing is
evicted from the session, so only summaries remove anything from this view.

A flaw that is kept on purpose: the record of a summary counts as the beginning of a turn. So right after a compaction,
an agent that reads only the current turn reads the summary, and the user's request is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from sim.adk.assemble import current_turn, visible
from sim.adk.event import Event
from sim.adk.ranges import substitute
from sim.adk.view import log, view, weight_of
from sim.lesson.reader import Reader
from sim.lesson.turn import Turn
from sim.prompt.instruction import MissingValue, NoArtifacts, resolve
from sim.state.context import Context
from sim.state.summary import Summary

Unread = Literal["empty", "branch", "earlier", "summarized", "unpaired", "evicted", "elsewhere"]


_ROLES: dict[str, Literal["system", "model"]] = {"system": "system", "assistant": "model"}


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """One message of a request.

    - `role`: whose message it is.
    - `ids`: the ids of the turns, or of the summary, in it.
    - `tokens`: what it weighs, in teaching tokens.
    - `quoted`: the name of the agent whose turn is quoted as a user's; empty: nothing is quoted.
    - `summary`: whether it is a summary.
    - `text`: an instruction with its placeholders filled in; None: it is no instruction, or a value is missing.
    - `missing`: the placeholder that could not be filled in; None: none is missing.
    """

    role: Literal["system", "user", "model"]
    ids: tuple[str, ...]
    tokens: int
    quoted: str = ""
    summary: bool = False
    text: str | None = None
    missing: str | None = None


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What a reader reads.

    - `reader`: the reader.
    - `messages`: what it reads, in order.
    - `unread`: for the id of each other turn that has arrived, why the reader does not read it.
    """

    reader: Reader
    messages: tuple[Message, ...]
    unread: dict[str, Unread]

    @property
    def tokens(self) -> int:
        """What all messages weigh, in teaching tokens."""
        return sum(message.tokens for message in self.messages)


def unsent(context: Context) -> tuple[str, ...]:
    """The names of the readers whose request cannot be sent, because an instruction lacks a value."""
    return tuple(reader.name for reader in context.session.fixture.readers if lacks_value(context, reader))


def lacks_value(context: Context, reader: Reader) -> bool:
    """Whether the reader's request cannot be sent, because an instruction lacks a value."""
    return any(message.missing is not None for message in instructions(context, reader))


def request(context: Context, reader: Reader) -> Request:
    """The reader's request: its instructions, and its view of everything else that has arrived."""
    if not context.session.shared:
        return _own(context, reader)
    session, end = context.session, context.session.unpinned_before(context.arrived)
    messages = [
        Message(
            role=content.role,
            ids=content.ids,
            tokens=weight_of((content,), context.summaries, session),
            quoted=content.quoted,
            summary=content.summary,
        )
        for content in view(session, reader).history(context.summaries, end)
    ]
    everything = log(context.summaries, session, end)
    return Request(
        reader=reader,
        messages=(*instructions(context, reader), *messages),
        unread=_unread(everything, reader, messages),
    )


def _own(context: Context, reader: Reader) -> Request:
    """A request where each agent has its own context: the whole context, or for a helper only the turns on its branch."""
    session = context.session
    items: Iterable[Turn | Summary] = context.items()
    if reader.branch:
        arrived = (session.turns[k] for k in sorted(session.apart) if k < context.arrived)
        items = [turn for turn in arrived if visible(turn.branch, reader.branch)]
    messages = tuple(_message(item) for item in items)
    read = {name for message in messages for name in message.ids}

    def why(position: int) -> Unread:
        if (position in session.apart) != bool(reader.branch):
            return "elsewhere"
        return "summarized" if context.covering(position) else "evicted"

    unread = {turn.id: why(k) for k, turn in enumerate(session.turns[: context.arrived]) if turn.id not in read}
    return Request(reader=reader, messages=messages, unread=unread)


def _message(item: Turn | Summary) -> Message:
    return Message(
        role=_ROLES.get(item.role, "user"), ids=(item.id,), tokens=item.tokens, summary=not isinstance(item, Turn)
    )


def instructions(context: Context, reader: Reader) -> tuple[Message, ...]:
    """The system turns that the reader reads: those without an author or with its name, and visible on its branch."""
    fixture = context.session.fixture
    found = []
    for turn in context.pinned:
        if turn.author not in (None, reader.name) or not visible(reader.branch, turn.branch):
            continue
        text, missing = None, None
        try:
            text = resolve(turn.text, fixture.state, fixture.artifacts)
        except (MissingValue, NoArtifacts) as error:
            missing = error.name
        found.append(Message(role="system", ids=(turn.id,), tokens=turn.tokens, text=text, missing=missing))
    return tuple(found)


def _unread(log: Sequence[Event], reader: Reader, messages: Sequence[Message]) -> dict[str, Unread]:
    """For each turn that is in no message, why not."""
    read = {name for message in messages for name in message.ids}
    current = current_turn(log, reader.name, reader.branch) if reader.contents == "none" else log
    in_turn = {event.id for event in current}
    seen = [event for event in current if not event.empty and visible(reader.branch, event.branch)]
    standing = {event.id for event in substitute(seen, reader.name)}

    def why(event: Event) -> Unread:
        if event.empty:
            return "empty"
        if not visible(reader.branch, event.branch):
            return "branch"
        if event.id not in in_turn:
            return "earlier"
        return "unpaired" if event.id in standing else "summarized"

    return {event.id: why(event) for event in log if event.id not in read and event.compaction is None}
