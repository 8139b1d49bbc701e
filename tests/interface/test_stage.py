"""The whole experiment is one view: whatever a step of a guide points at is seen when its moment comes, without scrolling the page."""

import re

import pytest
from engine.making import document, encoded, turn
from playwright.sync_api import expect

from sim.guide.steps import pages
from sim.library import find, lessons
from web.views.by_kind import LANES

from .screen import WORDS

SIZES = ((1280, 800), (1366, 768), (1920, 1080))
PARTS = (
    "#slot-settings",
    ".chart",
    "#slot-transport",
    "#status",
    "#slot-context",
    "#slot-evidence",
    "#slot-transcript",
)
# The parts that are not wholly in the window, and those that lie over another.
OUTSIDE = """parts => {
  const boxes = parts.map((part) => [part, document.querySelector(part).getBoundingClientRect()]);
  const outside = ([, { left, top, right, bottom, width, height }]) => left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5 || width < 100 || height < 10;
  const over = boxes.flatMap(([one, a], k) => boxes.slice(k + 1).filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1).map(([other]) => `${one} ${other}`));
  return [...boxes.filter(outside).map(([part]) => part), ...over];
}"""
# Where the picture's frame and the range's thumb begin and end, in pixels.
SCALES = """() => {
  const plot = Bokeh.documents.at(-1).get_model_by_name("plot-context");
  const view = Bokeh.index.find_one_by_id(plot.id);
  const left = view.el.getBoundingClientRect().left + view.frame.bbox.left;
  const range = document.getElementById("timeline").getBoundingClientRect();
  return [left, left + view.frame.bbox.width, range.left + 11, range.right - 11];
}"""


@pytest.fixture
def staged(booted):
    screen, watch = booted
    yield screen
    screen.page.set_viewport_size({"width": 1280, "height": 720})
    watch.check()


@pytest.mark.parametrize("width, height", SIZES)
@pytest.mark.parametrize("lesson", lessons())
def test_the_whole_experiment_is_in_the_window_at_every_step(staged, lesson, width, height):
    page = staged.page
    page.set_viewport_size({"width": width, "height": height})
    staged.open(f"?lesson={lesson}")
    assert page.evaluate(OUTSIDE, PARTS) == []
    for step in pages(find(lesson)):
        page.get_by_role("button", name="Next step", exact=True).click()
        expect(page.get_by_role("heading", name=step.title, exact=True, level=3)).to_be_visible()
        page.get_by_role("button", name="Show me", exact=True).click()
        assert page.evaluate(OUTSIDE, PARTS) == []
        assert page.evaluate("scrollY") == 0


def test_expanded_it_fills_the_window(staged):
    page = staged.page
    page.set_viewport_size({"width": 1280, "height": 800})
    staged.open("?t=30")
    staged.press("Expand experiment")
    assert page.evaluate(OUTSIDE, PARTS) == []
    staged.press(WORDS.COLLAPSE)


@pytest.mark.parametrize("width, height", [*SIZES, (768, 1024), (390, 844), (320, 640)])
def test_the_thumb_stands_under_the_pictures_playhead(staged, width, height):
    page = staged.page
    page.set_viewport_size({"width": width, "height": height})
    staged.open("?t=30")
    expect(staged.timeline).to_be_enabled()
    for _ in range(50):
        left, right, first, last = page.evaluate(SCALES)
        if abs(left - first) < 1 and abs(right - last) < 1:
            break
        page.evaluate("() => new Promise(requestAnimationFrame)")
    assert (abs(left - first) < 1, abs(right - last) < 1) == (True, True)


