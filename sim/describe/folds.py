"""What is folded away or left out of a long text or list, and the buttons that unfold it."""

from sim.describe import words


def unfold(turn: str, length: int) -> str:
    """The label of the button that shows the whole of a long text."""
    return f"Show all {length:,} characters of {turn}"


def unfold_lines(summary: str, count: int) -> str:
    """The label of the button that shows every line of a summary."""
    return f"Show all {count:,} lines of {summary}"


def fold(turn: str) -> str:
    """The label of the button that shortens a long text or a long list again; `turn` is the id of its turn or summary."""
    return f"Show less of {turn}"


def cut(most: int) -> str:
    """A note that even the unfolded text is cut."""
    return f"The first {most:,} characters are shown here; the lesson's file has all."


def cut_lines(most: int) -> str:
    """A note that even the unfolded list of lines is cut."""
    return f"The first {most:,} lines are shown here; the command line prints them all."


def left_out(count: int) -> str:
    """A note that a very long context is not listed whole."""
    return f"{words.counted(count, 'item')} after the leading ones are not listed here; the export has all."
