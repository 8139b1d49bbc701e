"""A lesson as data: what is said, what each turn weighs, and which facts hang on it.

Annotations are data because the engine must not guess: there is no fact extractor here and
no truth detector, so a replay shows nothing that its author did not write down.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from sim import checks, decoding
from sim.calls import Call, Result
from sim.decoding import LIMIT_BYTES
from sim.entries import Entry
from sim.invalid import InvalidInput, shown
from sim.parameters import Offer
from sim.reader import Author, Branch, Reader
from sim.summarizer import Summarizer

FORMAT = "palimpsest/fixture"
VERSION = 1
FOLDER = Path(__file__).resolve().parent.parent / "fixtures"
SCHEMA = "fixture.schema.json"

Role = Literal["system", "user", "assistant", "tool"]
PolicyName = str  # one of those in the registry, which `checks` asks
Fidelity = Literal["preserve", "drop"]
Kind = Literal["instruction", "declaration", "state", "message", "call", "result"]
Means = Literal["artifact", "state"]  # where a tool's result may be kept instead of the history
StateValue = str | int | float | bool | None

# The pattern is for an author's editor; `checks` refuses more than a pattern can say.
Id = Annotated[str, Meta(min_length=1, max_length=64, extra_json_schema={"pattern": r"^\S+$"})]
Tokens = Annotated[int, Meta(ge=1, le=1_000_000, description="Teaching tokens: a fixed weight.")]
Budget = Annotated[int, Meta(ge=1, le=1_000_000_000, description="Teaching tokens.")]
Seconds = Annotated[float, Meta(gt=0, le=1_000_000_000, description="Seconds.")]
Timestamp = Annotated[float, Meta(ge=0, le=10_000_000_000, description="Seconds; several turns may share one.")]
Figure = Annotated[int, Meta(ge=0, le=1_000_000_000, description="Teaching tokens.")]
Share = Annotated[float, Meta(gt=0, le=1, description="A share of the budget.")]


class Turn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One message or event. `at` is in seconds; `evidence` and `mentions` are fact ids.

    `timestamp` (seconds) is what a framework stamped on it, its time of arrival if absent; it may
    be tied. `prompt_tokens` is what a provider counted for the prompt that the turn answers.
    `untrimmed` is what a result weighed before it was trimmed at the source, `otherwise` what would be
    left of it in the history if it were kept in an artifact or in the state. `closes` names
    tickets, `entries` what the turn gives to a structured summary.
    """

    id: Id
    role: Role
    text: str
    tokens: Tokens
    at: Seconds | None = None
    evidence: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    author: Author | None = None
    branch: Branch = ""
    invocation: Id | None = None
    timestamp: Timestamp | None = None
    kind: Kind | None = None
    calls: tuple[Call, ...] = ()
    results: tuple[Result, ...] = ()
    prompt_tokens: Figure | None = None
    untrimmed: Tokens | None = None
    otherwise: dict[Means, Tokens] = {}
    closes: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()

    @property
    def by(self) -> str:
        """Who wrote it: the author given, or "user" for a user's turn and "agent" for any other."""
        return self.author or ("user" if self.role == "user" else "agent")

    @property
    def sort(self) -> Kind:
        """Its kind: the one given, or what its role and its calls make it."""
        if self.kind is not None:
            return self.kind
        if self.role == "system":
            return "instruction"
        if self.results or self.role == "tool":
            return "result"
        return "call" if self.calls else "message"

    @property
    def pinned(self) -> bool:
        """Whether no policy may ever remove the turn: the system's instructions stay."""
        return self.role == "system"

    def says(self, fact: str) -> bool:
        """Whether the fact occurs in the turn; to be evidence for it is to mention it."""
        return fact in self.mentions or fact in self.evidence


class Paraphrase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one more summary leaves of a fact; empty for nothing. `answers`: the exact answer can still be read from it."""

    text: str
    answers: bool = False


class Fact(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that the agent may later have to prove; `answer` is its exact wording.

    `ladder` says what each further summary leaves of it, the first summary's paraphrase first.
    A step equal to `statement` carries it verbatim. `ticket` is what the fact is pinned for.
    """

    id: Id
    statement: str
    answer: str
    critical: bool = False
    ladder: tuple[Paraphrase, ...] = ()
    ticket: Id | None = None


class Probe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question written from the early turns, its exact answer, and the fact that it needs."""

    id: Id
    question: str
    answer: str
    fact: str


class Defaults(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings with which the lesson opens."""

    budget: Budget
    policy: PolicyName
    fidelity: Fidelity


