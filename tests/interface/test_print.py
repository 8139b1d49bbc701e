"""Tests the printed page, because learners hand in their results on paper or as a PDF, where nothing can scroll or unfold.

The page is measured with its print styles. Nothing may be cut off or covered, and the print must be dark on white.
"""

import json
import re

import pytest
from engine.making import document, encoded, turn
from playwright.sync_api import Page, expect

from sim import describe
from sim.export.writing import fixture_bytes
from sim.guide.steps import page as step_of
from sim.library import find, lessons

from .screen import LESSON, WORDS, Screen

NOTED = "\n".join(f"line {k} of the notes" for k in range(40))
# Finds every element that hides a part of its content, or that has a fixed position and so covers the paper. Elements only for
# screen readers are left out, and elements without an area, in which Bokeh measures texts.
CUT = """() => [...document.querySelectorAll("body *")].filter((element) => {
  const style = getComputedStyle(element);
  const { width, height } = element.getBoundingClientRect();
  if (!(width && height) || style.clipPath !== "none") return false;
  if (style.position === "fixed") return true;
  const hides = ["hidden", "auto", "scroll", "clip"].includes(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
  return hides && element.textContent.trim();
}).map((element) => `${element.tagName} ${element.id} ${element.className}`)"""
PRINTED = """() => new Promise((done) => addEventListener("beforeprint", () => done(document.querySelector("main").innerText), { once: true }))"""
SHADES = """() => {
  const shade = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number).reduce((sum, part) => sum + part) / 3;
  const paper = getComputedStyle(document.documentElement);
  return ["h2", ".text", ".statement", ".printed"].map((it) => shade(getComputedStyle(document.querySelector(it)).color)).concat(shade(paper.backgroundColor));
}"""


UNGUIDED = json.loads(fixture_bytes(LESSON)) | {"steps": [], "goal": None}
PAPER = describe.handouts
PRINTS = "main[data-prints={}]"  # what the page would print
STUB = "globalThis.print = () => dispatchEvent(new Event('beforeprint'));"  # the browser's own window cannot be tested


@pytest.fixture
def printing(screen):
    """The first lesson without its guide, because a lesson with a guide prints a handout."""
    file = {"name": "unguided.json", "mimeType": "application/json", "buffer": encoded(UNGUIDED)}
    screen.page.get_by_label("Open fixture", exact=True).set_input_files(file)
    expect(screen.panel(LESSON.title)).to_contain_text("unguided.json")
    expect(screen.button(PAPER.LEARNER)).to_be_hidden()
    yield screen
    screen.page.emulate_media(media="screen", color_scheme="light")
    if screen.button(WORDS.COLLAPSE).is_visible():
        screen.press(WORDS.COLLAPSE)
    screen.notes.fill("")


def paper(screen: Screen) -> str:
    """The text of the printed page."""
    screen.page.emulate_media(media="print")
    return screen.page.locator("main").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("state", ["page", "expanded"])
def test_everything_prints_from_every_state(printing, state, scheme):
    screen, page = printing, printing.page
    page.emulate_media(color_scheme=scheme)
    screen.notes.fill(NOTED)
    screen.seek(60)
    if state == "expanded":
        screen.press("Expand experiment")
    text = paper(screen)
    assert NOTED.replace("\n", "") in text.replace("\n", "")
    assert PAPER.NOT_YET not in text
    for words in (LESSON.title, LESSON.about, describe.STATEMENT, *(said.text for said in LESSON.turns)):
        assert words in text
    assert page.evaluate(CUT) == []
    experiment, notes = (page.locator(place).bounding_box() for place in ("#experiment", "#slot-notes"))
    assert experiment["y"] + experiment["height"] <= notes["y"]
    *words, white = page.evaluate(SHADES)
    assert white == 255 and max(words) < 128
    page.emulate_media(media="screen")


def test_what_is_folded_prints_and_is_folded_again(printing):
    page = printing.page
    printing.seek(60)
    printed = page.evaluate_handle(f"() => ({{ text: ({PRINTED})() }})")
    page.pdf()
    assert '"covered": []' in printed.evaluate("it => it.text")
    assert page.locator("details[open]").count() == 0


def test_a_dialog_does_not_lie_over_the_paper(printing):
    printing.press(WORDS.HELP)
    printing.page.emulate_media(media="print")
    expect(printing.help).to_be_hidden()
    printing.page.emulate_media(media="screen")


