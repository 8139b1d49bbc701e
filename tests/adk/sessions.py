"""Makes the sessions for the comparison as neutral data, which uses neither the package's types nor the engine's.

An `Event` contains what the package would be given. A text is a mark that names the event, filled up to a number of characters.
So the sources of a request can be read from its texts, and a session stays small in JSON.

`session` and the `*_case` functions make sessions from choices. The choices come from Hypothesis, which can shrink them, or from
a seed, which gives the same sessions on every machine and with every version of Hypothesis.

Some things are left out because the engine has nothing like them: rewinds, isolation scopes, workflow nodes, transcriptions,
media parts, thoughts, tool confirmations and credential requests, branches of tools, and calls and results in the same event.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

T = TypeVar("T")

USER = "user"
AGENTS = ("root", "ann", "bob")
BRANCHES = (None, None, "root", "root.ann", "root.bob", "root.ann.deep", "root.annex")


@dataclass(frozen=True, kw_only=True)
class Call:
    """A tool call. `size` is the length of its arguments as JSON."""

    id: str | None = None
    name: str = "look"
    size: int = 24


@dataclass(frozen=True, kw_only=True)
class Result:
    """A tool's result for the call with that id. Without an id, it is for a call with that name."""

    id: str | None = None
    name: str = "look"
    size: int = 24


@dataclass(frozen=True, kw_only=True)
class Summary:
    """An earlier compaction: the range of times that it hides, and the length of its text."""

    start: float
    end: float
    size: int = 12


@dataclass(frozen=True, kw_only=True)
class Event:
    """One event of a session. `text` is the length of its text, or 0 without a text."""

    id: str
    author: str = USER
    invocation: str = "i1"
    at: float = 1
    branch: str | None = None
    text: int = 0
    calls: tuple[Call, ...] = ()
    results: tuple[Result, ...] = ()
    long_running: tuple[str, ...] = ()
    prompt_tokens: int | None = None
    summary: Summary | None = None

    @property
    def role(self) -> str:
        """The role that the package records for the event's content."""
        return "user" if self.author == USER or self.results else "model"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """A policy with its numbers, and the agent that reads the request afterwards.

    `before_call` says that the tokens are checked before that agent's next model call, and otherwise after the invocation.
    `summary` is the length of the summarizer's text.
    """

    policy: str
    threshold: int | None = None
    retention: int | None = None
    interval: int | None = None
    overlap: int | None = None
    before_call: bool = False
    agent: str = "root"
    branch: str | None = None
    summary: int = 12


@dataclass(frozen=True, kw_only=True)
class Reader:
    """The agent that reads a request, and whether it reads the whole history or only the current turn."""

    agent: str = "root"
    branch: str | None = None
    include: str = "default"


Session = tuple[Event, ...]


# --- texts ------------------------------------------------------------------------------------------------------------


def filled(mark: str, size: int) -> str:
    """A text of that many characters that begins with its source's name. It is never shorter than the name."""
    return f"@{mark};".ljust(size, "x")


def text_of(event: Event) -> str:
    """The text of an event, or of the summary in it."""
    return filled(event.id, event.text if event.summary is None else event.summary.size)


def arguments_of(event: Event, number: int) -> dict[str, str]:
    """The arguments of an event's call. `json.dumps` writes them with `size` characters."""
    return {"x": filled(f"{event.id}>{number}", event.calls[number].size - 9)}


def answer_of(event: Event, number: int) -> dict[str, str]:
    """A tool's answer. `json.dumps` writes it with `size` characters."""
    return {"x": filled(f"{event.id}<{number}", event.results[number].size - 9)}


# --- JSON -------------------------------------------------------------------------------------------------------------


