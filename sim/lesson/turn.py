"""One message of a lesson, with its weight and with what its author says that it proves or repeats."""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.lesson.calls import Call, Result
from sim.lesson.entries import Entry
from sim.lesson.quantities import Id, Seconds, Timestamp, TokenCount, Tokens
from sim.lesson.reader import Author, Branch

Role = Literal["system", "user", "assistant", "tool"]
TurnKind = Literal["instruction", "declaration", "state", "message", "call", "result"]
Storage = Literal["artifact", "state"]  # where a tool's result may be kept instead of the history


class Turn(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={"alternatives": "otherwise"},
):
    """One message or event of the session.

    - `id`: a word that names the turn, unique among the turns.
    - `role`: whose message it is.
    - `text`: what is said.
    - `tokens`: what the turn weighs, in teaching tokens.
    - `at`: when it arrives, in seconds; None: an even share of the duration.
    - `evidence`: the ids of the facts that this user's turn proves; only a user's turn may have any.
    - `records`: the ids of the facts that this tool's result records; only a result may have any.
    - `mentions`: the ids of the facts that it repeats without proving or recording them.
    - `author`: the agent's name, or "user"; None: "user" for a user's turn, "agent" for any other.
    - `branch`: the agent's branch, names joined by dots; empty: no branch.
    - `invocation`: the id of the invocation that it belongs to; None: a user's turn without results begins a new
      one, any other turn continues the one before.
    - `timestamp`: the time that a framework stamped on it, in seconds; several turns may share one. None: the time of
      arrival.
    - `kind`: what it is in the prompt; None: decided by its role, calls and results.
    - `calls`: the tool calls that it makes.
    - `results`: the tool results that it gives.
    - `prompt_tokens`: the size that a provider counted for the prompt that the turn answers, in teaching tokens; None:
      no count was recorded.
    - `untrimmed`: what a result weighed before it was trimmed at the source, in teaching tokens; None: it was not trimmed.
    - `alternatives`: by storage ("artifact", "state"), what a result would leave in the history if it were kept there,
      in teaching tokens; empty: unknown. In a file this field is called `otherwise`.
    - `closes`: the tickets that the turn closes.
    - `entries`: what the turn contributes to a structured summary.
    """

    id: Id
    role: Role
    text: str
    tokens: Tokens
    at: Seconds | None = None
    evidence: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    author: Author | None = None
    branch: Branch = ""
    invocation: Id | None = None
    timestamp: Timestamp | None = None
    kind: TurnKind | None = None
    calls: tuple[Call, ...] = ()
    results: tuple[Result, ...] = ()
    prompt_tokens: TokenCount | None = None
    untrimmed: Tokens | None = None
    alternatives: dict[Storage, Tokens] = {}
    closes: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()

    @property
    def by(self) -> str:
        """Who wrote it: the author given, or "user" for a user's turn and "agent" for any other."""
        return self.author or ("user" if self.role == "user" else "agent")

    @property
    def effective_kind(self) -> TurnKind:
        """The kind given, or else the one that follows from its role, calls and results."""
        if self.kind is not None:
            return self.kind
        if self.role == "system":
            return "instruction"
        if self.results or self.role == "tool":
            return "result"
        return "call" if self.calls else "message"

    @property
    def pinned(self) -> bool:
        """Whether no policy may ever remove the turn: every system turn is pinned."""
        return self.role == "system"

    @property
    def fixed(self) -> bool:
        """Whether every prompt repeats it: an instruction or a tool's declaration."""
        return self.effective_kind in ("instruction", "declaration")

    @property
    def facts(self) -> tuple[str, ...]:
        """The ids of the facts that occur in it, each once: what it proves or records also counts as mentioned."""
        return tuple(dict.fromkeys(self.evidence + self.records + self.mentions))

    def says(self, fact: str) -> bool:
        """Whether the fact occurs in the turn."""
        return fact in self.facts