def test_a_long_lesson_prints_whole(fresh):
    screen = fresh.open()
    whole = document([turn(f"T{k}", "user", 5, text=f"text {k} of many") for k in range(60)], title="A long lesson")
    file = {"name": "long.json", "mimeType": "application/json", "buffer": encoded(whole)}
    screen.page.get_by_label("Open fixture", exact=True).set_input_files(file)
    expect(screen.panel("A long lesson")).to_be_visible()
    screen.timeline.press("End")
    expect(screen.timeline).to_have_attribute("aria-valuetext", "60 seconds, message 60 of 60")
    screen.page.set_viewport_size({"width": 1280, "height": 800})
    text = paper(screen)
    assert all(f"text {k} of many" in text for k in range(60))
    assert screen.page.evaluate(CUT) == []


def pages(page: Page) -> int:
    """The number of A4 pages; while the print styles are emulated, because a PDF has the styles that are."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


def printed_copy(screen: Screen, button: str) -> tuple[str, int]:
    """The text and the number of A4 pages of the copy that a button prints."""
    screen.press(button)
    screen.page.wait_for_selector(PRINTS.format("copy"), state="attached")
    text, count = paper(screen), pages(screen.page)
    screen.page.emulate_media(media="screen")
    return text, count


def test_every_guide_prints_as_a_handout_without_answers_and_as_a_teachers_copy(fresh):
    fresh.page.add_init_script(STUB)
    screen = fresh.open()
    for name in lessons():
        fixture = find(name)
        screen.page.get_by_label("Lesson", exact=True).select_option(name)
        screen.addressed(lesson=name)
        screen.page.wait_for_selector(PRINTS.format("handout"), state="attached")
        learners = paper(screen)
        assert 2 <= pages(screen.page) <= 4, name
        screen.page.emulate_media(media="screen")
        teachers, count = printed_copy(screen, PAPER.TEACHER)
        assert 2 <= count <= 4, name
        for number in range(1, len(fixture.steps) + 1):
            step = step_of(fixture, number)
            for words in (f"{describe.guide.place(step)}: {step.title}", describe.guide.about(step, fixture)):
                assert words in learners and words in teachers
            assert step.text in teachers and (step.text in learners) == (step.question is None)
            if step.question:
                assert step.question.text in learners and all(one.text in learners for one in step.question.choices)
                assert step.question.reason in teachers and step.question.reason not in learners
        assert PAPER.RIGHT in teachers and f"({PAPER.RIGHT})" not in learners
        assert PAPER.FOR_TEACHER not in learners and describe.STATEMENT in learners
        screen.page.wait_for_selector(PRINTS.format("handout"), state="attached")  # the teacher's copy is gone
        expect(screen.page.locator(".teacher")).to_have_count(0)


def test_a_handout_carries_the_notes_and_hides_what_was_answered(fresh):
    fresh.page.add_init_script(STUB)
    screen = fresh.open("?step=2")
    screen.press("T2")
    expect(screen.panel(describe.answers.HEADING)).to_contain_text("Step 2 of 5")
    screen.notes.fill(NOTED)
    screen.page.wait_for_selector(PRINTS.format("handout"), state="attached")
    text = paper(screen)
    assert "line 39 of the notes" in text and PAPER.WHY in text
    assert "As you said" not in text and describe.answers.HEADING not in text
    assert screen.page.evaluate(CUT) == []
    screen.page.emulate_media(media="screen")
    learners, _ = printed_copy(screen, PAPER.LEARNER)
    assert PAPER.WHY in learners
    teachers, _ = printed_copy(screen, PAPER.TEACHER)
    assert "line 39 of the notes" not in teachers


def test_a_page_without_its_handout_says_so_and_prints_itself(fresh):
    screen = fresh.without_python()
    text = paper(screen)
    assert PAPER.NOT_YET in text and LESSON.about in text and describe.guide.HEADING not in text.splitlines()


def test_a_browser_that_opens_no_window_says_so(fresh):
    fresh.page.add_init_script("globalThis.print = () => {};")
    screen = fresh.open()
    screen.press(PAPER.TEACHER)
    expect(screen.status).to_have_text(PAPER.BLOCKED)
    expect(screen.page.locator(".teacher")).to_have_count(0)
