"""A replay and a comparison as lines of plain text for the command line, with the contents and the words of the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sim import describe
from sim.analysis.failed_calls import Failures, calls, failures
from sim.analysis.generations import Change, changes, newest_change
from sim.analysis.retention import retention
from sim.analysis.smallest_budget import failures as failures_with
from sim.analysis.smallest_budget import near_miss, smallest_budget
from sim.analysis.space import drawn, frontier, searched
from sim.analysis.survey import Cell, Survey
from sim.analysis.token_budget import cost, has_lines, kinds, savings, token_budget
from sim.describe import labels, words
from sim.lesson.fact import Fact
from sim.lesson.fixture import Fixture
from sim.lesson.turn import Turn
from sim.levers import Shown
from sim.prompt.request import request
from sim.replay import Frame, Replay
from sim.settings import Settings
from sim.state.context import Summary

# A context of thousands of turns in every row would make a table of millions of words.
MOST_ITEMS = 12


def plain(text: str) -> str:
    """The text on one line, without characters that would control a terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


def replayed(replay: Replay, seconds: float) -> Iterator[str]:
    """The lesson, a table of its frames, and everything about the state at that moment; `seconds` is the moment."""
    fixture, frame = replay.fixture, replay.at(seconds)
    yield f"{plain(fixture.title)}: {describe.contents(fixture)}"
    yield describe.settings(replay.settings)
    if emptiness := describe.emptiness(fixture):
        yield emptiness
    yield ""
    yield from _table([labels.FRAMES, *(_row(one, failures(replay, one)) for one in replay.frames)])
    yield ""
    yield from _state(frame, replay, seconds)
    yield from _section(labels.FAILED, _failed(frame, replay))
    yield from _section(labels.EVIDENCE, _evidence(frame, failures(replay, frame)))
    yield from _section(labels.PROBES, _probes(frame))
    yield from _section(describe.page.PROMPTS, _prompts(frame, replay))
    yield from _section(describe.page.GENERATIONS, _generations(frame, replay))
    yield from _section(describe.page.REQUESTS, _requests(frame))
    yield ""
    yield describe.STATEMENT


def surveyed(survey: Survey, seconds: float) -> Iterator[str]:
    """Every choice of settings at that moment, one line for each, and then the budgets that each fact would have needed."""
    fixture, cells = survey.fixture, survey.cells(seconds)
    choices = survey.choices()
    yield f"{plain(fixture.title)} at {words.seconds(seconds)}"
    if emptiness := describe.emptiness(fixture):
        yield emptiness
    yield from filter(None, map(describe.assumed, choices))
    yield ""
    yield from _table(_columns(fixture, cells))
    for fact in fixture.facts:
        yield from _section(fact.statement, _needed(survey, fact, cells, choices, seconds))
    yield ""
    yield describe.STATEMENT


def frontiers(survey: Survey) -> Iterator[str]:
    """For each fact and policy the smallest budget that proves the fact or keeps it recorded, at every moment."""
    fixture, choices = survey.fixture, drawn(survey)
    yield plain(fixture.title)
    if emptiness := describe.emptiness(fixture):
        yield emptiness
    if searched(fixture):
        yield from filter(None, map(describe.assumed, choices))
        for fact in fixture.facts:
            yield ""
            yield f"{describe.spaces.term(fact.source)}: {plain(fact.statement)}"
            for settings in choices:
                pieces = frontier(survey, settings, fact.id)
                rows = (describe.spaces.frontier_row(one, fact.source) for one in pieces)
                yield from _section(describe.policy(settings), rows)
    else:
        yield describe.spaces.not_searched(fixture)
    yield ""
    yield describe.STATEMENT


def levers(found: Sequence[Shown]) -> Iterator[str]:
    """Each symptom with its cause, its lever and what a lesson shows, and then the advice that depends on no symptom."""
    said = describe.levers
    yield said.HEADING
    yield said.INTRODUCTION
    for one in found:
        lines = (
            f"{said.CAUSE}: {one.words.cause}",
            f"{said.LEVER}: {one.words.lever}",
            f"{said.SHOWN}: {one.fixture.id}. {one.text}",
        )
        yield from _section(one.words.symptom, iter(lines))
    for heading, advice in (
        (said.ORDER_HEADING, said.ORDER),
        (said.NEVER_HEADING, said.NEVER),
        (said.QUESTIONS_HEADING, said.QUESTIONS),
    ):
        yield from _section(heading, (f"{number}. {line}" for number, line in enumerate(advice, 1)))
    yield ""
    yield describe.STATEMENT


def _row(frame: Frame, failed: Failures) -> tuple[str, ...]:
    arrived = f"{frame.arrived.id} {words.speaker(frame.arrived)}" if frame.arrived else "nothing"
    if len(frame.context) > MOST_ITEMS:
        context = words.counted(len(frame.context), "item")
    else:
        context = " ".join(frame.context.ids) or "empty"
    did = [describe.operations(frame)] if frame.operations or frame.over_budget else []
    did += filter(None, [describe.failures.in_row(failed)])
    return f"{words.number(frame.seconds)} s", arrived, str(frame.tokens), context, " ".join(did)


