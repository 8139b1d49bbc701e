"""What a replay costs, in words. Every figure stands beside the ratios that it was worked out with, because these are assumed."""

from __future__ import annotations

from collections.abc import Sequence

from sim.analysis.cost import Break, Cost, breaks
from sim.analysis.ratios import RATIO_NAMES, RatioName, Ratios
from sim.analysis.survey import Cell
from sim.describe import words
from sim.describe.comparisons import SAME
from sim.lesson.invalid import figure
from sim.replay import Replay

RATIOS: dict[RatioName, str] = {
    "uncached": "Uncached",
    "cache_read": "Cache read",
    "cache_write": "Cache write",
    "summarizer": "Summarizer's model",
}
SET = "Ratios for the cost"
UNIT = (
    "A unit is one teaching token at the ratio 1, and no currency. The ratios are assumed, not measured, and you can set "
    "others. What the agents write is not counted, because it is the same under every policy."
)
OPTION = "what one teaching token costs: uncached, cache read, cache write, summarizer's model; 1,0.1,1.25,0.1 is assumed if absent"
CHEAPEST = "cheapest"
MOST_BREAKS = 8  # of a long session only the newest are listed


def headline(cost: Cost) -> str:
    """Both sums."""
    return f"Cost so far: {units(cost.with_cache)} with a cache, {words.number(cost.without_cache)} without one."


def units(value: float) -> str:
    """ "12.5 units"."""
    return words.counted(value, "unit")


def ratios(ratios: Ratios) -> str:
    """The ratios, with the word that they are assumed."""
    values = ", ".join(f"{RATIOS[name].lower()} {figure(getattr(ratios, name))}" for name in RATIO_NAMES)
    return f"Assumed ratios: {values}."


def set_to(cost: Cost) -> str:
    """What is announced after a ratio was set."""
    return f"{ratios(cost.ratios)} {headline(cost)}"


def account(cost: Cost, replay: Replay, index: int) -> tuple[str, ...]:
    """Everything behind the two sums, one line for each: the parts, the cache, the summarizer, and what was cached in vain."""
    found = breaks(replay, index)
    lines = [parts(cost), *([cached(cost)] if cost.prompts else []), summarizer(cost), in_vain(cost, found)]
    return (*filter(None, lines), *(broken(one, replay) for one in found[-MOST_BREAKS:]))


def parts(cost: Cost) -> str:
    """What the prompts consist of."""
    if not cost.prompts:
        return "No prompt has been read yet."
    return (
        f"All prompts come to {words.tokens(cost.prompts)}: fixed {cost.fixed}, history {cost.history}, "
        f"summaries {cost.summaries}, current turns {cost.current}."
    )


def cached(cost: Cost) -> str:
    """What a cache kept of the prompts, and at which ratios."""
    read, write = (figure(ratio) for ratio in (cost.ratios.cache_read, cost.ratios.cache_write))
    return (
        f"A cache would have kept {cost.kept} of them, which are read at {read}; "
        f"the other {cost.anew} are written to it at {write}."
    )


def summarizer(cost: Cost) -> str:
    """What the summarizer read and wrote."""
    if not cost.calls:
        return "No summarizer was called."
    return (
        f"The summarizer was called {words.counted(cost.calls, 'time')}, read {cost.given} and wrote {cost.written}: "
        f"{units(cost.summarizing)} of the cost."
    )


def in_vain(cost: Cost, found: Sequence[Break]) -> str:
    """What was cached in vain in all prompts; empty if no prompt was read."""
    if not cost.prompts:
        return ""
    if not found:
        return "Every prompt began with the whole prompt of the same agent before it, so nothing was cached in vain."
    newest = f" The newest {MOST_BREAKS} follow." if len(found) > MOST_BREAKS else ""
    return (
        f"{words.counted(len(found), 'prompt')} began otherwise than the one before: {words.tokens(cost.broken)} "
        f"had been cached in vain.{newest}"
    )


def broken(found: Break, replay: Replay) -> str:
    """Where one agent's prompt did not begin as the one before, and what the policy had done in between."""
    frames = replay.frames
    turn = replay.fixture.turns[found.arrival - 1]
    times = [words.number(frames[k].seconds) for k in found.acted]
    since = f"acted at {words.names(times, 6)} seconds" if times else "done nothing"
    return f"{turn.id} by {found.agent}: {found.tokens} in vain. Since the prompt before, the policy had {since}."


def difference(was: Cost, now: Cost) -> str:
    """ "+12.5 units (more)": how much more the second costs with a cache."""
    change = round(now.with_cache - was.with_cache, 2)
    if not change:
        return SAME
    sign = "+" if change > 0 else "\N{MINUS SIGN}"
    return f"{sign}{units(abs(change))} ({'more' if change > 0 else 'less'})"


def cell(cell: Cell, lowest: float | None) -> str:
    """ "cost 12.5", and whether that is the lowest of all cells."""
    return f"cost {words.number(cell.cost.with_cache)}{f', {CHEAPEST}' if cell.cost.with_cache == lowest else ''}"


def columns(cell: Cell, lowest: float | None) -> tuple[str, str]:
    """The cost with a cache, marked if it is the lowest of all cells, and the cost without one."""
    mark = f" ({CHEAPEST})" if cell.cost.with_cache == lowest else ""
    return f"{words.number(cell.cost.with_cache)}{mark}", words.number(cell.cost.without_cache)
