"""Numbers and names as a sentence has them."""

from collections.abc import Sequence


def number(value: float) -> str:
    """7.5 or 30, never 30.0."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def seconds(value: float) -> str:
    """ "7.5 seconds", "1 second"."""
    return counted(value, "second")


def tokens(value: int) -> str:
    """ "21 teaching tokens", "1 teaching token"."""
    return counted(value, "teaching token")


def counted(value: float, noun: str, nouns: str | None = None) -> str:
    """The number with its noun, in the singular for one."""
    return f"{number(value)} {noun if value == 1 else nouns or f'{noun}s'}"


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
    """A sign for the eye: "+4", a true minus sign in "−4", and "0"."""
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"
