"""What the results of tools come to in each way of keeping them: replayed, ranked, and by kind and tool.

A result is read again with every later prompt, so the largest results decide what a session costs. Where the tool returns less,
or the result is kept elsewhere, the same session needs no other way to save.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from sim.analysis.survey import MOST_TURNS
from sim.lesson.calls import Call, Result
from sim.lesson.fixture import Fixture
from sim.lesson.results import Results, gives, kept, key
from sim.lesson.turn import Turn, TurnKind
from sim.replay import Frame, Replay
from sim.replay import replay as played
from sim.state.session import Session

MOST_RANKED = 5


class Switched(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of the replay in which the results are kept in one way, under the same settings otherwise.

    - `way`: how the results are kept.
    - `history`: what has arrived without instructions and tool declarations, in teaching tokens, whether or not it left.
    - `context`: what the context weighs, in teaching tokens.
    - `left`: how many turns have left the context.
    - `read`: what all prompts so far weigh, in teaching tokens.
    """

    way: Results
    history: int
    context: int
    left: int
    read: int


class Ranked(msgspec.Struct, frozen=True, kw_only=True):
    """A result that has arrived.

    - `turn`: its turn's id.
    - `tool`: the name of its tool; several are joined by commas.
    - `weights`: for each way that the lesson offers, what the turn weighs in it, in teaching tokens.
    """

    turn: str
    tool: str
    weights: dict[Results, int]


class Portion(msgspec.Struct, frozen=True, kw_only=True):
    """The part of the history that has one kind and belongs to one tool.

    - `kind`: the kind of the turns.
    - `tool`: the name of their tool; empty for turns that belong to none.
    - `before`: what they weigh if every result is whole, in teaching tokens.
    - `now`: what they weigh as the results are kept, in teaching tokens.
    """

    kind: TurnKind
    tool: str
    before: int
    now: int


def has_ways(fixture: Fixture) -> bool:
    """Whether the lesson offers several ways to keep results."""
    return len(fixture.ways) > 1


def history(frame: Frame) -> int:
    """What has arrived without instructions and tool declarations, in teaching tokens, whether or not it left."""
    session = frame.context.session
    return session.own_weights[frame.index] - session.fixed_weights[frame.index]


def switched(replay: Replay, seconds: float) -> tuple[Switched, ...]:
    """The moment in each way that the lesson offers, each replayed; empty for a lesson of more than MOST_TURNS turns."""
    frames = (one.at(seconds) for one in _each_way(replay))
    return tuple(
        Switched(
            way=frame.settings.results,
            history=history(frame),
            context=frame.tokens,
            left=len(frame.context.left),
            read=frame.read,
        )
        for frame in frames
    )


def largest(frame: Frame, most: int = MOST_RANKED) -> tuple[Ranked, ...]:
    """The results that have arrived, the largest whole ones first; equal ones in order of arrival; at most `most` of them."""
    ways = _turns_each_way(frame.context.session)
    found = [k for k, turn in enumerate(ways["whole"][: frame.index]) if turn.effective_kind == "result"]
    found.sort(key=lambda k: -ways["whole"][k].tokens)
    names = frame.fixture.ways
    turns = frame.fixture.turns
    return tuple(
        Ranked(turn=turns[k].id, tool=_tool(turns[k]), weights={way: ways[way][k].tokens for way in names})
        for k in found[:most]
    )


def portions(frame: Frame) -> tuple[Portion, ...]:
    """The history that has arrived, by kind and tool, the largest before first; equal ones in order of arrival."""
    session = frame.context.session
    found: dict[tuple[TurnKind, str], tuple[int, int]] = {}
    for k, (before, now) in enumerate(zip(_turns_each_way(session)["whole"][: frame.index], session.turns)):
        if k not in session.apart and not before.fixed:
            place = before.effective_kind, _tool(before)
            was, is_now = found.get(place, (0, 0))
            found[place] = was + before.tokens, is_now + now.tokens
    rows = [Portion(kind=kind, tool=tool, before=was, now=now) for (kind, tool), (was, now) in found.items()]
    return tuple(sorted(rows, key=lambda row: -row.before))


def in_state(frame: Frame) -> dict[str, tuple[str, int]]:
    """For each key of the state, the id of the turn whose value it has, and how many earlier values that one replaced.

    Empty unless the results are kept in the state.
    """
    found: dict[str, tuple[str, int]] = {}
    if frame.settings.results == "state":
        for turn in frame.fixture.turns[: frame.index]:
            if gives(turn, "state"):
                found[key(turn)] = turn.id, found[key(turn)][1] + 1 if key(turn) in found else 0
    return found


def _tool(turn: Turn) -> str:
    ends: tuple[Call | Result, ...] = (*turn.calls, *turn.results)
    return ", ".join(dict.fromkeys(end.tool for end in ends))


@lru_cache(maxsize=2)
def _each_way(replay: Replay) -> tuple[Replay, ...]:
    fixture, settings = replay.fixture, replay.settings
    if not has_ways(fixture) or len(fixture.turns) > MOST_TURNS:
        return ()
    return tuple(
        replay if way == settings.results else played(fixture, msgspec.structs.replace(settings, results=way))
        for way in fixture.ways
    )


@lru_cache(maxsize=4)
def _turns_each_way(session: Session) -> dict[Results, tuple[Turn, ...]]:
    turns = session.fixture.turns
    return {way: kept(turns, way) for way in dict.fromkeys(("whole", *session.fixture.ways))}
