"""What each prompt weighs, against an assembly in one piece from what the state holds.

The engine keeps sums and cuts, so that a long session costs no more an arrival than a short one. Here every prompt is
put together anew from plain lists of turns and summaries, with no sum kept from one arrival to the next.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.adk.assemble import assemble
from sim.adk.event import Compaction, Event
from sim.adk.view import view
from sim.lesson.reader import Reader
from sim.lesson.turn import Turn
from sim.prompt.request import request
from sim.replay import Replay, replay
from sim.state.context import Context, Summary
from sim.state.session import Session

from .agents import ALL, choices, read_lessons

Piece = tuple[object, tuple[Turn | Summary, ...]]
"""A message of a prompt: what it is the same as itself by, and what is in it."""


def naive(context: Context, agent: str) -> list[Piece]:
    """The prompt of an agent, message by message."""
    fixture = context.session.fixture
    reader = next((one for one in fixture.readers if one.name == agent), None)
    arrived = fixture.turns[: context.arrived]
    if context.session.shared and reader is not None:
        told = [turn for turn in arrived if turn.role == "system" and _told(turn, reader)]
        return [*((turn.id, (turn,)) for turn in told), *_assembled(context, reader, arrived)]
    if reader is None or not reader.branch:
        return [(id(item), (item,)) for item in context.items()]
    return [(turn.id, (turn,)) for turn in arrived if _apart(context, turn) and _under(turn.branch, reader.branch)]


def _told(turn: Turn, reader: Reader) -> bool:
    return turn.author in (None, reader.name) and _sees(reader.branch, turn.branch)


def _sees(branch: str, other: str) -> bool:
    return not branch or not other or _under(branch, other)


def _under(branch: str, other: str) -> bool:
    return branch == other or branch.startswith(f"{other}.")


def _apart(context: Context, turn: Turn) -> bool:
    branches = {one.branch for one in context.session.fixture.readers}
    return "" in branches and any(_under(turn.branch, branch) for branch in branches if branch)


def _assembled(context: Context, reader: Reader, arrived: tuple[Turn, ...]) -> list[Piece]:
    """The messages of the whole log, each summary's record after the turn with which it was written."""
    log = []
    for number, turn in enumerate(arrived):
        if turn.role != "system":
            log.append(_event(context, turn))
        log += [_record(summary) for summary in context.summaries if summary.written == number + 1]
    turns = {turn.id: turn for turn in arrived}
    summaries = {summary.id: summary for summary in context.summaries}
    pieces = []
    for message in assemble(log, reader.name, reader.branch, reader.contents):
        held = tuple(summaries[name] if message.summary else turns[name] for name in message.ids)
        # A summary that is written anew is another one, whatever it is called.
        pieces.append(((message, *(id(item) for item in held if isinstance(item, Summary))), held))
    return pieces


def _event(context: Context, turn: Turn) -> Event:
    position = context.session.position[turn.id]
    return Event(
        id=turn.id,
        timestamp=context.session.timestamps[position],
        author=turn.by,
        invocation=str(context.session.invocations[position]),
        branch=turn.branch,
        calls=turn.calls,
        results=turn.results,
        text=turn.text,
    )


def _record(summary: Summary) -> Event:
    covered = Compaction(summary.first_timestamp, summary.last_timestamp)
    return Event(id=summary.id, timestamp=covered.end, text=summary.id, compaction=covered)


def _weight(pieces: list[Piece]) -> int:
    return sum(item.tokens for _, items in pieces for item in items)


def _common(before: list[Piece], now: list[Piece]) -> list[Piece]:
    """The messages with which both begin."""
    alike: list[Piece] = []
    for one, other in zip(before, now):
        if one[0] != other[0]:
            break
        alike.append(one)
    return alike


def _history(context: Context, agent: str, pieces: list[Piece]) -> int:
    """What was there before the invocation of the turn that comes next, without what every prompt repeats."""
    session = context.session
    reader = next((one for one in session.fixture.readers if one.name == agent), None)
    own = reader is not None and (session.shared or reader.branch)
    if own and (not session.shared or reader.contents == "none"):
        return 0
    began = context.arrived
    while began and session.invocations[began - 1] == session.invocations[context.arrived]:
        began -= 1
    return sum(
        item.tokens
        for _, items in pieces
        for item in items
        if isinstance(item, Summary)
        or not (item.role == "system" if own else item.fixed)
        and (session.position[item.id] < began or item.pinned)
    )


@st.composite
def replays(draw: st.DrawFn, policy: str) -> Replay:
    fixture = draw(read_lessons())
    return replay(fixture, draw(choices(fixture, policy)))


@pytest.mark.parametrize("policy", ALL)
def test_prompts_weigh_what_their_messages_do(policy):
    @given(replays(policy))
    def check(whole):
        read = uncached = 0
        last: dict[str, list[Piece]] = {}
        agent = None
        for before, frame in zip(whole.frames, whole.frames[1:]):
            if frame.arrived.role == "assistant":
                agent = frame.arrived.by
                pieces = naive(before.context, agent)
                read += _weight(pieces)
                uncached += _weight(pieces) - _weight(_common(last.get(agent, []), pieces))
                last[agent] = pieces
                assert (frame.prompt.agent, frame.prompt.tokens) == (agent, _weight(pieces))
                assert frame.prompt.history == _history(before.context, agent, pieces)
            assert (frame.read, frame.uncached) == (read, uncached)
            assert frame.tokens == sum(item.tokens for item in frame.context.items())
            again = naive(frame.context, agent) if agent else []
            assert frame.reusable == _weight(_common(last.get(agent, []), again))
            for reader in whole.fixture.readers:
                assert request(frame.context, reader).tokens == _weight(naive(frame.context, reader.name))

    check()


@given(read_lessons())
def test_the_parts_of_a_view_weigh_what_the_whole_does(fixture):
    session = Session.of(fixture)
    weights = {turn.id: turn.tokens for turn in fixture.turns}

    def weight(messages) -> int:
        return sum(weights[name] for message in messages for name in message.ids)

    for reader in fixture.readers:
        seen = view(session, reader)
        for end in range(len(seen.events) + 1):
            cut, stop = seen.rest(end)
            whole = assemble(seen.events[:end], reader.name, reader.branch)
            assert seen.weight(cut) + weight(seen.messages(cut, stop)) == weight(whole)
