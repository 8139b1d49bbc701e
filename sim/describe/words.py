"""Numbers and names in the form for a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from sim.lesson.turn import Turn


def number(value: float) -> str:
    """The number as text: "7.5" or "30", never "30.0"."""
    rounded = round(value, 3)
    return str(int(rounded)) if rounded == int(rounded) else str(rounded)


def speaker(turn: Turn) -> str:
    """A turn's role, with the agent's name if the lesson gives one: "user", "assistant (billing)"."""
    return f"{turn.role} ({turn.author})" if turn.author and turn.author != turn.role else turn.role


def seconds(value: float) -> str:
    """ "7.5 seconds", "1 second"."""
    return counted(value, "second")


def tokens(value: int) -> str:
    """ "21 teaching tokens", "1 teaching token"."""
    return counted(value, "teaching token")


def counted(value: float, noun: str, nouns: str | None = None) -> str:
    """The number with its noun, in the singular for one."""
    return f"{number(value)} {noun if value == 1 else nouns or f'{noun}s'}"


def begun(text: str) -> str:
    """The text in the form for the beginning of a sentence."""
    return f"{text[0].upper()}{text[1:]}"


def names(ids: Sequence[str], most: int = 12) -> str:
    """ "T2", "T2 and T3", "T2, T3 and 40 more"; "nothing" for none."""
    if not ids:
        return "nothing"
    if len(ids) > most:
        return f"{', '.join(ids[:most])} and {len(ids) - most} more"
    if len(ids) == 1:
        return ids[0]
    return f"{', '.join(ids[:-1])} and {ids[-1]}"


def change(value: int) -> str:
    """The number with its sign: "+4", "−4" with a real minus sign, or "0"."""
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"
