"""How the results of tools are kept, what each way comes to, and which results weigh most, in words."""

from __future__ import annotations

from collections.abc import Iterator

from sim.analysis.tool_results import Portion, Ranked, Switched
from sim.analysis.tool_results import in_state as values_of
from sim.describe import words
from sim.describe.token_budgets import KINDS
from sim.lesson.results import Results, gives, key, loaded, weight
from sim.replay import Frame
from sim.settings import Settings
from sim.state.session import Session

HEADING = "Tool results"
SWITCHED = "The same moment in each way, replayed under these settings"
LARGEST = "The largest results"
PORTIONS = "The history that has arrived, by kind and tool"
COLUMNS = {"history": "History", "context": "Context", "left": "Turns that left", "read": "All prompts"}
WAY = "Results"
RESULT = "Result"
TOOL = "Tool"
PART = "Part"
WHOLE = "Whole"
NOW = "Now"
TOTAL = "Together"

TITLES: dict[Results, str] = {
    "whole": "Whole",
    "trimmed": "Trimmed to what is used",
    "artifact": "In an artifact",
    "state": "In the state",
}
EFFECTS: dict[Results, str] = {
    "whole": "Everything that a tool returns stays in the history.",
    "trimmed": "A tool returns only the fields that are used.",
    "artifact": "A handle with a short summary stays. To load the result again costs its whole weight.",
    "state": "A note with its key stays. A later value under the same key replaces the earlier one.",
}


def title(way: Results) -> str:
    """The label of a way of keeping results."""
    return TITLES[way]


def recorded(turn: str) -> str:
    """The label of what unfolds a result's own text, where something else stands in its place; `turn` is the turn's id."""
    return f"{turn} as it was recorded"


def within(way: Results) -> str:
    """The way after other words: "in an artifact"."""
    return f"{TITLES[way][0].lower()}{TITLES[way][1:]}"


def choice(settings: Settings) -> str:
    """The way in a list of settings, "tool results: in an artifact"; empty if the lesson offers no other."""
    return f"{HEADING.lower()}: {within(settings.results)}" if settings.ways else ""


def in_its_place(session: Session, position: int) -> str:
    """What stands in the place of the turn and what it loads again; empty for a turn that is as it was recorded."""
    turn, way = session.fixture.turns[position], session.results
    told = []
    if way != "trimmed" and gives(turn, way):
        match way:
            case "artifact":
                told.append(
                    f"The result is in an artifact, where it weighs {weight(turn, 'whole')}; its handle stands here."
                )
            case "state":
                told.append(f"The value is in the state, under the key {key(turn)}; a note stands here.")
            case _:
                told.append(f"The whole result; trimmed to what is used, it weighs {turn.tokens}.")
    if content := loaded(session.fixture.turns, position, way):
        more = session.turns[position].tokens - weight(turn, way)
        told.append(f"It loads {words.names([one.id for one in content])} again: {more} more.")
    return " ".join(told)


def in_state(frame: Frame) -> Iterator[str]:
    """What each key of the state holds, and how often its value was replaced; nothing unless the results are there."""
    for name, (turn, replaced) in values_of(frame).items():
        before = f", which replaced {words.counted(replaced, 'earlier value')}" if replaced else ""
        yield f"Under {name} the state holds the value of {turn}{before}."


def switched(row: Switched) -> str:
    """A way with its numbers in one line."""
    return (
        f"{title(row.way)}: {row.history} of history; the context weighs {row.context}, {words.counted(row.left, 'turn')} left, "
        f"and all prompts come to {words.tokens(row.read)}."
    )


def ranked(row: Ranked) -> str:
    """A result with its weights in one line."""
    return f"{row.turn} ({row.tool}): {', '.join(f'{tokens} {within(way)}' for way, tokens in row.weights.items())}."


def part(row: Portion) -> str:
    """What a portion of the history consists of: "Tool results of get_order"."""
    kind = KINDS[row.kind].capitalize()
    return f"{kind} of {row.tool}" if row.tool else kind


def portion(row: Portion) -> str:
    """A portion of the history with both weights in one line."""
    return f"{part(row)}: {row.before} with whole results, {row.now} now."


def portions(before: int, now: int) -> str:
    """The whole history with both weights in one line."""
    return f"{TOTAL}: {before} with whole results, {now} now."
