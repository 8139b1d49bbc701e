"""Tests the comparison with a captured moment and with all other choices, because only these show what a choice costs."""

import re

import pytest
from playwright.sync_api import expect

from .screen import FIDELITY, LESSON, POLICY, WORDS
from .table import TABLE

NONE = "No compression"
EVICT, PRESERVE, DROP = "Evict oldest", "Summarize older turns, preserve", "Summarize older turns, drop"
# The cell at the end shows the tokens, the retained turns (S is not one) and the fact's status, all from the design's table.
STANDING = {True: "proven", False: "gone"}


def line(screen, what: str):
    """The cells of one row of the comparison: baseline, current value, difference."""
    table = screen.page.get_by_role("table", name=WORDS.BASELINE_CAPTION)
    return (
        table.get_by_role("row")
        .filter(has=screen.page.get_by_role("rowheader", name=what, exact=True))
        .get_by_role("cell")
    )


def test_a_baseline_is_captured_replaced_and_cleared(screen):
    panel = screen.panel("Compare")
    expect(panel).to_contain_text(WORDS.NO_BASELINE)
    expect(screen.button("Clear baseline")).to_have_count(0)
    screen.seek(30)
    screen.press("Capture baseline")
    expect(screen.status).to_have_text("Baseline captured at 30 seconds: 21 teaching tokens.")
    expect(screen.button("Replace baseline")).to_be_focused()
    expect(screen.button("Capture baseline")).to_have_count(0)
    expect(line(screen, "Teaching tokens")).to_have_text(["21", "21", "no difference"])

    screen.seek(60)
    expect(line(screen, "Teaching tokens")).to_have_text(["21", "20", "−1 teaching token (fewer)"])
    screen.press("Replace baseline")
    expect(line(screen, "Teaching tokens")).to_have_text(["20", "20", "no difference"])

    screen.press("Clear baseline")
    expect(screen.button("Capture baseline")).to_be_visible()
    expect(screen.page.get_by_role("table", name=WORDS.BASELINE_CAPTION)).to_have_count(0)
    expect(screen.status).to_have_text("Baseline cleared.")


def test_differences_are_said_in_words_and_signs(screen):
    screen.seek(60)
    screen.press("Capture baseline")
    expect(screen.button("Replace baseline")).to_be_visible()
    screen.choose(48, "summarize-older")
    screen.seek(60)
    expect(line(screen, "Settings")).to_have_text(
        ["Budget 24, evict oldest", "Budget 48, summarize older turns, critical fact: preserve", "different"]
    )
    expect(line(screen, "Messages arrived")).to_have_text(["8", "8", "no difference"])
    expect(line(screen, "Teaching tokens")).to_have_text(["20", "48", "+28 teaching tokens (more)"])
    expect(line(screen, "Items in the context")).to_have_text(
        ["T1, T7 and T8", "T1, S, T4, T5, T6, T7 and T8", "+4 items (more): gained S, T4, T5 and T6"]
    )
    expect(line(screen, "Turns evicted")).to_have_text(["T2, T3, T4, T5 and T6", "nothing", "−5 turns evicted (fewer)"])
    expect(line(screen, "Turns folded")).to_have_text(["nothing", "T2 and T3", "+2 turns folded (more)"])
    expect(line(screen, "report-format mentioned")).to_have_text(
        ["Nothing in the context mentions it.", "Mentioned by S.", "now mentioned by S"]
    )
    expect(line(screen, "report-format backed")).to_have_text(
        ["No user's turn backs it.", "Backed by T2, carried by the summary S.", "now backed by T2"]
    )
    screen.choose()
    screen.at(0)
    expect(line(screen, "Teaching tokens")).to_have_text(["20", "0", "−20 teaching tokens (fewer)"])
    expect(line(screen, "Messages arrived")).to_have_text(["8", "0", "−8 messages (fewer)"])


