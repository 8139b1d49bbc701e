"""What an agent reads of the session, message by message, and why it does not read the other turns."""

from __future__ import annotations

from sim.describe import words
from sim.lesson.reader import Reader
from sim.prompt.request import Message, Request

_UNREAD = {
    "empty": "nothing in it to read",
    "branch": "on another branch",
    "earlier": "before the current turn",
    "summarized": "covered by a summary",
    "unpaired": "a call or a result without its partner",
    "evicted": "evicted",
    "elsewhere": "in another agent's own context",
}


def reader(reader: Reader) -> str:
    """Who reads, on which branch, and how much."""
    branch = f"on the branch {reader.branch}" if reader.branch else "on no branch of its own"
    reads = "the current turn alone" if reader.contents == "none" else "the history"
    return f"{reader.name}, {branch}, reads {reads}"


def message(message: Message) -> str:
    """One message: whose it is, what is in it, what it weighs."""
    if message.missing:
        return f"system: {words.names(message.ids)} cannot be sent: there is no value for {message.missing}."
    what = f"the summary {words.names(message.ids)}" if message.summary else words.names(message.ids)
    quoted = f", quoting {message.quoted}" if message.quoted else ""
    return f"{message.role}: {what}{quoted} ({message.tokens})."


def request(request: Request) -> tuple[str, ...]:
    """The whole request, one line for each message, and then what is not read and why."""
    lines = [f"{reader(request.reader)}: {words.tokens(request.tokens)}."]
    lines += [message(one) for one in request.messages]
    for reason in dict.fromkeys(request.unread.values()):
        ids = tuple(name for name, why in request.unread.items() if why == reason)
        lines.append(f"Not read: {words.names(ids)} ({_UNREAD[reason]}).")
    return tuple(lines)
