"""Tests the row of links to the panels, because on a phone the panels stand far below each other."""

import pytest
from playwright.sync_api import expect

from sim.describe import page as words

from .test_accessibility import RULES, Axe

PHONE, LOW, PROJECTOR = {"width": 360, "height": 740}, {"width": 320, "height": 256}, {"width": 1280, "height": 800}
HEADINGS = ("Guide", "Settings", "Context", "Evidence", "Transcript", "Compare", "Notes")
SPACING = "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }"
# How much of the element is behind the row of links, behind the deck or outside the window, in pixels.
COVERED = """element => {
  const { top, bottom } = element.getBoundingClientRect();
  const over = [...document.querySelectorAll("#jumps, .deck")].filter((one) => !one.contains(element));
  const behind = over.map((one) => one.getBoundingClientRect()).map((box) => Math.min(bottom, box.bottom) - Math.max(top, box.top));
  return Math.max(0, -top, bottom - innerHeight, ...behind);
}"""
# The element that has the focus, if it is less high than the room between row and deck, and is covered.
HIDDEN = f"""() => {{
  const element = document.activeElement;
  if (element === document.body || element.closest("#jumps, .skip, .deck")) return "";
  const covered = ({COVERED})(element);
  return element.offsetHeight < 150 && covered > 2 ? `${{element.outerHTML.slice(0, 80)}}: ${{covered}}` : "";
}}"""


@pytest.fixture
def phone(screen):
    screen.page.set_viewport_size(PHONE)
    yield screen
    screen.page.set_viewport_size(PROJECTOR)


def row(screen):
    return screen.page.get_by_role("navigation", name=words.JUMPS, exact=True)


def link(screen, name: str):
    return row(screen).get_by_role("link", name=name, exact=True)


def arrived(screen, name: str) -> None:
    """Expect the focus at the panel's heading, in full sight, and the panel's link marked."""
    there = (
        screen.page.get_by_role("img", name=words.PICTURE)
        if name == "Picture"
        else screen.page.get_by_role("heading", name=name, exact=True, level=2)
    )
    expect(there).to_be_focused()
    if name != "Picture":  # which is higher
        assert there.evaluate(COVERED) == 0
    expect(row(screen).locator("[aria-current]")).to_have_text([name])
    expect(link(screen, name)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("way", ["click", "keyboard"])
def test_each_link_leads_to_its_panel(phone, way):
    address = phone.page.url
    for name in (*HEADINGS, "Picture", "Guide"):
        if way == "click":
            link(phone, name).click()
        else:
            link(phone, name).press("Enter")
        arrived(phone, name)
    assert phone.page.url == address  # its end may carry a lesson
    phone.page.keyboard.press("Tab")
    assert phone.page.evaluate("document.getElementById('slot-guide').contains(document.activeElement)")


def test_the_link_of_what_is_read_is_marked(phone):
    phone.page.evaluate("document.getElementById('slot-evidence').scrollIntoView()")
    expect(row(phone).locator("[aria-current]")).to_have_text(["Evidence"])
    phone.page.evaluate("scrollTo(0, 0)")
    expect(row(phone).locator("[aria-current]")).to_have_count(0)


@pytest.mark.parametrize("style", ["", SPACING], ids=["plain", "with-text-spacing"])
def test_nothing_that_has_the_focus_is_covered(phone, style):
    page = phone.page
    page.evaluate(
        "style => { document.head.append(Object.assign(document.createElement('style'), { id: 'spacing', textContent: style })) }",
        style,
    )
    try:
        link(phone, "Notes").click()
        for key in ("Shift+Tab", "Tab"):
            hidden = []
            for _ in range(80):
                page.keyboard.press(key)
                if page.evaluate("document.activeElement === document.body || document.activeElement.matches('.skip')"):
                    break
                hidden.append(page.evaluate(HIDDEN))
            assert len(hidden) > 10 and [one for one in hidden if one] == []
        assert page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0
    finally:
        page.evaluate("document.getElementById('spacing').remove()")


def test_a_window_without_room_scrolls_the_row_away(phone):
    phone.page.set_viewport_size(LOW)  # as 1280 x 1024 at 400 percent
    expect(phone.page.locator("html")).to_have_js_property(
        "scrollWidth", LOW["width"]
    )  # the picture is drawn anew first
    link(phone, "Transcript").click()
    expect(phone.page.get_by_role("heading", name="Transcript", exact=True)).to_be_focused()
    expect(row(phone)).not_to_be_in_viewport()


def test_from_768_pixels_there_is_no_row(phone):
    for width, visible in ((767, True), (768, False), (1280, False)):
        phone.page.set_viewport_size({"width": width, "height": 800})
        expect(row(phone)).to_have_count(int(visible))


def test_axe_finds_nothing_where_a_link_led(phone):
    link(phone, "Compare").click()
    arrived(phone, "Compare")
    assert Axe().run(phone.page, options=RULES).response["violations"] == []
