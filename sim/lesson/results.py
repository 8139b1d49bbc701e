"""How a session keeps the results of its tools: whole, trimmed, in an artifact or in the state.

A result that stays in the history is read again with every later prompt. If it is kept elsewhere, only a handle stays in its
place, and a later turn that needs the content has to load it. Nothing is guessed: the author gives every weight, and the words
of the handle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, get_args

import msgspec

from sim.lesson.turn import Turn

Results = Literal["whole", "trimmed", "artifact", "state"]
RESULTS: tuple[Results, ...] = get_args(Results)
AS_RECORDED: Results = "trimmed"


def gives(turn: Turn, way: Results) -> bool:
    """Whether the author gives a weight for the turn in that way; as recorded, only if it was trimmed or has other weights."""
    match way:
        case "whole":
            return turn.untrimmed is not None
        case "trimmed":
            return turn.untrimmed is not None or bool(turn.alternatives)
        case _:
            return way in turn.alternatives


def offered(turns: tuple[Turn, ...]) -> tuple[Results, ...]:
    """The ways for which at least one turn has a weight, in order; only "trimmed" if none has."""
    found = [turn for turn in turns if turn.untrimmed is not None or turn.alternatives]
    return tuple(way for way in RESULTS if any(gives(turn, way) for turn in found)) or (AS_RECORDED,)


def weight(turn: Turn, way: Results) -> int:
    """What the turn itself weighs in that way, in teaching tokens; its recorded weight if the author gives no other."""
    if way == "whole":
        return turn.untrimmed or turn.tokens
    return turn.tokens if way == "trimmed" else turn.alternatives.get(way, turn.tokens)


def key(turn: Turn) -> str:
    """The key of the state under which the result's value is kept: the one given, or the name of its tool."""
    return turn.key or next((result.tool for result in turn.results), turn.id)


def kept(turns: tuple[Turn, ...], way: Results) -> tuple[Turn, ...]:
    """The turns as a session keeps them in that way, in time linear in their number.

    - "whole": each result weighs what it did before it was trimmed.
    - "trimmed": as recorded; these are the given turns themselves.
    - "artifact": a result with a weight for it leaves its handle. The handle says only the facts of `handle_mentions`. It
      records nothing and contributes nothing to a structured summary.
    - "state": a result with a weight for it leaves a note with its key, which says nothing. The state has one value for a key,
      that of the newest result.

    A turn that `loads` such results again weighs more by their content, and says and records what they do: from an artifact each result
    as it was before it was trimmed, from the state the value that is there by then, which may be a later result's. The content
    stays with that turn until it leaves, as with any tool that returns a file. (The tool `load_artifacts` of ADK adds it to one
    request only.)

    A recorded size of a prompt changes by as much as the results before it.
    """
    if way == AS_RECORDED:
        return turns
    return tuple(_kept(turns, way))


def loaded(turns: Sequence[Turn], position: int, way: Results) -> tuple[Turn, ...]:
    """The results, as recorded, whose content the turn at that position brings again in that way; empty: none."""
    if way in ("whole", "trimmed") or not turns[position].loads:
        return ()
    places = {turn.id: k for k, turn in enumerate(turns[:position])}
    values = {key(turn): k for k, turn in enumerate(turns[:position]) if gives(turn, "state")}
    return tuple(turns[k] for k in _sources(turns, turns[position], way, places, values))


def _kept(turns: tuple[Turn, ...], way: Results) -> Iterator[Turn]:
    places: dict[str, int] = {}
    values: dict[str, int] = {}
    more = 0
    for position, turn in enumerate(turns):
        made = _in_place(turn, way)
        content = [turns[k] for k in _sources(turns, turn, way, places, values)]
        if content:
            made = _loading(made, content, way)
        if turn.prompt_tokens is not None and more:
            made = msgspec.structs.replace(made, prompt_tokens=max(0, turn.prompt_tokens + more))
        places[turn.id] = position
        if gives(turn, "state"):
            values[key(turn)] = position
        more += made.tokens - turn.tokens
        yield made


def _in_place(turn: Turn, way: Results) -> Turn:
    """What stands at the turn's own place."""
    if not gives(turn, way):
        return turn
    tokens = weight(turn, way)
    if way == "whole":
        return msgspec.structs.replace(turn, tokens=tokens)
    text = f"[artifact {turn.id}] {turn.handle}".rstrip() if way == "artifact" else f"[state {key(turn)}]"
    mentions = turn.handle_mentions if way == "artifact" else ()
    return msgspec.structs.replace(turn, tokens=tokens, text=text, mentions=mentions, records=(), entries=())


def _sources(
    turns: Sequence[Turn], turn: Turn, way: Results, places: dict[str, int], values: dict[str, int]
) -> tuple[int, ...]:
    """The positions of the results that a turn brings again, each once; `values` has the newest result for each key."""
    if way in ("whole", "trimmed"):
        return ()
    wanted = [places[name] for name in turn.loads if gives(turns[places[name]], way)]
    return tuple(dict.fromkeys(values[key(turns[k])] if way == "state" else k for k in wanted))


def _loading(turn: Turn, content: Sequence[Turn], way: Results) -> Turn:
    whole: Results = "whole" if way == "artifact" else "trimmed"
    return msgspec.structs.replace(
        turn,
        tokens=turn.tokens + sum(weight(one, whole) for one in content),
        text=" ".join((turn.text, *(f"[loaded {one.id}] {one.text}" for one in content))),
        mentions=tuple(dict.fromkeys((*turn.mentions, *(fact for one in content for fact in one.mentions)))),
        records=tuple(dict.fromkeys((*turn.records, *(fact for one in content for fact in one.records)))),
        entries=(*turn.entries, *(entry for one in content for entry in one.entries)),
    )
