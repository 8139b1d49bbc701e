"""What one reader's requests weigh, call after call, without assembling the whole history each time.

A history can be cut where no call before the cut has a result after it, and each piece can be assembled by itself. So the
pieces are weighed once. A request is then the summaries, the pieces after them, and a short rest that is assembled: the
last piece from which anything is read, because there is a rule of its own for results that come last. A property test
checks that the sums are the same as those of `assemble` on the whole history.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache

from sim.adk.assemble import assemble, begins_turn, presented
from sim.adk.content import Content
from sim.adk.event import Event
from sim.adk.log import record, stream
from sim.adk.rearranging import paired, without_orphan_results
from sim.lesson.calls import Call, Result
from sim.lesson.reader import Reader
from sim.state.session import Session
from sim.state.summaries import NONE, Summaries


class ReaderView:
    """One reader's view of a session. Its only state is what it has already worked out."""

    def __init__(self, session: Session, reader: Reader) -> None:
        self.session, self.reader = session, reader
        self.events = stream(session).events
        self._first_call = _first_calls(self.events)
        self._cuts = _cuts(self.events)
        self._weights = [0]  # for each cut, what the messages before it weigh, in teaching tokens
        self._spoken = [
            0
        ]  # for each cut, the number of the last piece before it from which anything is read; 0 if none

    def messages(self, first: int, end: int) -> tuple[Content, ...]:
        """The messages of the events from number `first` to before number `end`, assembled by themselves."""
        return assemble(self.events[first:end], self.reader.name, self.reader.branch)

    def last_cut(self, end: int) -> int:
        """The number of the last event, up to `end`, before which the history can be cut."""
        return self._cuts[bisect_right(self._cuts, end) - 1]

    def is_cut(self, at: int) -> bool:
        """Whether the history can be cut before event number `at`."""
        return self.last_cut(at) == at

    def rest(self, end: int) -> tuple[int, int]:
        """The events (first, and end) whose last message is the last of all before event number `end`.

        It begins at a cut, and nothing is read of what follows it.
        """
        number = self._weigh(end)
        cut = self._cuts[number]
        if cut < end and self._speaks(self._presented(cut, end)):
            return cut, end
        spoken = self._spoken[number]
        return (self._cuts[spoken], self._cuts[spoken + 1]) if number else (0, 0)

    def weight(self, cut: int) -> int:
        """What the messages of the events before that cut weigh, in teaching tokens, if more messages come after it."""
        return self._weights[self._weigh(cut)]

    def _weigh(self, end: int) -> int:
        """The number of the last cut that is not after `end`. All pieces before it are weighed."""
        number = bisect_right(self._cuts, end) - 1
        while len(self._weights) <= number:
            k = len(self._weights)
            part = self._presented(self._cuts[k - 1], self._cuts[k])
            self._weights.append(self._weights[-1] + weight_of(paired(part, goes_on=True), NONE, self.session))
            self._spoken.append(k - 1 if self._speaks(part) else self._spoken[-1])
        return number

    def _presented(self, first: int, end: int) -> tuple[Content, ...]:
        return presented(self.events[first:end], self.reader.name, self.reader.branch)

    @staticmethod
    def _speaks(part: tuple[Content, ...]) -> bool:
        return bool(without_orphan_results(part))

    def history(self, summaries: Summaries, end: int) -> tuple[Content, ...]:
        """The messages of the events before number `end` and of the summaries, assembled as a whole.

        Only those of the current turn for a reader that reads nothing else.
        """
        if self.reader.contents == "none":
            return assemble(self._current(summaries, end), self.reader.name, self.reader.branch)
        # What lies before a cut within what is hidden without a gap is never read, nor any call of a result that is.
        first = self.last_cut(min(summaries.unbroken, end)) if summaries.unbroken > 0 else 0
        return assemble(log(summaries, self.session, end, first), self.reader.name, self.reader.branch)

    def _current(self, summaries: Summaries, end: int) -> tuple[Event, ...]:
        """The current turn's events before number `end`, with the records of the summaries in it."""
        recent = iter(reversed(summaries))
        summary = next(recent, None)
        found: list[Event] = []
        unmatched: set[str] = set()
        for k in range(end - 1, -1, -1):
            while summary is not None and self.session.unpinned_before(summary.written) > k:
                found.append(record(summary))
                if begins_turn(found[-1], unmatched, self._known(end), self.reader.name, self.reader.branch):
                    return tuple(reversed(found))
                summary = next(recent, None)
            found.append(self.events[k])
            if begins_turn(found[-1], unmatched, self._known(end), self.reader.name, self.reader.branch):
                return tuple(reversed(found))
        return ()

    def _known(self, end: int) -> _Known:
        return _Known(self._first_call, end)


class _Known:
    """The ids of the calls in the events before number `end`, as a container."""

    def __init__(self, first_call: dict[str, int], end: int) -> None:
        self._first_call, self._end = first_call, end

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._first_call.get(name, self._end) < self._end


def log(summaries: Summaries, session: Session, end: int, first: int = 0) -> tuple[Event, ...]:
    """The events from number `first` to before number `end`, with the record of each summary at the place where it was written."""
    events = stream(session).events
    entries: list[tuple[int, int, Event]] = [(session.unpinned[k], 0, events[k]) for k in range(first, end)]
    entries += [(one.written - 1, 1, record(one)) for one in summaries]
    return tuple(event for _, _, event in sorted(entries, key=lambda entry: entry[:2]))


def weight_of(messages: Iterable[Content], summaries: Summaries, session: Session) -> int:
    """What the messages weigh, in teaching tokens; each turn or summary counts once for each message that has it."""
    sizes: dict[str, int] | None = None
    total = 0
    for message in messages:
        for name in message.ids:
            if message.summary:
                sizes = sizes or {summary.id: summary.tokens for summary in summaries}
                total += sizes[name]
            else:
                total += session.turns[session.position[name]].tokens
    return total


@lru_cache(maxsize=32)
def view(session: Session, reader: Reader) -> ReaderView:
    """The reader's view of a session. It is remembered."""
    return ReaderView(session, reader)


def _first_calls(events: Iterable[Event]) -> dict[str, int]:
    first: dict[str, int] = {}
    for k, event in enumerate(events):
        for name in event.call_ids:
            first.setdefault(name, k)
    return first


def _cuts(events: tuple[Event, ...]) -> list[int]:
    """The numbers of the events before which the history can be cut; 0 is always one of them."""
    spans: dict[tuple[str, str], list[int]] = {}
    for k, event in enumerate(events):
        ends: tuple[Call | Result, ...] = (*event.calls, *event.results)
        for end in ends:
            # A result without an id may belong to any call of its tool, so all of them stay in one piece.
            key = ("id", end.id) if end.id else ("tool", end.tool)
            spans.setdefault(key, [k, k])[1] = k
    starts = [0] * (len(events) + 2)
    for first, last in spans.values():
        starts[first + 1] += 1
        starts[last + 1] -= 1
    cuts, crossing = [], 0
    for k in range(len(events) + 1):
        crossing += starts[k]
        if not crossing:
            cuts.append(k)
    return cuts
