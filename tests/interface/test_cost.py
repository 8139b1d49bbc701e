"""Tests that a person sets what reading costs with the keyboard, and sees the same figure wherever a cost is shown."""

import re

from playwright.sync_api import expect

from sim import describe

from .screen import WORDS

WRITE = describe.costs.RATIOS["cache_write"]


def cost(screen):
    return screen.panel(WORDS.PROMPTS).get_by_text("Cost so far:")


def test_a_ratio_set_by_keyboard_changes_every_figure_and_survives_a_reload(fresh):
    screen = fresh.open("?lesson=report-preference&budget=24&policy=evict-oldest&t=60")
    cell = screen.cell("Evict oldest", 24)
    expect(cost(screen)).to_have_text("Cost so far: 54.95 units with a cache, 55 without one.")
    expect(cell).to_have_accessible_name(re.compile("cost 54.95, cheapest"))

    cost(screen).press("Enter")  # unfolds the ratios
    field = screen.page.get_by_role("spinbutton", name=WRITE, exact=True)
    expect(field).to_have_value("1.25")
    field.press("ArrowUp")
    expect(field).to_have_value("1.3")
    screen.addressed(ratios="1,0.1,1.3,0.1")
    field.fill("1.5")
    field.press("Enter")
    said = "Cost so far: 65.7 units with a cache, 55 without one."
    expect(cost(screen)).to_have_text(said)
    expect(screen.status).to_contain_text(said)
    expect(cell).to_have_accessible_name(re.compile("cost 65.7$|cost 65.7[ ,]"))
    expect(field).to_be_focused()
    screen.addressed(ratios="1,0.1,1.5,0.1")

    screen.reload()
    expect(cost(screen)).to_have_text(said)
    expect(cell).to_have_accessible_name(re.compile("cost 65.7$|cost 65.7[ ,]"))

    cost(screen).press("Enter")
    field.fill("101")
    field.press("Enter")
    expect(screen.status).to_contain_text("ratios.cache_write is '101'")
    expect(field).to_have_value("1.5")  # what was refused does not stay in the field
    expect(cost(screen)).to_have_text(said)
