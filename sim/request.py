"""The request that one agent would send, seen as a view of the shared session.

Several agents write into one session, and each reads it in its own way: its branch, its own turns as its
own, the others' as quotations. Source of the rules: google-adk 2.13.0, as `sim.adk.assemble` has them; its
session is never evicted from, so only summaries take anything out of this view.

A flaw that it shows on purpose: the record of a summary counts as the beginning of a turn, so right after a
compaction an agent that reads the current turn alone reads the summary, and the user's request is gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from sim.adk.assemble import assemble, current_turn, visible
from sim.adk.event import Event
from sim.adk.ranges import substitute
from sim.instruction import MissingValue, NoArtifacts, resolve
from sim.log import events, record
from sim.reader import Reader

if TYPE_CHECKING:
    from sim.context import Context
    from sim.replay import Frame

Unread = Literal["empty", "branch", "earlier", "summarized", "unpaired"]


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """One message: the ids of the turns or the summary in it, and their teaching tokens.

    `quoted` names the agent whose turn is quoted as a user's. An instruction's `text` has its placeholders
    filled in, or is None where `missing` names what could not be.
    """

    role: Literal["system", "user", "model"]
    ids: tuple[str, ...]
    tokens: int
    quoted: str = ""
    summary: bool = False
    text: str | None = None
    missing: str | None = None


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What the reader reads, in order, and why it does not read the other turns that have arrived (by id)."""

    reader: Reader
    messages: tuple[Message, ...]
    unread: dict[str, Unread]

    @property
    def tokens(self) -> int:
        """What all of it weighs."""
        return sum(message.tokens for message in self.messages)


def request(frame: Frame, reader: Reader) -> Request:
    """The reader's request at a frame: its instructions, and its view of everything else that has arrived."""
    return reading(frame.context, reader)


def reading(context: Context, reader: Reader) -> Request:
    """The same of a context, before there is a frame of it."""
    log = _log(context)
    weights = {event.id: event.size for event in log}
    messages = [
        Message(
            role=content.role,
            ids=content.ids,
            tokens=sum(weights[name] for name in content.ids),
            quoted=content.quoted,
            summary=content.summary,
        )
        for content in assemble(log, reader.name, reader.branch, reader.contents)
    ]
    return Request(
        reader=reader, messages=(*_instructions(context, reader), *messages), unread=_unread(log, reader, messages)
    )


def _log(context: Context) -> tuple[Event, ...]:
    """Everything that has arrived, with the record of each summary where it was written."""
    entries = [(k, 0, event) for k, event in _arrived(context)]
    entries += [(one.written - 1, 1, record(one)) for one in context.summaries]
    return tuple(event for _, _, event in sorted(entries, key=lambda entry: entry[:2]))


def _arrived(context: Context) -> list[tuple[int, Event]]:
    """The turns that are events, each with its position."""
    session = context.session
    positions = session.loose[: session.loose_before(context.arrived)]
    return list(zip(positions, events(session, positions)))


def _instructions(context: Context, reader: Reader) -> tuple[Message, ...]:
    """The system's turns for the reader: those of no author, or of its own, on its branch."""
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
    """Why each turn that is in no message is not."""
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