class Fixture(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={"schema": "$schema"},
):
    """A whole lesson; `duration` is in seconds, `schema` is for an author's editor alone.

    `parameters` holds what is offered of each policy's parameters, by policy and by name.
    `state` and `artifacts` (absent: no artifact service) fill an instruction's placeholders.
    `reserve` (teaching tokens) is kept free for the answer, `alert` is the share of the budget
    from which a window counts as filling up, and `readers` are the agents that share the session.
    """

    schema: str | None = None
    format: Literal["palimpsest/fixture"]
    version: Literal[1]
    id: Id
    title: str
    about: str
    duration: Seconds
    turns: tuple[Turn, ...]
    facts: tuple[Fact, ...]
    probes: tuple[Probe, ...]
    budgets: Annotated[tuple[Budget, ...], Meta(min_length=1)]
    policies: Annotated[tuple[PolicyName, ...], Meta(min_length=1)]
    defaults: Defaults
    parameters: dict[PolicyName, dict[str, Offer]] = {}
    summarizer: Summarizer = Summarizer()
    state: dict[str, StateValue] = {}
    artifacts: dict[str, str] | None = None
    readers: tuple[Reader, ...] = ()
    reserve: Figure = 0
    alert: Share = 0.65

    @property
    def arrivals(self) -> tuple[float, ...]:
        """When each turn arrives, in seconds: its own `at`, or an even share of the duration."""
        share = len(self.turns)
        return tuple(
            # The last even share can round to just past the end.
            min(k * self.duration / share, self.duration) if turn.at is None else turn.at
            for k, turn in enumerate(self.turns, 1)
        )

    @property
    def timestamps(self) -> tuple[float, ...]:
        """What is stamped on each turn, in seconds: its own timestamp, or when it arrives."""
        return tuple(
            at if turn.timestamp is None else turn.timestamp for turn, at in zip(self.turns, self.arrivals)
        )


def load(data: bytes, source: str = "fixture") -> Fixture:
    """The lesson in `data`; InvalidInput names `source`, the field and the value otherwise."""
    data = decoding.text_of(data, source)
    decoding.expect(decoding.header_of(data, source), FORMAT, VERSION, source)
    fixture = decoding.decode(data, Fixture, source)
    checks.check(fixture, source)
    return fixture


def lessons() -> dict[str, Path]:
    """The bundled lessons: ids to files, in the order of the ids."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.json")) if path.name != SCHEMA}


def find(lesson: str) -> Fixture:
    """The lesson of that id or in that file; InvalidInput if there is none or it is bad."""
    bundled = lessons().get(lesson)
    if bundled is None and not os.path.exists(lesson):
        offered = ", ".join(lessons())
        raise InvalidInput(lesson, "LESSON", shown(lesson), f"neither a file nor a bundled lesson ({offered})")
    return load(read(bundled or Path(lesson)), str(bundled or lesson))


def read(path: Path) -> bytes:
    """The bytes of a file; InvalidInput if it cannot be read or is larger than the limit."""
    source = str(path)
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > LIMIT_BYTES:
                raise decoding.too_large(size, source)
            return file.read(LIMIT_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, InvalidInput):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidInput(source, "the file", shown(source), f"which cannot be read: {reason.lower()}") from None


def encode(fixture: Fixture) -> bytes:
    """The lesson as JSON: two spaces deep, with a line break at the end."""
    return msgspec.json.format(msgspec.json.encode(fixture), indent=2) + b"\n"


def schema() -> dict[str, Any]:
    """The JSON Schema of a fixture, generated from the types above and the registry of policies."""
    from sim.policies import POLICIES  # the policies are written in terms of turns, so they come later

    generated = msgspec.json.schema(Fixture)
    of = {name: definition["properties"] for name, definition in generated["$defs"].items()}
    for policy in (of["Fixture"]["policies"]["items"], of["Defaults"]["policy"]):
        policy["enum"] = list(POLICIES)
    # Which names and values each policy's parameters may have, for an author's editor.
    of["Fixture"]["parameters"] = {
        "type": "object",
        "default": {},
        "additionalProperties": False,
        "properties": {
            name: {
                "type": "object",
                "additionalProperties": False,
                "properties": {parameter.name: parameter.schema() for parameter in policy.parameters},
            }
            for name, policy in POLICIES.items()
        },
    }
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Palimpsest fixture", **generated}
