"""A replay and a comparison as lines of plain text, for the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim import describe
from sim.comparison import Cell
from sim.context import Summary
from sim.describe import words
from sim.fixture import Fixture, Turn
from sim.replay import Frame, Replay
from sim.retention import retention

# A context of thousands of turns would make a table of millions of words.
MOST_ITEMS = 12


def plain(text: str) -> str:
    """The text on one line, with nothing in it that a terminal would act on."""
    return "".join(c if c.isprintable() else " " for c in text)


def replayed(replay: Replay, seconds: float) -> Iterator[str]:
    """The lesson, a table of its frames, and the state at that moment, in seconds."""
    fixture, frame = replay.fixture, replay.at(seconds)
    yield f"{plain(fixture.title)}: {describe.contents(fixture)}"
    yield describe.settings(replay.settings)
    if emptiness := describe.emptiness(fixture):
        yield emptiness
    yield ""
    rows: list[tuple[str, ...]] = [("at", "arrived", "tokens", "context", "what the policy did")]
    rows += [_row(frame) for frame in replay.frames]
    yield from _table(rows)
    yield ""
    yield from _state(frame, replay, seconds)
    yield ""
    yield describe.STATEMENT


def surveyed(fixture: Fixture, cells: Sequence[Cell], seconds: float) -> Iterator[str]:
    """Every choice of settings at that moment, in seconds, a line each."""
    yield f"{plain(fixture.title)} at {words.seconds(seconds)}"
    if emptiness := describe.emptiness(fixture):
        yield emptiness
    yield ""
    facts = tuple(fact.id for fact in fixture.facts)
    rows: list[tuple[str, ...]] = [("policy", "budget", "tokens", "turns retained", *facts)]
    for cell in cells:
        over = " (over)" if cell.over_budget else ""
        rows.append(
            (
                describe.policy(cell.settings),
                str(cell.settings.budget),
                f"{cell.tokens}{over}",
                str(cell.retained),
                *(_standing(cell, fact) for fact in facts),
            )
        )
    yield from _table(rows)


def _row(frame: Frame) -> tuple[str, ...]:
    arrived = f"{frame.arrived.id} ({frame.arrived.role})" if frame.arrived else "nothing"
    if len(frame.context) > MOST_ITEMS:
        context = words.counted(len(frame.context), "item")
    else:
        context = " ".join(frame.context.ids) or "empty"
    did = describe.operations(frame) if frame.operations or frame.before > frame.settings.budget else ""
    return f"{words.number(frame.seconds)} s", arrived, str(frame.tokens), context, did


def _state(frame: Frame, replay: Replay, seconds: float) -> Iterator[str]:
    standings = frame.facts
    yield f"At {describe.position(frame, replay, seconds)}: {describe.meter(frame, replay.settings.budget)}."
    if frame.over_budget:
        yield frame.over_budget
    yield from map(plain, describe.accounts(frame))
    yield from map(plain, describe.faults(frame.faults))
    for item in frame.context.items():
        backs = describe.item_backs(item.id, standings)
        yield f"  {_item(item)}" + (f" [{backs}]" if backs else "")
        if isinstance(item, Summary):
            yield f"    {describe.standing(item)}"
            yield from (f"    {plain(line)}" for line in describe.structure(item.said.structure))
    for fact in frame.fixture.facts:
        standing = standings[fact.id]
        yield f"{plain(fact.statement)} {describe.mention(standing)} {describe.evidence(standing)}"
        if standing.worded:
            yield f"  {plain(describe.wordings(standing))}."
        yield f"  {plain(describe.may_answer(fact, standing))}"
    yield describe.retention(retention(frame))


def _item(item: Turn | Summary) -> str:
    if isinstance(item, Summary):
        return f"{item.id} summary ({item.tokens}): {describe.summary(item)}"
    return f"{item.id} {item.role} ({item.tokens}): {plain(item.text)}"


def _standing(cell: Cell, fact: str) -> str:
    standing = cell.facts[fact]
    if standing.backed:
        return f"backed by {words.names(standing.backed_by)}"
    return "mentioned, not backed" if standing.mentioned else "neither mentioned nor backed"


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip()
