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


def test_an_open_question_covers_the_evidence_and_its_answer_uncovers_it(fresh):
    fresh.open()
    asks = fresh.page.locator(".guide[data-asks]")
    for number in range(1, 1 + next(k for k, step in enumerate(LESSON.steps, 1) if step.question)):
        fresh.press(GUIDE.NEXT)
        expect(fresh.page.locator(".guide .place")).to_contain_text(f"Step {number} ")
    state = fresh.page.locator(".fact-state")
    veil = "() => Bokeh.documents.at(-1).get_model_by_name('future-context').fill_alpha"
    expect(asks).to_be_visible()
    expect(state).to_be_hidden()
    assert fresh.page.evaluate(veil) == 1
    fresh.press(GUIDE.SKIP)
    expect(state).to_be_visible()
    assert fresh.page.evaluate(veil) < 1


def test_a_step_brings_the_row_that_it_is_about_into_view(fresh):
    fresh.open("?lesson=code-review")
    for number in range(1, 6):
        fresh.press(GUIDE.NEXT)
        expect(fresh.page.locator(".guide .place")).to_contain_text(f"Step {number} ")
    row = fresh.page.locator("#slot-context li[data-id=S]")
    expect(row).to_be_in_viewport()
    expect(row.get_by_text("S", exact=True)).to_be_in_viewport()
