"""The one error for everything that a person hands in.

A lesson is written by hand and opened by somebody else. So an error names the file, the field and the value in a
single line that can be shown unchanged.
"""

from typing import Any

from msgspec import UNSET

LONGEST = 60


class InvalidInput(ValueError):
    """A fixture, an export or a setting that cannot be used.

    - `source`: the file's name, or where else the input came from; at most 200 characters. An empty name
      becomes two quotation marks.
    - `field`: a path such as `$.turns[3].tokens`; at most 120 characters.
    - `value`: the wrong value as text; at most 60 characters.
    - `problem`: what is wrong, to complete the sentence; at most 300 characters.
    """

    def __init__(self, source: str, field: str, value: str, problem: str) -> None:
        self.source = _one_line(source, 200) or shown(source)
        self.field = _one_line(field, 120)
        self.value = _one_line(value, LONGEST)
        self.problem = _one_line(problem, 300)
        super().__init__(f"{self.source}: {self.field} is {self.value}, {self.problem}.")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.source, self.field, self.value, self.problem)


def shown(value: Any) -> str:
    """The value as it appears in the file; only the size of a list or an object, and "missing" for UNSET."""
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


def figure(value: float) -> str:
    """The number as text: "30" for 30.0, and a whole number never in the form 1.75e+09."""
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def _one_line(text: str, longest: int) -> str:
    """The text on one line and not too long: a file's name or a field may contain line breaks."""
    plain = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text[: longest + 1])
    return plain if len(plain) <= longest else plain[: longest - 3] + "..."
