"""Tests in the browser that a call that fails is seen and heard to fail, and that what follows is marked as never reached."""

import re

import pytest
from playwright.sync_api import expect

from sim import describe
from sim.policies.registry import POLICIES

from .screen import WORDS, Screen
from .test_accessibility import violations

NEVER = describe.failures.NOT_REACHED
PROMPT = "its prompt is 470 of 400 teaching tokens"


@pytest.fixture
def screen(booted):
    """The module's page. Fails on foreign requests and on errors."""
    screen, watch = booted
    yield screen
    watch.check()


def row(screen: Screen, turn: str):
    return screen.turns.filter(has=screen.page.get_by_text(turn, exact=True))


def test_a_failed_call_is_announced_at_its_turn_and_every_later_turn_is_marked(screen):
    screen.open("?lesson=late-count&t=30")
    context = screen.panel("Context")
    expect(context).to_contain_text(f"The call that follows would fail: {PROMPT}.")
    expect(row(screen, "T10")).not_to_contain_text(NEVER)
    screen.button("Next message").press("Enter")
    said = f"No model would have written T11: {PROMPT}; the recording goes on."
    expect(screen.status).to_contain_text(said)
    expect(context).to_contain_text(said)
    expect(screen.items.last).to_contain_text(NEVER)
    expect(row(screen, "T11")).to_contain_text(NEVER)
    expect(row(screen, "T12")).not_to_contain_text(NEVER)  # it has not arrived
    screen.timeline.press("End")
    expect(screen.status).to_contain_text(
        "These settings never reach this turn: the call for T11 failed at 30 seconds."
    )
    expect(screen.panel("Evidence")).to_contain_text("only mentioned, after a call that failed")
    expect(row(screen, "T12")).to_contain_text(NEVER)
    expect(row(screen, "T10")).not_to_contain_text(NEVER)
    assert violations(screen) == []


def test_the_comparison_never_calls_a_fact_proven_without_the_failed_calls(screen):
    sliding = POLICIES["adk-sliding"].title
    screen.open("?lesson=tail-or-window&policy=adk-sliding&t=0")
    screen.button("Capture baseline").press("Enter")
    expect(screen.button("Replace baseline")).to_be_visible()
    screen.timeline.press("End")
    expect(screen.cell(sliding, 400)).to_contain_text("2 calls failed, first at 42 s")
    expect(screen.cell(sliding, 400)).to_contain_text("proven")
    table = screen.page.get_by_role("table", name=WORDS.BASELINE_CAPTION)
    failed = table.get_by_role("row").filter(has_text=re.compile(f"^{describe.labels.FAILED}"))
    expect(failed.get_by_role("cell")).to_have_text(["none", "2 calls failed, first at 42 s", "+2 failed calls (more)"])
    expect(screen.panel("Compare")).to_contain_text("With it, 6 calls failed, first at 30 s.")
    expect(screen.panel("Evidence")).to_contain_text("proven, after a call that failed")
