"""Tests *Which lever first?*, because an engineer comes to the page with a symptom."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from sim.describe import levers
from sim.levers import shown

from .test_accessibility import RULES, Axe


@pytest.fixture
def advice(screen):
    screen.press(levers.OPEN)
    dialog = screen.page.get_by_role("dialog", name=levers.HEADING)
    expect(dialog).to_be_visible()
    yield dialog
    if dialog.is_visible():
        screen.page.keyboard.press("Escape")


def test_a_symptom_leads_to_the_moment_that_shows_it(screen, advice):
    one = shown()[0]
    screen.page.keyboard.press("Tab")
    expect(advice.get_by_text(one.words.symptom, exact=True)).to_be_focused()
    screen.page.keyboard.press("Enter")
    expect(advice.get_by_text(one.text)).to_be_visible()
    screen.page.keyboard.press("Tab")
    screen.page.keyboard.press("Tab")
    expect(advice.get_by_role("link", name=levers.WITH).first).to_be_focused()
    screen.page.keyboard.press("Enter")
    expect(advice).to_be_hidden()
    expect(screen.page.get_by_role("heading", name=one.fixture.title)).to_be_visible()
    expect(screen.timeline).to_have_attribute("aria-valuetext", re.compile("^99 seconds, message 33 of 33"))
    expect(screen.panel("Evidence")).to_contain_text("proven")
    screen.page.go_back()
    screen.at(0)


def test_axe_finds_nothing_in_it(screen, advice):
    for summary in advice.locator("summary").all():
        summary.click()
    assert Axe().run(screen.page, options=RULES).response["violations"] == []
    assert advice.evaluate("dialog => dialog.scrollWidth - dialog.clientWidth") == 0
