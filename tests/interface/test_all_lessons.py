"""Tests the list of all lessons, because the choice of lessons has no room to say what each of them teaches."""

import re

import pytest
from playwright.sync_api import expect

from sim import describe
from sim.library import find, lessons

PROJECTOR, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}


def unfolded(screen):
    summary = screen.page.get_by_text(describe.labels.LESSONS, exact=True)
    if not screen.page.locator("details.lessons").evaluate("details => details.open"):
        summary.press("Enter")
    return screen.page.locator("details.lessons").get_by_role("listitem")


@pytest.mark.parametrize("size", [PROJECTOR, PHONE], ids=["projector", "phone"])
def test_each_lesson_says_its_level_and_its_line(screen, size):
    screen.page.set_viewport_size(size)
    try:
        listed = [find(name) for name in lessons()]
        expect(unfolded(screen)).to_have_text(
            [re.compile(f"^{re.escape(f'{one.title} {describe.taught(one)}')}$") for one in listed]
        )
        assert screen.page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0
    finally:
        screen.page.set_viewport_size(PROJECTOR)


def test_a_link_opens_its_lesson_without_loading_the_page_anew(screen):
    page, fixture = screen.page, find("tail-or-window")
    page.evaluate("globalThis.stillThere = true")
    unfolded(screen)
    link = page.get_by_role("link", name=fixture.title, exact=True)
    link.press("Enter")
    expect(page.get_by_role("heading", name=fixture.title, exact=True)).to_be_visible()
    screen.addressed(lesson=fixture.id)
    expect(link).to_have_attribute("aria-current", "true")
    expect(link).to_be_focused()
    expect(page.locator("details.lessons [aria-current]")).to_have_count(1)
    expect(page.get_by_role("combobox", name="Lesson", exact=True)).to_have_value(fixture.id)
    first = find("report-preference")
    page.get_by_role("link", name=first.title, exact=True).click()
    expect(page.get_by_role("heading", name=first.title, exact=True)).to_be_visible()
    assert page.evaluate("stillThere")


def test_before_python_is_there_a_link_loads_the_page_with_its_lesson(fresh):
    fresh.without_python()
    unfolded(fresh)
    fresh.page.get_by_role("link", name=find("late-count").title, exact=True).click()
    expect(fresh.page).to_have_url(re.compile(r"\?lesson=late-count$"))
