"""Tests the picture of every budget at every moment: it says what is at a point, and choosing the point goes there."""

import re

import pytest
from engine.making import document, encoded, turn
from playwright.sync_api import expect

from sim import describe
from sim.analysis.survey import Survey
from sim.lesson.fixture import Fixture
from sim.library import find, load
from sim.policies.choice import choose
from web.experiment import Experiment
from web.views.space import space

from .screen import WORDS, Screen, Watch

WORD = describe.spaces


def strip(screen, policy: str, budget: int = 24):
    """The strip of a policy, once it is drawn for the current budget."""
    found = screen.page.get_by_role("button", name=re.compile(f"^{re.escape(policy)}, every budget from "))
    expect(found).to_have_attribute("data-budget", str(budget))
    return found


def shown(lesson: Fixture) -> str:
    return space(Survey(lesson), choose(lesson), lesson.first_fact, True)


def test_the_arrow_keys_move_the_point_and_enter_goes_there(screen):
    screen.step_to(WORDS.BUDGET, 48)
    picture, point = strip(screen, "Evict oldest", 48), screen.page.locator(".point")
    picture.focus()
    screen.page.keyboard.press("End")
    expect(point).to_have_text("Budget 48 at 60 s: gone.")
    for _ in range(9):
        screen.page.keyboard.press("ArrowUp")
    expect(point).to_have_text("Budget 57 at 60 s: proven.")
    screen.page.keyboard.press("ArrowDown")
    expect(point).to_have_text("Budget 56 at 60 s: only mentioned.")
    screen.page.keyboard.press("ArrowLeft")
    expect(point).to_have_text("Budget 56 at 52.5 s: proven.")
    screen.page.keyboard.press("Enter")
    screen.at(52.5)
    screen.addressed(budget=56, policy="evict-oldest", t=52.5)
    expect(picture).to_be_focused()
    expect(screen.panel("Evidence").get_by_text("proven", exact=True)).to_be_visible()
    screen.cell("Evict oldest", 24).press("Enter")  # a budget that the next test can begin from
    screen.addressed(budget=24)


def test_pointing_says_what_is_there_and_a_click_goes_there(screen):
    picture = strip(screen, "Summarize older turns, drop")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    place = {"x": box["width"] * 0.7, "y": box["height"] * 0.8}
    picture.hover(position=place)
    point = screen.page.locator(".point")
    expect(point).to_have_text(re.compile(r"^Budget 1\d at 4\d\.?\d* s: gone\.$"))
    said = re.fullmatch(r"Budget (\d+) at ([\d.]+) s: gone\.", point.inner_text())
    picture.click(position=place)
    screen.addressed(budget=said[1], policy="summarize-older", fidelity="drop", t=said[2])
    expect(picture).to_have_attribute("aria-current", "true")
    expect(screen.panel("Evidence").get_by_text("gone", exact=True)).to_be_visible()
    screen.cell("Evict oldest", 24).press("Enter")
    screen.addressed(budget=24)


def test_a_first_tap_says_what_is_at_the_point_and_a_second_goes_there(browser, site):
    context = browser.new_context(has_touch=True, viewport={"width": 390, "height": 844})
    watch = Watch(context)
    there = Screen(context.new_page(), site).open("?t=15")
    point = there.page.locator(".point")
    for choice in ("Evict oldest", "Summarize older turns, drop"):
        picture = strip(there, choice)
        picture.scroll_into_view_if_needed()
        box = picture.bounding_box()
        place = {"x": box["width"] * 0.7, "y": box["height"] * 0.8}
        picture.tap(position=place)
        expect(point).to_have_text(re.compile(r"^Budget 1\d at 4\d\.?\d* s: gone\.$"))
        expect(there.page.locator(".strip.aimed")).to_have_count(1)
        there.at(15)
    said = re.fullmatch(r"Budget (\d+) at ([\d.]+) s: gone\.", point.inner_text())
    picture.tap(position={"x": place["x"] + 8, "y": place["y"] - 8})
    there.addressed(budget=said[1], policy="summarize-older", fidelity="drop", t=said[2])
    watch.check()
    context.close()


def test_the_map_and_the_picture_are_about_the_chosen_fact(fresh):
    fresh.open("?lesson=summary-drift")
    choice = fresh.page.get_by_role("combobox", name=WORD.FACT, exact=True)
    other = next(fact for fact in find("summary-drift").facts if fact.id != find("summary-drift").first_fact)
    choice.select_option(other.id)
    expect(fresh.page.get_by_role("table", name=re.compile(other.id))).to_be_visible()
    expect(fresh.page.get_by_role("heading", name=f"The smallest budget that backs: {other.statement}")).to_be_visible()


def test_a_lesson_of_some_budgets_has_its_points_there(fresh):
    turns = [turn("T1", "system", 6), turn("T2", "user", 8, evidence=["f"]), turn("T3", "assistant", 10)]
    lesson = encoded(document(turns, budgets=[14, 24]))
    fresh.open()
    fresh.page.locator("input[type=file]").first.set_input_files(
        {"name": "own.json", "mimeType": "application/json", "buffer": lesson}
    )
    fresh.addressed(lesson="made")
    picture, point = strip(fresh, "Evict oldest"), fresh.page.locator(".point")
    expect(picture).to_have_attribute("data-high", "24")
    picture.focus()
    fresh.page.keyboard.press("End")
    expect(point).to_have_text("Budget 24 at 60 s: proven.")
    fresh.page.keyboard.press("ArrowDown")
    expect(point).to_have_text(re.compile(r"^Budget 14 at 60 s: gone"))
    fresh.page.keyboard.press("Enter")
    fresh.addressed(budget=14, t=60)


def test_a_long_lesson_says_why_it_has_no_such_picture():
    turns = [turn(f"T{k}", "user", 1, evidence=["f"] if k == 1 else []) for k in range(1, 152)]
    lesson = load(encoded(document(turns)))
    assert str(shown(lesson)).count(WORD.not_searched(lesson)) == 1
    assert "strip" not in shown(lesson)


def test_a_lesson_without_a_fact_has_no_such_picture():
    assert shown(load(encoded(document([turn("T1", "user", 1)], facts=[], probes=[])))) == ""


@pytest.mark.parametrize("lesson", ["report-preference", "summary-drift", "who-reads-what"])
def test_a_budget_outside_the_strip_is_marked_at_its_end(lesson):
    for told in re.findall(r"--budget:([\d.]+)%", shown(find(lesson))):
        assert 0 <= float(told) < 100


def test_going_to_a_point_is_refused_in_a_sentence_where_the_budget_is_not_offered():
    there = Experiment()
    there.lesson("report-preference")
    before = there.settings, there.seconds
    there.take(5_000, "evict-oldest", "preserve", 30)
    assert (there.settings, there.seconds) == before
    assert "budget is 5000" in there.said[1]
    there.take(5_000, "evict-oldest", "preserve")
    assert (there.settings, there.seconds) == before
    there.take(24, "evict-oldest", "preserve", 99)
    assert there.seconds == there.fixture.duration
    there.look_at("no such fact")
    assert there.fact == "report-format"