def packed(value: Any) -> Any:
    """A value of the types above as small JSON. Fields with their default values are omitted."""
    if isinstance(value, tuple):
        return [packed(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        said = ((field, getattr(value, field.name)) for field in fields(value))
        return {field.name: packed(it) for field, it in said if it != field.default}
    return value


def unpacked(events: list[dict[str, Any]]) -> Session:
    """The session that `packed` wrote."""
    of: dict[str, Callable[[Any], Any]] = {
        "calls": lambda calls: tuple(Call(**call) for call in calls),
        "results": lambda results: tuple(Result(**result) for result in results),
        "long_running": tuple,
        "summary": lambda summary: Summary(**summary),
    }
    return tuple(Event(**{key: of.get(key, lambda it: it)(value) for key, value in event.items()}) for event in events)


# --- choices ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choices:
    """The source of the whole numbers from which a session is made. The smallest number gives the simplest session."""

    number: Callable[[int, int], int]

    @classmethod
    def seeded(cls, seed: int) -> Choices:
        """Choices that are always the same for the same seed."""
        source = random.Random(seed)
        # `randint` is not used, because Python does not promise the same numbers in every version.
        return cls(lambda least, most: least + int(source.random() * (most - least + 1)))

    def chance(self, percent: int) -> bool:
        """True in that many of a hundred cases."""
        return self.number(0, 99) >= 100 - percent

    def one(self, of: Sequence[T]) -> T:
        """One element. The first is the simplest."""
        return of[self.number(0, len(of) - 1)]


def session(choices: Choices, *, most: int = 26) -> Session:
    """A session. Most are like an agent's real sessions, but some have their events in any order."""
    making = _Making(choices)
    for _ in range(1 + choices.number(0, 5)):
        making.invocation(wild=choices.chance(12))
        if choices.chance(24):
            making.summary()
    return tuple(making.events[:most])


def settings(choices: Choices, policy: str) -> Settings:
    """A policy's numbers. They are small, so that they have an effect in a small session."""
    made = Settings(policy=policy, summary=8 + choices.number(0, 60))
    if policy in ("token", "both"):
        made = replace(made, threshold=choices.one((60, 1, 30, 100, 150)), retention=choices.number(0, 6))
    if policy in ("sliding", "both"):
        made = replace(made, interval=1 + choices.number(0, 3), overlap=choices.number(0, 3))
    if policy == "token" and choices.chance(50):
        made = replace(made, before_call=True)
    if choices.chance(30):
        made = replace(made, agent=choices.one(AGENTS), branch=choices.one(BRANCHES))
    return made


def reader(choices: Choices) -> Reader:
    """Any reader of a request."""
    include = "none" if choices.chance(50) else "default"
    return Reader(agent=choices.one(AGENTS), branch=choices.one(BRANCHES), include=include)


class _Making:
    """The session so far, on which the next event depends."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.events: list[Event] = []
        self.clock = 10
        self.invocations = 0
        self.ids = 0
        self.open: list[tuple[str, Call]] = []  # calls without a result yet, each with its agent
        self.several = choices.chance(40)  # whether there are several agents
        self.branched = choices.chance(35)
        self.nameless = choices.chance(15)  # whether calls may have no id
        self.reused = choices.chance(15)  # whether an id may be used twice
        self.counted = choices.number(0, 2)  # counts are recorded always (0), sometimes (1) or never (2)

    def add(self, **what: Any) -> None:
        """Add an event. Its time is mostly later than that of the event before, sometimes equal, and rarely earlier."""
        step = self.choices.number(0, 19)
        self.clock += -1 if step == 19 else 0 if step >= 16 else 1 + step % 2
        number = len(self.events) + 1
        event = Event(id=f"e{number}", invocation=f"i{self.invocations}", at=self.clock, **what)
        self.events.append(event)

    def invocation(self, *, wild: bool) -> None:
        """Add a question and the agents' reactions to it."""
        self.invocations += 1
        if wild:
            for _ in range(self.choices.number(1, 5)):
                self.choices.one((self.asked, self.said, self.called, self.answered, self.empty))()
            return
        if not self.choices.chance(6):
            self.asked()
        for _ in range(self.choices.number(0, 3)):
            step = self.choices.number(0, 9)
            if step <= 3:
                self.said()
            elif step <= 8:
                self.called()
                if self.choices.chance(10):
                    self.said()
                if not self.choices.chance(18):
                    self.answered()
                if self.choices.chance(5):
                    self.reported()
            else:
                self.empty()
        if self.choices.chance(60):
            self.said()

    def place(self, author: str) -> dict[str, Any]:
        """The author and the branch of an event."""
        branch = self.choices.one(BRANCHES) if self.branched and self.choices.chance(40) else None
        return {"author": author, "branch": branch}

    def agent(self) -> str:
        return self.choices.one(AGENTS) if self.several else AGENTS[0]

    def size(self) -> int:
        return 8 + self.choices.number(0, 40) * (6 if self.choices.chance(10) else 1)

    def counts(self) -> dict[str, Any]:
        """The tokens of the prompt, if the model's answer reports them."""
        said = self.counted == 0 or (self.counted == 1 and self.choices.chance(30))
        return {"prompt_tokens": self.choices.number(0, 180)} if said else {}

    def asked(self) -> None:
        self.add(**self.place(USER), text=self.size())

    def said(self) -> None:
        self.add(**self.place(self.agent()), text=self.size(), **self.counts())

    def empty(self) -> None:
        """Add an event that changed the state and has no content."""
        self.add(**self.place(self.agent() if self.choices.chance(70) else USER))

    def called(self) -> None:
        """Add one call or several calls at once, sometimes with a text before them."""
        author = self.agent()
        calls: list[Call] = []
        for _ in range(1 if self.choices.chance(70) else self.choices.number(1, 3)):
            self.ids += 1
            given: str | None = f"c{self.ids}"
            if self.nameless and self.choices.chance(60):
                given = None
            elif self.reused and self.choices.chance(60):
                given = f"c{self.choices.number(1, self.ids)}"
            if any(call.id == given for call in calls) and not self.choices.chance(10):
                continue  # an id twice in one event is possible but very rare
            call = Call(id=given, name=self.choices.one(("look", "find")), size=self.argument())
            calls.append(call)
        if not calls:
            return
        lasting = tuple(call.id for call in calls if call.id and self.choices.chance(12))
        text = self.size() if self.choices.chance(12) else 0
        self.open += [(author, call) for call in calls]
        what = {"text": text, "calls": tuple(calls), "long_running": lasting}
        self.add(**self.place(author), **what, **self.counts())

    def argument(self) -> int:
        return 20 + self.choices.number(0, 30)

    def answered(self) -> None:
        """Add results of open calls: all in one event or each in its own, sometimes only a part, sometimes one without a call."""
        waiting, later = self.open, []
        if self.choices.chance(12):
            keep = self.choices.number(0, len(waiting))
            waiting, later = waiting[:keep], waiting[keep:]
        self.open = later
        if self.choices.chance(4):
            waiting = [*waiting, (self.agent(), Call(id=f"c{90 + self.choices.number(0, 2)}"))]
        if not waiting:
            return
        apart = self.choices.chance(25)
        groups = [[one] for one in waiting] if apart else [waiting]
        for group in groups:
            author = USER if self.choices.chance(10) else group[0][0]
            again = self.choices.chance(8)  # whether these calls get another result later
            results = tuple(Result(id=call.id, name=call.name, size=self.argument()) for _, call in group)
            text = self.size() if self.choices.chance(5) else 0
            self.add(**self.place(author), text=text, results=results)
            if again:
                self.open += group

    def reported(self) -> None:
        """Add a second answer of a long-running tool to its last call, after some other events."""
        last = next((event for event in reversed(self.events) if event.results), None)
        if last is None:
            return
        for _ in range(self.choices.number(0, 2)):
            self.choices.one((self.said, self.said, self.said, self.asked, self.called))()
        kept = last.results[: self.choices.number(1, len(last.results))]
        results = tuple(replace(result, size=self.argument()) for result in kept)
        author = last.author if not self.choices.chance(10) else USER
        self.add(**self.place(author), results=results)

    def summary(self) -> None:
        """Add an earlier compaction: of the events since the last one, of the same or an earlier range, or of any range."""
        times = [event.at for event in self.events if event.summary is None]
        earlier = [event.summary for event in self.events if event.summary is not None]
        if not times:
            return
        kind = self.choices.number(0, 9)
        start, end = times[0], times[self.choices.number(0, len(times) - 1)]
        if earlier and kind <= 3:
            after = [at for at in times if at > earlier[-1].end] or times
            start, end = after[0], after[self.choices.number(0, len(after) - 1)]
        elif earlier and kind == 4:
            start, end = earlier[-1].start, earlier[-1].end
        elif earlier and kind == 5:
            before = [at for at in times if at < earlier[-1].start] or times
            start, end = before[0], before[self.choices.number(0, len(before) - 1)]
        elif kind >= 6:
            start, end = times[self.choices.number(0, len(times) - 1)], times[self.choices.number(0, len(times) - 1)]
            if start > end and not self.choices.chance(5):
                start, end = end, start
        size = 8 + self.choices.number(0, 40) * (8 if self.choices.chance(10) else 1)
        made = Summary(start=start, end=end, size=size)
        event = Event(id=f"k{len(self.events) + 1}", invocation=f"k{len(self.events) + 1}", at=self.clock, summary=made)
        self.events.append(event)


# --- Hypothesis -------------------------------------------------------------------------------------------------------


def drawn(make: Callable[..., T], *arguments: Any) -> Any:
    """A Hypothesis strategy for the results of `make(choices, ...)`."""
    from hypothesis import strategies as st  # imported here, because seeded choices do not need Hypothesis

    numbers: dict[tuple[int, int], Any] = {}

    @st.composite
    def made(draw: Any) -> T:
        def number(least: int, most: int) -> int:
            if (least, most) not in numbers:
                numbers[least, most] = st.integers(least, most)
            return int(draw(numbers[least, most]))

        return make(Choices(number), *arguments)

    return made()


def compaction_case(choices: Choices, policy: str) -> tuple[Settings, Session]:
    """A policy and a session for the comparison."""
    return settings(choices, policy), session(choices)


def assembly_case(choices: Choices) -> tuple[Reader, Session]:
    """A reader and a session for the comparison."""
    return reader(choices), session(choices)