def test_the_map_shows_every_choice_at_this_moment(screen):
    expect(screen.panel("Compare").locator("td").get_by_role("button")).to_have_count(16)
    screen.seek(60)
    for row in TABLE:
        if row.seconds != 60:
            continue
        choice = EVICT if row.policy == "evict-oldest" else f"Summarize older turns, {row.fidelity}"
        retained = len([id for id in row.context.split() if id != "S"])
        expect(screen.cell(choice, row.budget)).to_have_accessible_name(
            re.compile(
                rf": {row.tokens} teaching tokens, {retained} turns retained, {STANDING[bool(row.backed_by)]}( now)?$"
            )
        )
    screen.seek(30)
    expect(screen.cell(EVICT, 24)).to_have_accessible_name(
        re.compile(": 21 teaching tokens, 3 turns retained, only mentioned")
    )
    expect(screen.cell(DROP, 24)).to_have_accessible_name(re.compile(": 20 teaching tokens, 2 turns retained, gone"))
    screen.seek(0)
    expect(screen.cell(EVICT, 24)).to_have_accessible_name(
        re.compile(": 0 teaching tokens, 0 turns retained, never said")
    )


def test_the_map_has_headers_for_policies_and_budgets(screen):
    table = screen.page.get_by_role("table", name=re.compile("^Every budget under every policy after message 0"))
    assert table.get_by_role("columnheader").all_inner_texts() == ["Policy", "24", "36", "48", "64"]
    assert table.get_by_role("rowheader").all_inner_texts() == [NONE, EVICT, PRESERVE, DROP]


@pytest.mark.parametrize(
    ("budget", "choice", "policy", "fidelity"),
    [
        (48, PRESERVE, "summarize-older", "preserve"),
        (36, DROP, "summarize-older", "drop"),
        (64, EVICT, "evict-oldest", "preserve"),
    ],
)
def test_choosing_a_cell_loads_it_returns_to_zero_and_keeps_the_focus(screen, budget, choice, policy, fidelity):
    screen.seek(60)
    current = screen.panel("Compare").locator("[aria-current=true]")
    expect(current).to_have_count(1)
    expect(screen.cell(EVICT, 24)).to_have_attribute("aria-current", "true")
    cell = screen.walk_to_cell(choice, budget)
    screen.page.keyboard.press("Enter")
    screen.at(0)
    expect(cell).to_be_focused()
    expect(current).to_have_count(1)
    expect(cell).to_have_attribute("aria-current", "true")
    expect(screen.radio(WORDS.BUDGET, budget)).to_be_checked()
    expect(screen.radio(WORDS.POLICY, POLICY[policy])).to_be_checked()
    if policy == "summarize-older":
        expect(screen.radio(WORDS.FIDELITY, FIDELITY[fidelity])).to_be_checked()
    screen.addressed(budget=budget, policy=policy, t=0)


def test_under_evict_oldest_the_current_cell_is_marked_whatever_the_critical_fact(screen):
    screen.choose(36, "evict-oldest", "drop")
    expect(screen.cell(EVICT, 36)).to_have_attribute("aria-current", "true")
    screen.choose(36, "summarize-older", "drop")
    expect(screen.cell(DROP, 36)).to_have_attribute("aria-current", "true")
    expect(screen.cell(PRESERVE, 36)).not_to_have_attribute("aria-current", "true")


def stops(screen) -> list[str]:
    """The cells that Tab reaches."""
    return [cell.get_attribute("value") for cell in screen.panel("Compare").locator(".cell[tabindex='0']").all()]


def test_the_map_is_one_stop_with_arrow_keys_inside(screen):
    keyboard, at = screen.page.keyboard, screen.cell
    screen.seek(30)
    assert stops(screen) == ["24 evict-oldest preserve"]
    screen.tab_to(at(EVICT, 24))
    for key, choice, budget in (
        ("ArrowLeft", EVICT, 24), ("ArrowUp", NONE, 24), ("ArrowUp", NONE, 24), ("ArrowDown", EVICT, 24), ("ArrowRight", EVICT, 36), ("ArrowDown", PRESERVE, 36),
        ("End", PRESERVE, 64), ("ArrowRight", PRESERVE, 64), ("ArrowDown", DROP, 64), ("ArrowDown", DROP, 64),
        ("ArrowLeft", DROP, 48), ("Home", DROP, 24), ("ArrowRight", DROP, 36), ("ArrowUp", PRESERVE, 36),
    ):  # fmt: skip
        keyboard.press(key)
        expect(at(choice, budget)).to_be_focused()
    assert stops(screen) == ["36 summarize-older preserve"]
    screen.at(30)  # an arrow key only moves the focus
    keyboard.press("Tab")
    assert not screen.page.evaluate("document.activeElement.matches('.cell')")
    keyboard.press("Shift+Tab")
    expect(at(PRESERVE, 36)).to_be_focused()
    keyboard.press("Shift+Tab")
    expect(screen.button("Capture baseline")).to_be_focused()