def _state(frame: Frame, replay: Replay, seconds: float) -> Iterator[str]:
    standings = frame.facts
    yield f"At {describe.position(frame, replay, seconds)}: {describe.meter(frame, replay.settings.budget)}."
    yield describe.operations(frame)
    yield from describe.failures.at_arrival(failures(replay, frame))
    if left := describe.left_now(frame):
        yield f"{describe.page.LEFT_NOW} {left}"
    yield from describe.faults(frame.faults)
    for item in frame.context.items():
        backs = describe.item_backs(item.id, standings)
        yield f"  {_item(item)}" + (f" [{backs}]" if backs else "")
        if isinstance(item, Summary):
            yield f"    {describe.standing(item)}"
            yield from _said(item, newest_change(replay, item))
    yield from describe.places(frame)


def _said(summary: Summary, change: Change) -> Iterator[str]:
    yield f"    {describe.since(change)} {describe.says(summary)}"
    for line in describe.rewordings(change):
        yield f"      {plain(' '.join(said.text for said in line))}"


def _failed(frame: Frame, replay: Replay) -> Iterator[str]:
    found = calls(replay)
    yield from describe.failures.listed([call for call in found.failed if call.index <= frame.index], found.count)


def _evidence(frame: Frame, failed: Failures) -> Iterator[str]:
    standings = frame.facts
    for fact in frame.fixture.facts:
        standing = standings[fact.id]
        yield f"{describe.fact_state(standing, failed)}: {fact.statement}"
        yield f"  {describe.mention(standing)} {describe.evidence(standing)}"
        if standing.worded:
            yield f"  {describe.wordings(standing)}."
        yield f"  {describe.may_answer(fact, standing)}"
    if frame.fixture.facts:
        yield describe.retention(retention(frame))


def _probes(frame: Frame) -> Iterator[str]:
    standings = frame.facts
    for probe in frame.fixture.probes:
        yield describe.probe(probe, standings[probe.fact])


def _prompts(frame: Frame, replay: Replay) -> Iterator[str]:
    yield from describe.accounts(frame)
    if has_lines(frame.fixture):
        yield describe.kinds(kinds(frame))
        yield describe.invocation_cost(cost(replay, frame.index))
        yield from map(describe.saving, savings(frame))
        yield describe.budget_lines(token_budget(frame))


def _generations(frame: Frame, replay: Replay) -> Iterator[str]:
    for one, changed in changes(replay, frame.index):
        weight = words.tokens(one.summary.tokens)
        yield f"{one.summary.id}, {describe.page.written_at(replay.frames[one.frame], one.summary)}: {weight}."
        yield from (f"  {line}" for line in describe.change(changed))


def _requests(frame: Frame) -> Iterator[str]:
    for reader in frame.fixture.readers:
        first, *rest = describe.request(request(frame.context, reader))
        yield first
        yield from (f"  {line}" for line in rest)


def _item(item: Turn | Summary) -> str:
    if isinstance(item, Summary):
        return f"{item.id} summary ({item.tokens}): {describe.summary(item)}"
    return f"{item.id} {words.speaker(item)} ({item.tokens}): {plain(item.text)}"


def _columns(fixture: Fixture, cells: Sequence[Cell]) -> Iterator[tuple[str, ...]]:
    facts = tuple(fact.id for fact in fixture.facts)
    lines = (labels.WINDOW,) if has_lines(fixture) else ()
    wrong = (labels.PROBLEMS,) if any(map(describe.cell_problems, cells)) else ()
    yield labels.POLICY, labels.BUDGET, labels.TOKENS, labels.RETAINED, *lines, *facts, *wrong
    for cell in cells:
        settings = cell.settings
        counts = describe.policy(settings), str(settings.budget), str(cell.tokens), str(cell.retained)
        window = (describe.cell_window(cell),) if lines else ()
        problems = ("; ".join(describe.cell_problems(cell)),) if wrong else ()
        yield *counts, *window, *(_standing(cell, fact) for fact in facts), *problems


def _standing(cell: Cell, fact: str) -> str:
    standing = cell.facts[fact]
    by = f" by {words.names(standing.established_by)}" if standing.established else ""
    state, after = describe.fact_state(standing), describe.failures.after(standing, cell.failures)
    return f"{state}{by}{after}"


def _needed(
    survey: Survey, fact: Fact, cells: Sequence[Cell], choices: Sequence[Settings], seconds: float
) -> Iterator[str]:
    if not cells[0].facts[fact.id].origins:
        yield describe.page.not_said(fact)
        return
    for settings in choices:
        least = smallest_budget(survey, settings, fact.id, seconds)
        failed = failures_with(survey, settings, least, seconds)
        yield describe.smallest_budget(settings, least, fact.source, failed)
    for cell in cells:
        if miss := near_miss(survey, cell.settings, fact.id, seconds):
            yield f"{describe.settings(cell.settings)}: {describe.near_miss(miss)}"


def _section(heading: str, lines: Iterator[str]) -> Iterator[str]:
    """The lines under their heading, without characters that would control a terminal; empty if there are no lines."""
    for number, line in enumerate(lines):
        if not number:
            yield ""
            yield plain(heading)
        yield f"  {plain(line)}"


def _table(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    rows = list(rows)
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip()
