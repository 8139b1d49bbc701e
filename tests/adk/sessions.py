"""Sessions to compare on, as neutral data: neither the package's types nor the engine's.

An `Event` says what the package would be given. Texts are a mark that names the event, filled up to a number of
characters, so a request that was built from them can be read back to its sources, and a session stays small in JSON.

`session` and `case` make sessions from choices. The choices come from Hypothesis, which shrinks them, or from a seed,
which gives the same sessions on every machine and under every version of Hypothesis.

Left out, because the engine has nothing like them: rewinds, isolation scopes, workflow nodes, transcriptions, media
parts, thoughts, tool confirmations and credential requests, branches of tools, calls and results in one event.
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
    """A tool call; `size` is how long its arguments are as JSON."""

    id: str | None = None
    name: str = "look"
    size: int = 24


@dataclass(frozen=True, kw_only=True)
class Result:
    """A tool's result, for the call of that id, or of that name where it has none."""

    id: str | None = None
    name: str = "look"
    size: int = 24


@dataclass(frozen=True, kw_only=True)
class Summary:
    """An earlier compaction: the range that it hides, and how long its text is."""

    start: float
    end: float
    size: int = 12


@dataclass(frozen=True, kw_only=True)
class Event:
    """One event of a session. `text` is how long its text is: 0 for none."""

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
        """The role of the event's content, as the package records it."""
        return "user" if self.author == USER or self.results else "model"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """A policy with its numbers, and who reads the request afterwards.

    `before_call` says when the tokens are checked: before that agent's next model call, or after the invocation.
    `summary` is how long the text is that the summarizer gives.
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
    """Who reads a request, and whether the whole history or the current turn."""

    agent: str = "root"
    branch: str | None = None
    include: str = "default"


Session = tuple[Event, ...]


# --- texts ------------------------------------------------------------------------------------------------------------


def filled(mark: str, size: int) -> str:
    """A text of that many characters that names its source; never shorter than the name."""
    return f"@{mark};".ljust(size, "x")


def text_of(event: Event) -> str:
    """The text of an event that has one, or of the summary that it carries."""
    return filled(event.id, event.text if event.summary is None else event.summary.size)


def arguments_of(event: Event, number: int) -> dict[str, str]:
    """The arguments of an event's call: `size` characters as `json.dumps` writes them."""
    return {"x": filled(f"{event.id}>{number}", event.calls[number].size - 9)}


def answer_of(event: Event, number: int) -> dict[str, str]:
    """What a tool answered: `size` characters as `json.dumps` writes them."""
    return {"x": filled(f"{event.id}<{number}", event.results[number].size - 9)}


# --- JSON -------------------------------------------------------------------------------------------------------------


def packed(value: Any) -> Any:
    """A value of the types above as small JSON: what is not said has its default."""
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
    """What makes a session: whole numbers from somewhere. The least is the plainest."""

    number: Callable[[int, int], int]

    @classmethod
    def seeded(cls, seed: int) -> Choices:
        """The same choices for the same seed, always."""
        source = random.Random(seed)
        # Not `randint`, whose way from bits to a number no version promises.
        return cls(lambda least, most: least + int(source.random() * (most - least + 1)))

    def chance(self, percent: int) -> bool:
        """Yes, that often."""
        return self.number(0, 99) >= 100 - percent

    def one(self, of: Sequence[T]) -> T:
        """One of them; the first is the plainest."""
        return of[self.number(0, len(of) - 1)]


def session(choices: Choices, *, most: int = 26) -> Session:
    """A session: mostly as an agent would leave it, now and then in any order at all."""
    making = _Making(choices)
    for _ in range(1 + choices.number(0, 5)):
        making.invocation(wild=choices.chance(12))
        if choices.chance(24):
            making.summary()
    return tuple(making.events[:most])


def settings(choices: Choices, policy: str) -> Settings:
    """A policy's numbers, small enough that they matter in a small session."""
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
    """Someone who reads a request."""
    include = "none" if choices.chance(50) else "default"
    return Reader(agent=choices.one(AGENTS), branch=choices.one(BRANCHES), include=include)


class _Making:
    """The session so far: what the next event depends on."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.events: list[Event] = []
        self.clock = 10
        self.invocations = 0
        self.ids = 0
        self.open: list[tuple[str, Call]] = []  # calls that wait for a result, with their agent
        self.several = choices.chance(40)  # agents
        self.branched = choices.chance(35)
        self.nameless = choices.chance(15)  # calls without ids
        self.reused = choices.chance(15)  # ids given out twice
        self.counted = choices.number(0, 2)  # 0: counts recorded, 1: now and then, 2: never

    def add(self, **what: Any) -> None:
        """One more event, at the clock's time: mostly later than the one before."""
        step = self.choices.number(0, 19)
        self.clock += -1 if step == 19 else 0 if step >= 16 else 1 + step % 2
        number = len(self.events) + 1
        event = Event(id=f"e{number}", invocation=f"i{self.invocations}", at=self.clock, **what)
        self.events.append(event)

    def invocation(self, *, wild: bool) -> None:
        """A question, and what the agents do about it."""
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
        """Who, and where."""
        branch = self.choices.one(BRANCHES) if self.branched and self.choices.chance(40) else None
        return {"author": author, "branch": branch}

    def agent(self) -> str:
        return self.choices.one(AGENTS) if self.several else AGENTS[0]

    def size(self) -> int:
        return 8 + self.choices.number(0, 40) * (6 if self.choices.chance(10) else 1)

    def counts(self) -> dict[str, Any]:
        """The prompt's tokens, which a model's answer may report."""
        said = self.counted == 0 or (self.counted == 1 and self.choices.chance(30))
        return {"prompt_tokens": self.choices.number(0, 180)} if said else {}

    def asked(self) -> None:
        self.add(**self.place(USER), text=self.size())

    def said(self) -> None:
        self.add(**self.place(self.agent()), text=self.size(), **self.counts())

    def empty(self) -> None:
        """An event that changed state and says nothing."""
        self.add(**self.place(self.agent() if self.choices.chance(70) else USER))

    def called(self) -> None:
        """One call, or several at once; perhaps with words before it."""
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
                continue  # twice in one event hardly ever happens
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
        """Results of calls that wait: all in one event, one an event, some of them, or one that nobody asked for."""
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
            again = self.choices.chance(8)  # there will be another result
            results = tuple(Result(id=call.id, name=call.name, size=self.argument()) for _, call in group)
            text = self.size() if self.choices.chance(5) else 0
            self.add(**self.place(author), text=text, results=results)
            if again:
                self.open += group

    def reported(self) -> None:
        """A tool that takes long answers once more for the call that it answered last, with words between."""
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
        """An earlier compaction: of what came since the last one, of its range and more, or of any range."""
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
    """A Hypothesis strategy of what `make(choices, ...)` makes."""
    from hypothesis import strategies as st  # what is seeded needs no Hypothesis

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
    """A policy and a session to compare on."""
    return settings(choices, policy), session(choices)


def assembly_case(choices: Choices) -> tuple[Reader, Session]:
    """A reader and a session to compare on."""
    return reader(choices), session(choices)