def test_pointing_at_the_picture_seeks(staged):
    page = staged.page
    page.set_viewport_size({"width": 1280, "height": 800})
    staged.open()
    left, right, *_ = page.evaluate(SCALES)
    box = page.locator(".chart").bounding_box()
    page.mouse.click(left + (right - left) / 2, box["y"] + 40)
    staged.addressed(t=30)
    staged.at(30)
    page.mouse.move(left + (right - left) / 2, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(right + 50, box["y"] + 40)
    page.mouse.up()
    staged.at(60)


MARKED = """id => [...document.querySelectorAll("#experiment [data-id], #experiment [data-of]")]
  .filter((element) => getComputedStyle(element).outlineStyle === "solid")
  .map((element) => element.dataset.id).filter((name, k, all) => all.indexOf(name) === k)"""
SELECTED = """() => ["turns", "lives"].map((name) => {
  const { data, selected } = Bokeh.documents.at(-1).get_model_by_name(`data-${name}`);
  return [...new Set(selected.indices.map((index) => data.id[index]))];
})"""


@pytest.mark.parametrize("way", ["pointer", "keyboard"])
def test_what_is_pointed_at_is_marked_everywhere(staged, way):
    page = staged.page
    page.set_viewport_size({"width": 1280, "height": 800})
    staged.open("?t=30")
    row = page.locator("#slot-transcript li[data-id=T3]")
    if way == "pointer":
        row.hover()
    else:
        page.locator("#slot-transcript ol").focus()
        for _ in range(3):
            page.keyboard.press("ArrowDown")
        expect(row).to_be_focused()
    assert set(page.evaluate(MARKED)) == {"T3", "fact:report-format"}
    assert page.evaluate(SELECTED) == [["T3"], ["T3"]]


def test_in_a_long_session_a_turn_that_is_pointed_at_has_a_bar_in_its_kinds_lane(staged):
    page = staged.page
    page.set_viewport_size({"width": 1280, "height": 800})
    staged.open()
    long = document([turn(f"L{k}", "user", 1) for k in range(LANES + 1)], id="long", title="A long session")
    file = {"name": "long.json", "mimeType": "", "buffer": encoded(long)}
    page.get_by_label("Open fixture", exact=True).set_input_files(file)
    expect(page.get_by_role("heading", name="A long session", exact=True)).to_be_visible()
    expect(page.locator("#slot-picture")).to_contain_text(f"L{LANES}")
    page.locator("#slot-transcript li[data-id=L3]").hover()
    assert page.evaluate(SELECTED) == [["L3"], ["L3"]]
    page.mouse.move(0, 0)
    assert page.evaluate(SELECTED) == [[], []]


def test_without_a_picture_its_room_goes_to_the_lists(staged):
    page = staged.page
    page.set_viewport_size({"width": 1280, "height": 800})
    staged.open("?t=30")
    lists = page.locator("#slot-transcript")
    before = lists.bounding_box()["height"]
    page.locator(".picture").evaluate(
        "section => section.classList.add('undrawn')"
    )  # as Python does for a very long session
    expect(page.locator(".chart")).to_be_hidden()
    assert page.evaluate(OUTSIDE, [part for part in PARTS if part != ".chart"]) == []
    assert lists.bounding_box()["height"] > before + 100


def test_an_arrival_marks_what_is_new_and_what_left(staged):
    staged.page.set_viewport_size({"width": 1280, "height": 800})
    staged.open("?t=30")
    page = staged.page
    expect(page.locator("#slot-context li.now")).to_have_text([re.compile("^T4 user new")])
    expect(page.locator("#slot-transcript li.left")).to_have_count(1)
    expect(page.locator("#slot-transcript li.left")).to_contain_text("T2")


def test_the_moment_stays_where_that_is_chosen_and_after_a_reload(fresh):
    screen, page = fresh, fresh.page
    screen.open()
    screen.press("Stay at this moment")
    screen.addressed(stay=1)
    screen.seek(30)
    screen.choose(budget=36)
    screen.addressed(budget=36, t=30)
    screen.at(30)
    page.goto(screen.address)
    expect(page.get_by_role("button", name="Stay at this moment", exact=True)).to_have_attribute("aria-pressed", "true")
    screen.press("Stay at this moment")
    expect(page.get_by_role("button", name="Stay at this moment", exact=True)).to_have_attribute(
        "aria-pressed", "false"
    )


def test_any_whole_budget_can_be_chosen_with_the_keyboard(fresh):
    screen, page = fresh, fresh.page
    screen.open()
    free = page.get_by_role("slider", name="Any budget from 6 to 64", exact=True)
    free.focus()
    page.keyboard.press("ArrowRight")
    screen.addressed(budget=25)
    expect(free).to_have_value("25")
    expect(page.get_by_role("radio", name="24", exact=True)).not_to_be_checked()
    page.get_by_role("radio", name="36", exact=True).check()
    screen.addressed(budget=36)
    expect(free).to_have_value("36")