def test_a_rewritten_map_keeps_its_stop_and_another_setting_takes_it(screen):
    cell = screen.walk_to_cell(DROP, 48)
    screen.page.evaluate("document.querySelector('[data-part=next]').click()")
    screen.at(7.5)
    expect(screen.cell(DROP, 48)).to_have_accessible_name(re.compile(": 6 teaching tokens, 1 turn retained"))
    expect(cell).to_be_focused()
    assert stops(screen) == ["48 summarize-older drop"]
    screen.press("Next message")
    screen.at(15)
    expect(screen.cell(DROP, 48)).to_have_accessible_name(re.compile(": 14 teaching tokens"))
    assert stops(screen) == ["48 summarize-older drop"]
    screen.choose(36, "evict-oldest")
    expect(screen.cell(EVICT, 36)).to_have_attribute("aria-current", "true")
    expect(screen.cell(EVICT, 36)).to_have_attribute("tabindex", "0")
    assert stops(screen) == ["36 evict-oldest preserve"]


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_cell_is_loaded_by_key(screen, key):
    cell = screen.walk_to_cell(PRESERVE, 48)
    screen.page.keyboard.press(key)
    screen.addressed(budget=48, policy="summarize-older")
    expect(cell).to_have_attribute("aria-current", "true")
    expect(cell).to_be_focused()
    assert stops(screen) == ["48 summarize-older preserve"]


def smallest(screen):
    return screen.panel("Compare").get_by_role("listitem")


def test_the_smallest_budgets_are_named_for_each_policy(screen):
    panel = screen.panel("Compare")
    expect(smallest(screen)).to_have_text([WORDS.not_said(LESSON.facts[0])])
    screen.seek(30)
    expect(panel.get_by_role("heading", name=LESSON.facts[0].statement)).to_be_visible()
    # T1 to T4 weigh 29. T1 and a summary of all other turns weigh 6 each.
    expect(smallest(screen)).to_have_text(
        [
            f"{NONE}: 29 is the smallest budget that still backs it.",
            f"{EVICT}: 29 is the smallest budget that still backs it.",
            f"{PRESERVE}: 12 is the smallest budget that still backs it. With it, 2 calls failed, first at 15 s.",
            f"{DROP}: 29 is the smallest budget that still backs it.",
        ]
    )
    screen.seek(60)
    expect(smallest(screen)).to_have_text(
        [
            re.compile(f"^{NONE}: 57 "),
            re.compile(f"^{EVICT}: 57 "),
            re.compile(f"^{PRESERVE}: 12 "),
            re.compile(f"^{DROP}: 57 "),
        ]
    )


def test_a_near_miss_is_named(screen):
    panel = screen.panel("Compare")
    expect(panel).not_to_contain_text("would have kept")
    screen.seek(30)
    expect(panel).to_contain_text("5 more teaching tokens would have kept T2")
    screen.seek(60)
    expect(panel).to_contain_text("33 more teaching tokens would have kept T2")
    screen.step_to(WORDS.BUDGET, 64)
    screen.seek(60)
    expect(panel).not_to_contain_text("would have kept")


def test_the_key_captures_and_replaces(screen):
    screen.button("Restart").focus()
    screen.page.keyboard.press("c")
    expect(screen.button("Replace baseline")).to_be_visible()
    screen.seek(30)
    screen.page.keyboard.press("c")
    expect(line(screen, "Teaching tokens")).to_have_text(["21", "21", "no difference"])
