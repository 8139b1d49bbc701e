"""The answers that a learner gave to the guide's questions, beside what is right."""

from __future__ import annotations

from collections.abc import Sequence

from sim.analysis.asked import Answered
from sim.describe import guide

HEADING = "Your answers"
COLUMNS = ("Step", "Question", "Your answer", "What is right")
NONE = "No question of this lesson's guide is answered yet."
KEPT = "Kept in this browser with your notes, and written into the exported fixture JSON. Nobody grades them."
REFUSED = (
    "This browser refuses to store answers: they last until this page is closed. Export the fixture JSON to keep them."
)
CLEAR = "Clear answers"
CLEARED = "The answers of this lesson are cleared."
SKIPPED = "Skipped"


def step(one: Answered) -> str:
    """The step of an answer: "Step 2 of 5: What leaves first"."""
    return f"{guide.place(one)}: {one.title}"


def chosen(one: Answered) -> str:
    """What was chosen, or that the question was skipped."""
    return SKIPPED if one.chosen is None else one.question.choice(one.chosen).text


def line(one: Answered) -> str:
    """An answer in one line, for the text of the notes."""
    return f"{step(one)}. {one.question.text} {COLUMNS[2]}: {chosen(one)}. {COLUMNS[3]}: {one.question.answer.text}."


def cleared(answers: Sequence[Answered]) -> str:
    """The announcement after the button that clears the answers was pressed."""
    return CLEARED if answers else NONE
