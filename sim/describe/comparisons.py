"""Differences, cells of the map and near misses, in signs and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.describe import lesson, words

if TYPE_CHECKING:
    from sim.comparison import Cell, Difference, FactChange, NearMiss
    from sim.settings import Settings


def token_difference(difference: Difference) -> str:
    """ "+4 teaching tokens (more)", or "no difference"."""
    return _signed(difference.tokens, "teaching token")


def item_difference(difference: Difference) -> str:
    """How many more or fewer items the context holds, and which came and went."""
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


def covered_difference(difference: Difference) -> str:
    """How many more or fewer turns the summary covers."""
    return _signed(difference.covered, "turn folded", "turns folded")


def mention_difference(change: FactChange) -> str:
    """Which items have begun or ceased to mention a fact."""
    return _moves(change.mentions_gained, change.mentions_lost, "now mentioned by", "no longer mentioned by")


def backing_difference(change: FactChange) -> str:
    """Which user's turns have begun or ceased to back a fact."""
    return _moves(change.backing_gained, change.backing_lost, "now backed by", "no longer backed by")


def difference(difference: Difference) -> tuple[str, ...]:
    """Everything that differs, a line each; the one line "no difference" if nothing does."""
    lines = [
        token_difference(difference),
        item_difference(difference),
        evicted_difference(difference),
        covered_difference(difference),
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
    noun = "teaching token" if miss.tokens == 1 else "teaching tokens"
    return f"{miss.tokens} more {noun} would have kept {miss.turn}."


def smallest_budget(settings: Settings, budget: int | None) -> str:
    """The smallest budget that still backs the fact under the policy of these settings."""
    under = policy(settings)
    if budget is None:
        return f"{under}: no budget backs it at this moment."
    return f"{under}: {budget} is the smallest budget that still backs it."


def policy(settings: Settings) -> str:
    """The policy's title, with the fidelity where it matters."""
    if not settings.rule.uses_fidelity:
        return settings.rule.title
    return f"{settings.rule.title}, {lesson.fidelity(settings.fidelity).lower()}"


def cell(cell: Cell, fact_id: str | None = None) -> str:
    """One choice of settings: what the context weighs and keeps, and whether it proves the fact."""
    text = (
        f"{policy(cell.settings)}, budget {cell.settings.budget}: "
        f"{words.tokens(cell.tokens)}, {words.counted(cell.retained, 'turn')} retained"
    )
    if fact_id is not None:
        standing = cell.facts[fact_id]
        backed = f"backed by {words.names(standing.backed_by)}" if standing.backed else "not backed"
        text += f", {'mentioned' if standing.mentioned else 'not mentioned'}, {backed}"
    return f"{text}, over the budget." if cell.over_budget else f"{text}."


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
