"""Differences between frames, cells of the map and near misses, in signs and in words."""

from __future__ import annotations

from sim.analysis.comparison import Difference, FactChange
from sim.analysis.failed_calls import NONE_FAILED, Failures
from sim.analysis.smallest_budget import Least, NearMiss
from sim.analysis.survey import Cell
from sim.describe import failures, lesson, words
from sim.describe.proofs import PROOFS
from sim.lesson.fact import Source
from sim.policies.registry import POLICIES
from sim.settings import Settings


def token_difference(difference: Difference) -> str:
    """ "+4 teaching tokens (more)", or "no difference"."""
    return _signed(difference.tokens, "teaching token")


def item_difference(difference: Difference) -> str:
    """How many more or fewer items the context holds, and which were gained and lost."""
    moves = []
    if difference.gained:
        moves.append(f"gained {words.names(difference.gained)}")
    if difference.lost:
        moves.append(f"lost {words.names(difference.lost)}")
    signed = _signed(difference.items, "item")
    if moves and signed == SAME:
        signed = "as many items"
    return f"{signed}: {', '.join(moves)}" if moves else signed


def evicted_difference(difference: Difference) -> str:
    """How many more or fewer turns were evicted."""
    return _signed(difference.evicted, "turn evicted", "turns evicted")


def hidden_difference(difference: Difference) -> str:
    """How many more or fewer turns a summary hides without covering them."""
    return _signed(difference.hidden, "turn hidden", "turns hidden")


def covered_difference(difference: Difference) -> str:
    """How many more or fewer turns the summaries cover."""
    return _signed(difference.covered, "turn folded", "turns folded")


def mention_difference(change: FactChange) -> str:
    """Which items mention a fact now, and which no longer do."""
    return _moves(change.mentions_gained, change.mentions_lost, "now mentioned by", "no longer mentioned by")


def backing_difference(change: FactChange) -> str:
    """Which user's turns back a fact now, or which results record it, and which no longer do."""
    done = PROOFS[change.source].done
    return _moves(change.backing_gained, change.backing_lost, f"now {done} by", f"no longer {done} by")


def difference(difference: Difference) -> tuple[str, ...]:
    """Everything that differs, one line for each; only the line "no difference" if nothing does."""
    lines = [
        token_difference(difference),
        item_difference(difference),
        evicted_difference(difference),
        covered_difference(difference),
        hidden_difference(difference),
    ]
    for fact, change in difference.facts.items():
        lines += [
            f"{fact}: {text}" for text in (mention_difference(change), backing_difference(change)) if text != SAME
        ]
    return tuple(line for line in lines if line != SAME) or (SAME,)


def near_miss(miss: NearMiss | None) -> str:
    """ "5 more teaching tokens would have kept T2."; empty if there is none."""
    if miss is None:
        return ""
    if miss.tried == "offered":
        return (
            f"A budget of {miss.budget} would have kept {miss.turn}; "
            "of the budgets over this one, only those that the lesson offers were tried."
        )
    noun = "teaching token" if miss.tokens == 1 else "teaching tokens"
    return f"{miss.tokens} more {noun} would have kept {miss.turn}."


def smallest_budget(settings: Settings, least: Least, source: Source = "user", failed: Failures = NONE_FAILED) -> str:
    """The smallest budget that backs a fact of that source, or keeps it recorded, under the policy of these settings.

    It also says whether every budget was tried, and what has `failed` with that budget.
    """
    with_it = f" With it, {failures.so_far(failed)}." if failed.count else ""
    return f"{_smallest(settings, least, source)}{with_it}"


def _smallest(settings: Settings, least: Least, source: Source) -> str:
    under, keeps = policy(settings), PROOFS[source].keeps
    if least.tried == "offered":
        if least.budget is None:
            return f"{under}: no budget that the lesson offers {keeps} at this moment; no other was tried."
        return f"{under}: {least.budget} is the smallest budget offered that still {keeps}; no other was tried."
    if least.budget is None:
        return f"{under}: no budget {keeps} at this moment."
    return f"{under}: {least.budget} is the smallest budget that still {keeps}."


def policy(settings: Settings) -> str:
    """The policy's title, with the fidelity if the policy uses it."""
    if not POLICIES[settings.policy].uses_fidelity:
        return POLICIES[settings.policy].title
    return f"{POLICIES[settings.policy].title}, {lesson.fidelity(settings.fidelity).lower()}"


def assumed(settings: Settings) -> str:
    """The parameters of a whole row of cells: "Keep the last turns: turns kept at the end: 10."."""
    chosen = [lesson.parameter(settings, name) for name in settings.offered]
    return f"{policy(settings)} with {', '.join(chosen)}." if chosen else ""


def cell_window(cell: Cell) -> str:
    """How much of the window is left besides the reserve: "120 free" or "30 too many"; empty for a window without lines."""
    if cell.token_budget is None:
        return ""
    free = cell.token_budget.free
    return f"{free} free" if free >= 0 else f"{-free} too many"


def cell_problems(cell: Cell) -> tuple[str, ...]:
    """What is wrong with a cell, in a few words each: with its context, and with the calls before; empty: nothing is."""
    found = ["over the budget"] if cell.over_budget else []
    if cell.faults:
        found.append(f"{words.counted(len(cell.faults), 'fault')}: a provider rejects it")
    if cell.unsent:
        found.append(f"no request can be sent for {words.names(cell.unsent)}")
    if cell.failures.count:
        found.append(failures.so_far(cell.failures))
    return tuple(found)


SAME = "no difference"


def _signed(value: int, one: str, many: str | None = None) -> str:
    if not value:
        return SAME
    noun = one if abs(value) == 1 else many or f"{one}s"
    return f"{words.change(value)} {noun} ({'more' if value > 0 else 'fewer'})"


def _moves(gained: tuple[str, ...], lost: tuple[str, ...], now: str, no_longer: str) -> str:
    parts = []
    if gained:
        parts.append(f"{now} {words.names(gained)}")
    if lost:
        parts.append(f"{no_longer} {words.names(lost)}")
    return ", ".join(parts) or SAME
