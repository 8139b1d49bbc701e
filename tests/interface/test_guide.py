"""Tests that a learner without any help can follow the guide with the keyboard, answer its questions and return to a step."""

import pytest
from playwright.sync_api import expect

from sim import describe
from sim.guide.steps import pages

from .screen import LESSON, Screen
from .test_accessibility import violations

GUIDE = describe.guide
STEPS = pages(LESSON)


@pytest.fixture
def screen(booted):
    """The module's page. Each test opens its own address and has answered nothing. Fails on foreign requests and on errors."""
    screen, watch = booted
    screen.page.evaluate("localStorage.clear()")
    yield screen
    watch.check()


def at_step(screen: Screen, number: int) -> None:
    """Expect that the guide, the address and the live region all name this step as the open one."""
    page = STEPS[number - 1]
    expect(screen.panel(GUIDE.HEADING)).to_contain_text(f"{GUIDE.place(page)}{page.title}")
    expect(screen.status).to_contain_text(f"{GUIDE.place(page)}: {page.title}")
    screen.addressed(step=number, policy=page.settings.policy)


def test_the_guide_is_gone_through_by_the_keyboard(screen):
    screen.open()
    guide = screen.panel(GUIDE.HEADING)
    expect(guide).to_contain_text(GUIDE.UNGUIDED)
    expect(screen.button(GUIDE.PREVIOUS)).to_be_disabled()
    for page in STEPS:
        screen.press(GUIDE.NEXT)
        at_step(screen, page.number)
        if page.question:
            expect(guide).to_contain_text(page.question.text)
            expect(guide).not_to_contain_text(page.text)
            screen.at(page.opening)
            screen.press(page.question.answer.text)
            expect(guide).to_contain_text(f"As you said: {page.question.answer.text}. {page.question.reason}")
        expect(guide).to_contain_text(page.text)
        screen.at(page.seconds)
    expect(screen.button(GUIDE.NEXT)).to_be_disabled()


def test_a_wrong_prediction_and_a_skipped_one_are_shown_beside_what_is_right(screen):
    screen.open("?step=2")
    guide = screen.panel(GUIDE.HEADING)
    screen.press("T1")
    expect(guide).to_contain_text("You said: T1. The answer: T2.")
    expect(screen.status).to_contain_text("You said: T1. The answer: T2.")
    screen.holds("T1", "T3", "T4")
    screen.press(GUIDE.NEXT)
    screen.press(GUIDE.SKIP)
    expect(guide).to_contain_text("You skipped the question. The answer: The exact answer, but without proof.")


def test_whoever_wanders_off_is_told_and_led_back(screen):
    screen.open("?step=1")
    guide = screen.panel(GUIDE.HEADING)
    expect(guide).to_contain_text(STEPS[0].text)
    screen.at(22.5)
    expect(guide).not_to_contain_text("This is not what")
    screen.press("Next message")
    expect(guide).to_contain_text("This is not what step 1 of 5 is about.")
    screen.press(GUIDE.SHOW)
    expect(guide).not_to_contain_text("This is not what")
    screen.at(22.5)


def test_the_agent_is_asked(screen):
    screen.open("?t=30")
    guide = screen.panel(GUIDE.HEADING)
    screen.at(30)
    screen.press(LESSON.probes[0].question)
    expect(guide).to_contain_text(
        "Can be said, but not proven: “concise bullets”. It rests on T3, which only repeats it"
    )
    screen.press("Next message")
    expect(guide).not_to_contain_text("Can be said")


def test_the_challenge_follows_a_free_budget(screen):
    screen.open("?budget=20&policy=summarize-older")
    guide = screen.panel(GUIDE.HEADING)
    expect(guide).to_contain_text("Reached. Budget: 20 teaching tokens.")
    expect(guide).to_contain_text(
        "The best that you have found: 20 teaching tokens, with budget 20, summarize older turns, preserve."
    )


@pytest.mark.parametrize("query", ["?step=2", "?step=4&t=60", "?lesson=who-reads-what&step=5"])
def test_axe_finds_nothing_in_a_step(screen, query):
    screen.open(query)
    expect(screen.panel(GUIDE.HEADING)).to_contain_text("Step ")
    assert violations(screen) == []


VEIL = """() => {
  const { fill_alpha, line_alpha } = Bokeh.documents.at(-1).get_model_by_name("future-context");
  return Math.min(fill_alpha, line_alpha);
}"""


def covers(screen: Screen) -> None:
    """Expect that nothing on the page tells what comes later, and that a sentence says so where something is missing."""
    page = screen.page
    expect(page.locator(".guide[data-asks]")).to_be_visible()
    expect(page.locator(".fact-state").first).to_be_hidden()
    assert page.evaluate(VEIL) == 1
    picture = screen.panel(describe.labels.PICTURE)
    for told in (
        picture.locator(".long"),
        picture.locator("table"),
        page.locator(".strips"),
        page.locator(".frontier-words"),
    ):
        expect(told.filter(visible=True)).to_have_count(0)
    for panel in (picture, screen.panel(describe.spaces.HEADING)):
        expect(panel.get_by_text(GUIDE.UNTIL)).to_be_visible()
    expect(screen.panel(GUIDE.HEADING)).to_contain_text(GUIDE.COVERED)


def uncovers(screen: Screen) -> None:
    page = screen.page
    expect(page.locator(".fact-state").first).to_be_visible()
    assert page.evaluate(VEIL) < 1
    expect(screen.panel(describe.labels.PICTURE).locator(".long")).to_be_visible()
    expect(page.locator(".strips")).to_be_visible()
    expect(page.get_by_text(GUIDE.UNTIL).filter(visible=True)).to_have_count(0)
    expect(screen.panel(GUIDE.HEADING)).not_to_contain_text(GUIDE.COVERED)


def test_an_open_question_covers_its_answer_everywhere_until_it_is_skipped(fresh):
    fresh.open()
    for number in range(1, 1 + next(k for k, step in enumerate(LESSON.steps, 1) if step.question)):
        fresh.press(GUIDE.NEXT)
        expect(fresh.page.locator(".guide .place")).to_contain_text(f"Step {number} ")
    covers(fresh)
    fresh.press(GUIDE.SKIP)
    uncovers(fresh)


@pytest.mark.parametrize("query", ["?step=2", "?lesson=code-review&step=2"])
def test_an_address_that_opens_a_question_covers_its_answer_as_well(fresh, query):
    fresh.open(query)
    covers(fresh)
    fresh.press("Next message")
    fresh.press("Next message")
    uncovers(fresh)


def test_a_step_brings_the_row_that_it_is_about_into_view(fresh):
    fresh.open("?lesson=code-review")
    for number in range(1, 6):
        fresh.press(GUIDE.NEXT)
        expect(fresh.page.locator(".guide .place")).to_contain_text(f"Step {number} ")
    row = fresh.page.locator("#slot-context li[data-id=S]")
    expect(row).to_be_in_viewport()
    expect(row.get_by_text("S", exact=True)).to_be_in_viewport()
