"""One message of a request while it is assembled, divided into parts that pairing can move."""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.adk.event import Event
from sim.lesson.calls import Call, Result

ContentRole = Literal["user", "model"]


class Part(msgspec.Struct, frozen=True):
    """A text, a call or a result.

    - `source`: the id of the event that it came from.
    - `text`: the text; empty: it is not a text.
    - `call`: the call; None: it is not a call.
    - `result`: the result; None: it is not a result.
    """

    source: str
    text: str = ""
    call: Call | None = None
    result: Result | None = None


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """One message.

    - `role`: whose message it is.
    - `parts`: its parts, in order.
    - `author`: who wrote its event: an agent's name or "user".
    - `invocation`: the invocation of its event; empty: none.
    - `quoted`: the name of the other agent whose turn it quotes; empty: it is not a quotation.
    - `summary`: whether it is a summary.
    """

    role: ContentRole
    parts: tuple[Part, ...]
    author: str
    invocation: str = ""
    quoted: str = ""
    summary: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the events whose parts are in it, each once, in order."""
        return tuple(dict.fromkeys(part.source for part in self.parts))

    @property
    def calls(self) -> tuple[Call, ...]:
        """Its calls, in order, quoted or not."""
        return tuple(part.call for part in self.parts if part.call is not None)

    @property
    def results(self) -> tuple[Result, ...]:
        """Its results, in order, quoted or not."""
        return tuple(part.result for part in self.parts if part.result is not None)

    @property
    def own_calls(self) -> tuple[Call, ...]:
        """The calls that a result may answer; none in a quotation, which is only text."""
        return () if self.quoted else self.calls

    @property
    def own_results(self) -> tuple[Result, ...]:
        """The results that need their call; none in a quotation, which is only text."""
        return () if self.quoted else self.results

    @property
    def text(self) -> bool:
        """Whether it has any text."""
        return any(part.text for part in self.parts)

    def of(self, parts: tuple[Part, ...]) -> Content:
        """The same message with these parts."""
        return self if parts == self.parts else msgspec.structs.replace(self, parts=parts)


def content(event: Event) -> Content:
    """The event as a message of the agent's own history: text, then calls, then results."""
    parts: tuple[Part, ...] = (Part(event.id, text=event.text),) if event.text else ()
    parts += tuple(Part(event.id, call=call) for call in event.calls)
    parts += tuple(Part(event.id, result=result) for result in event.results)
    return Content(
        role="user" if event.results or (event.author == "user" and not event.compaction) else "model",
        parts=parts,
        author=event.author,
        invocation=event.invocation,
        summary=event.compaction is not None,
    )


def quoted(event: Event) -> Content:
    """The event as another agent reads it: a user's message that quotes it by name and whose parts are not paired."""
    return msgspec.structs.replace(content(event), role="user", quoted=event.author)
