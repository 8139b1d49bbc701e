"""Headings, buttons, columns and rows: short words for the page and the command line, so that both use the same names."""

from __future__ import annotations

from sim.analysis.survey import Cell
from sim.describe import words
from sim.describe.proofs import PROOFS
from sim.lesson.budget_range import BudgetRange
from sim.lesson.fact import Fact

# Panels
LESSON = "Lesson"
LESSONS = "All lessons"
SETTINGS = "Settings"
TRANSPORT = "Transport"
CONTEXT = "Context"
EVIDENCE = "Evidence"
TRANSCRIPT = "Transcript"
PICTURE = "Picture"
COMPARE = "Compare"
NOTES = "Notes"
FILES = "Files"
PROBES = "Questions"

# Buttons and fields
PREVIOUS = "Previous message"
NEXT = "Next message"
RESTART = "Restart"
SPEED = "Speed"
TIMELINE = "Timeline"
STAY = "Stay at this moment"
EXPORT_NOTES = "Export notes"
EXPORT_REPLAY = "Export fixture JSON"
EXPORT_LESSON = "Export lesson JSON"
OPEN = "Open fixture"

# Columns
WHAT = "What"
BASELINE = "Baseline"
CURRENT = "Current"
DIFFERENCE = "Difference"
MESSAGE = "Message"
SECONDS = "Seconds"
BEFORE = "Before"
AFTER = "After"
DID = "The policy"
LINE = "Line"
TOKENS = "Teaching tokens"
POLICY = "Policy"
BUDGET = "Budget"
RETAINED = "Turns retained"
WINDOW = "Window"
PROBLEMS = "Problems"
FAILED = "Calls that failed"
KEY = "Key"
DOES = "What it does"
FOCUS = "Where the focus is"
FRAMES = ("At", "Arrived", TOKENS, CONTEXT, DID)

# Rows of the comparison
ARRIVED = "Messages arrived"
ITEMS = "Items in the context"
EVICTED = "Turns evicted"
FOLDED = "Turns folded"
HIDDEN = "Turns hidden"

# A term of the evidence
MENTIONED = "fact mentioned"


def speed(value: float) -> str:
    """ "2x"."""
    return f"{value:g}x"


def from_file(title: str, name: str) -> str:
    """The name in the list of lessons for a lesson that was opened from a file."""
    return f"{title} ({name})"


def any_budget(free: BudgetRange) -> str:
    """The label of the slider for a budget of one's own: "Any budget from 6 to 64"."""
    return f"Any budget from {free.lowest} to {free.highest}"


def fact_mentioned(fact: str) -> str:
    """The heading of the comparison's row about a fact's mentions."""
    return f"{fact} mentioned"


def fact_backed(fact: Fact) -> str:
    """The heading of the comparison's row about a fact's evidence or its record."""
    return f"{fact.id} {PROOFS[fact.source].done}"


def backed(fact: Fact) -> str:
    """The term for a fact's evidence or its record."""
    return PROOFS[fact.source].term


def cell(cell: Cell, choice: str) -> tuple[str, str, str, str]:
    """The words that a screen reader says around a cell's numbers.

    In order: before the number of tokens, after it, the number of turns, and after that.
    """
    unit = "teaching token" if cell.tokens == 1 else "teaching tokens"
    return (
        f"{choice}, budget {cell.settings.budget}: ",
        f" {unit}, ",
        words.counted(cell.retained, "turn"),
        " retained,",
    )
