"""Tests that the page is never wider than the screen, because lessons use any script and words of any length."""

import json
from pathlib import Path

import pytest
from engine.making import document, encoded, turn
from playwright.sync_api import expect

from .screen import WORDS, Screen

WORD = "W" * 155
FACT = "F" * 60
CASE = json.loads((Path(__file__).parent / "cases/right-to-left.json").read_bytes())
HEBREW = "\u05d4\u05e2\u05d3\u05e4\u05d4!"


def give(screen: Screen, whole: dict) -> None:
    file = {"name": f"{WORD[:90]}.json", "mimeType": "application/json", "buffer": encoded(whole)}
    screen.page.get_by_label("Open fixture", exact=True).set_input_files(file)


@pytest.mark.parametrize("width", [320, 360])
def test_an_unbroken_word_never_scrolls_the_page_sideways(fresh, width):
    screen, page = fresh, fresh.page
    page.set_viewport_size({"width": width, "height": 700})
    screen.open()
    ids = [WORD[:60] + str(k) for k in range(6)]
    give(screen, document(
        [turn(ids[0], "system", 6, text=WORD), turn(ids[1], "user", 8, text=WORD, evidence=[FACT]),
         *(turn(name, "assistant", 7, text=f"{WORD}\n{WORD}", mentions=[FACT]) for name in ids[2:])],
        id=WORD[:60], title=WORD, about=WORD, budgets=[24, 36],
        facts=[{"id": FACT, "statement": WORD, "answer": WORD, "critical": True}],
        probes=[{"id": FACT, "question": WORD, "answer": WORD, "fact": FACT}],
    ))  # fmt: skip
    expect(page.get_by_role("heading", name=WORD, exact=True).first).to_be_visible()
    for policy in ("summarize-older", "evict-oldest"):
        page.locator(f"input[value={policy}]").check()
        screen.addressed(policy=policy)
        screen.timeline.press("End")
        expect(screen.timeline).to_have_attribute("aria-valuetext", "60 seconds, message 6 of 6")
        screen.press("Capture baseline" if screen.button(WORDS.CAPTURE).is_visible() else "Replace baseline")
        while (folded := page.locator("details:not([open]) > summary:visible")).count():
            folded.first.click()
        assert page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0
        screen.press("Expand experiment")
        assert (
            page.evaluate(
                "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.getElementById('experiment'))"
            )
            <= 0
        )
        screen.press(WORDS.COLLAPSE)
    screen.button("Restart").click()
    page.goto(f"{screen.address}?lesson={WORD}&policy={WORD}")  # the notice quotes the long word, too
    expect(screen.alert).to_contain_text("W" * 40)
    assert page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0


LEFT = """element => {
  const text = element.firstChild;
  const at = (k) => {
    const range = new Range();
    range.setStart(text, k);
    range.setEnd(text, k + 1);
    return range.getBoundingClientRect().left;
  };
  return at(text.length - 1) < at(0);
}"""


def test_every_text_of_a_lesson_has_its_own_direction(fresh):
    screen, page = fresh.open(), fresh.page
    fact = {"id": "f", "statement": HEBREW, "answer": "so", "critical": True}
    give(screen, {**CASE, "title": HEBREW, "about": HEBREW, "facts": [fact]})
    expect(screen.panel(HEBREW)).to_be_visible()
    screen.timeline.press("End")
    expect(screen.items).to_have_count(3)
    texts = [f"{panel} >> nth={k}" for panel in (".item .text", ".turn .text") for k in range(3)]
    for place in ("#lesson-heading", ".about", ".fact h3", *texts):
        their_own = place not in (texts[2], texts[5])
        assert page.locator(place).evaluate("element => getComputedStyle(element).direction") == (
            "rtl" if their_own else "ltr"
        ), place
        assert page.locator(place).evaluate(LEFT) == their_own, (
            place
        )  # in a right-to-left text the last sign is at the left
    for place in (".turn .head >> nth=0", ".item .head >> nth=0", ".statement summary", "#context-heading"):
        assert page.locator(place).evaluate("element => getComputedStyle(element).direction") == "ltr", place


def test_notes_follow_their_own_text(fresh):
    screen = fresh.without_python()
    screen.notes.fill(HEBREW)
    assert screen.notes.evaluate("area => getComputedStyle(area).direction") == "rtl"
