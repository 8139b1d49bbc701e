"""A lesson's guide on paper: what its sheets say beside the words of the guide itself."""

from __future__ import annotations

from sim.analysis.failed_calls import NONE_FAILED, Failures
from sim.analysis.guide_step import Sheet
from sim.describe import evidence, failures, frames, words
from sim.lesson.fact import Fact
from sim.state.provenance import FactStatus
from sim.state.summary import Summary

LEARNER = "Print handout"
TEACHER = "Print teacher's copy"
FOR_TEACHER = "Teacher's copy, with the answers"
NAME = "Name"
DATE = "Date"
TICK = "Tick one answer"
WHY = "Why do you think so?"
RIGHT = "right"
TRIED = "Your settings, and what they come to"
MARKS = {"backed": "evidence", "recorded": "record", "mentioned": "mention"}  # of an item of the context, by its kind
NOT_YET = (
    "The handout of this lesson is not made yet, so this is the page itself. It is made a moment after the lesson is open, "
    "and for a very long lesson when you press Print handout: then print again."
)
BLOCKED = "The browser opened no window to print. Use its own menu, or open this page in a tab of its own."


def moment(sheet: Sheet) -> str:
    """What a sheet's context is: its moment, its weight, that it is the moment before the question, and what has failed."""
    held = frames.meter(sheet.frame, sheet.frame.settings.budget)
    before = "" if sheet.text else ", before the moment of the question"
    failed = f" {failures.so_far(sheet.failures)}." if sheet.failures.count else ""
    return f"The context after message {sheet.frame.index}, at {words.seconds(sheet.frame.seconds)}{before}: {held}.{failed}"


def stands_for(summary: Summary) -> str:
    """How many turns a summary stands for."""
    return f"for {words.counted(len(summary.covers), 'turn')}"


def fact(fact: Fact, standing: FactStatus | None, failed: Failures = NONE_FAILED) -> str:
    """A fact, whether it is proven or recorded, and by what; without its standing, which would tell an answer, the fact alone."""
    if standing is None:
        return fact.statement
    stated, state = fact.statement.removesuffix("."), evidence.fact_state(standing, failed)
    return f"{stated}: {state}. {evidence.evidence(standing) if standing.through else evidence.mention(standing)}"


def left_out(count: int) -> str:
    """A note that not every item of a long context is listed."""
    return f"{words.counted(count, 'item')} between them are not listed."
