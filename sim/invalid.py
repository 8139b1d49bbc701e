"""The one error for whatever a person hands in.

A lesson is written by hand and opened by somebody else, so an error has to say which file,
which field and which value in a single line that can be shown as it stands.
"""

from typing import Any

from msgspec import UNSET

LONGEST = 60


class InvalidInput(ValueError):
    """A fixture, an export or a setting that cannot be used.

    `source` is the file's name, or what the input came from; `field` is a path such as
    `$.turns[3].tokens`; `value` is the offending value as text, cut to about sixty
    characters; `problem` completes the sentence.
    """

    def __init__(self, source: str, field: str, value: str, problem: str) -> None:
        self.source = _one_line(source, 200)
        self.field = _one_line(field, 120)
        self.value = _one_line(value, LONGEST)
        self.problem = _one_line(problem, 300)
        super().__init__(f"{self.source}: {self.field} is {self.value}, {self.problem}.")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.source, self.field, self.value, self.problem)


def shown(value: Any) -> str:
    """The value as a person would find it in the file; a list or an object by its size, UNSET as missing."""
    if value is UNSET:
        return "missing"
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case str() if len(value) > LONGEST:
            return repr(value[: LONGEST - 5]) + "..."
        case str() | float():
            return repr(value)
        case int():
            # Python refuses to print an integer of thousands of digits.
            return str(value) if abs(value) < 10**40 else "an integer of more than 40 digits"
        case list() | tuple():
            return f"a list of {len(value)}"
        case dict():
            return f"an object of {len(value)}"
    return type(value).__name__


def _one_line(text: str, longest: int) -> str:
    """A file's name or a field may hold line breaks, and the sentence must not."""
    plain = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text[: longest + 1])
    return plain if len(plain) <= longest else plain[: longest - 3] + "..."
