"""Tests that a learner sees by whom a fact is established: a user's own words and a tool's own result are told apart everywhere."""

import pytest
from playwright.sync_api import expect

from sim import describe
from sim.guide.steps import pages
from sim.library import find

from .screen import Screen
from .test_accessibility import violations

LESSON = find("records-and-evidence")
WISH = LESSON.facts[1]
GUIDE = describe.guide


@pytest.fixture
def screen(booted):
    """The module's page, with nothing answered. Fails on foreign requests and on errors."""
    screen, watch = booted
    screen.page.evaluate("localStorage.clear()")
    yield screen
    watch.check()


def told(screen: Screen, *definitions: str) -> None:
    """Expect these sentences of the evidence: for each fact its mention, and its evidence or its record."""
    expect(screen.panel("Evidence").get_by_role("definition")).to_have_text(list(definitions))


def test_a_record_leaves_and_the_agents_repetition_does_not_replace_it(screen):
    screen.open("?lesson=records-and-evidence&t=24")
    told(
        screen,
        "Yes. Mentioned by T4.", "Yes. Recorded by T4, the tool's own result in the context.",
        "Yes. Mentioned by T2.", "Yes. Backed by T2, the user's own turn in the context.",
    )  # fmt: skip
    screen.press("Next message")
    screen.press("Next message")
    expect(screen.status).to_contain_text("T3 and T4 were evicted")
    told(
        screen,
        "Yes. Mentioned by T5.", "No. No tool's result records it.",
        "Yes. Mentioned by T5.", "No. No user's turn backs it.",
    )  # fmt: skip
    screen.press(LESSON.probes[0].question)
    expect(screen.status).to_contain_text("Can be said, but not recorded: “shipped on 3 May”.")
    expect(screen.panel(GUIDE.HEADING)).to_contain_text("The record was lost at 36 seconds, when T6 arrived")


def test_the_guide_asks_about_the_record_and_a_summary_carries_both(screen):
    screen.open("?lesson=records-and-evidence&step=2")
    guide, steps = screen.panel(GUIDE.HEADING), pages(LESSON)
    expect(guide).to_contain_text("will a tool's own result still record this fact")
    screen.press(steps[1].question.answer.text)
    expect(guide).to_contain_text(f"As you said: {steps[1].question.answer.text}.")
    screen.press(GUIDE.NEXT)
    screen.press(GUIDE.SKIP)
    screen.press(GUIDE.NEXT)
    screen.press(steps[3].question.answer.text)
    expect(guide).to_contain_text(steps[3].text)
    told(
        screen,
        "Yes. Mentioned by S.", "Yes. Recorded by T4, carried by the summary S.",
        "Yes. Mentioned by S.", "Yes. Backed by T2, carried by the summary S.",
    )  # fmt: skip
    expect(screen.panel("Context")).to_contain_text("evidence: carries the user's T2; record: carries the tool's T4")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_records_are_shown(screen, scheme):
    screen.page.emulate_media(color_scheme=scheme)
    screen.open("?lesson=records-and-evidence&t=24")
    told_of = screen.panel("Evidence")
    expect(told_of).to_contain_text("recorded")
    expect(told_of).to_contain_text(WISH.statement)
    assert violations(screen) == []
    screen.page.emulate_media(color_scheme="light")
