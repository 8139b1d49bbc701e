"""The order in which the bundled lessons are taught, beginning with the report preference.

It is one list and not a field of each lesson, so that adding a lesson changes no other lesson.
"""

from __future__ import annotations

ORDER = (
    "report-preference",
    "records-and-evidence",
    "trim-at-source",
    "summary-drift",
    "code-review",
    "same-mistake",
    "summary-cost",
    "late-count",
    "tail-or-window",
    "call-and-result",
    "who-reads-what",
)


def place(lesson: str) -> tuple[int, str]:
    """The sort key of a lesson, by its id; lessons that are not listed come last, sorted by id."""
    return (ORDER.index(lesson) if lesson in ORDER else len(ORDER)), lesson
