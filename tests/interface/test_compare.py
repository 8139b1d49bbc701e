"""Why: a learner sees what a choice costs only beside another one: a captured moment, and every choice at this moment."""

import re

import pytest
from playwright.sync_api import expect

from .screen import FIDELITY, LESSON, POLICY, WORDS
from .table import TABLE

EVICT, PRESERVE, DROP = "Evict oldest", "Summarize older turns, preserve", "Summarize older turns, drop"
# From the design's table: the cell at the end says tokens, the turns retained (S is none), and how the fact stands.
STANDING = {True: "backed", False: "gone"}


def line(screen, what: str):
    """The cells of a row of the comparison: baseline, current, difference."""
    table = screen.page.get_by_role("table", name=WORDS.BASELINE_CAPTION)
    return table.get_by_role("row").filter(has=screen.page.get_by_role("rowheader", name=what, exact=True)).get_by_role("cell")


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
    expect(screen.panel("Compare").locator("td").get_by_role("button")).to_have_count(12)
    screen.seek(60)
    for row in TABLE:
        if row.seconds != 60:
            continue
        choice = EVICT if row.policy == "evict-oldest" else f"Summarize older turns, {row.fidelity}"
        retained = len([id for id in row.context.split() if id != "S"])
        expect(screen.cell(choice, row.budget)).to_have_accessible_name(
            re.compile(rf": {row.tokens} teaching tokens, {retained} turns retained, {STANDING[bool(row.backed_by)]}( now)?$")
        )
    screen.seek(30)
    expect(screen.cell(EVICT, 24)).to_have_accessible_name(re.compile(": 21 teaching tokens, 3 turns retained, mentioned only"))
    expect(screen.cell(DROP, 24)).to_have_accessible_name(re.compile(": 20 teaching tokens, 2 turns retained, gone"))
    screen.seek(0)
    expect(screen.cell(EVICT, 24)).to_have_accessible_name(re.compile(": 0 teaching tokens, 0 turns retained, not said"))


def test_the_map_has_headers_for_policies_and_budgets(screen):
    table = screen.page.get_by_role("table", name=re.compile("^Every budget under every policy after message 0"))
    assert table.get_by_role("columnheader").all_inner_texts() == ["Policy", "24", "36", "48", "64"]
    assert table.get_by_role("rowheader").all_inner_texts() == [EVICT, PRESERVE, DROP]


@pytest.mark.parametrize(("budget", "choice", "policy", "fidelity"), [
    (48, PRESERVE, "summarize-older", "preserve"),
    (36, DROP, "summarize-older", "drop"),
    (64, EVICT, "evict-oldest", "preserve"),
])
def test_choosing_a_cell_loads_it_returns_to_zero_and_keeps_the_focus(screen, budget, choice, policy, fidelity):
    screen.seek(60)
    cell = screen.cell(choice, budget)
    current = screen.panel("Compare").locator("[aria-current=true]")
    expect(current).to_have_count(1)
    expect(screen.cell(EVICT, 24)).to_have_attribute("aria-current", "true")
    screen.tab_to(cell)
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


def smallest(screen):
    return screen.panel("Compare").get_by_role("listitem")


def test_the_smallest_budgets_are_named_for_each_policy(screen):
    panel = screen.panel("Compare")
    expect(smallest(screen)).to_have_text([WORDS.NOT_SAID])
    screen.seek(30)
    expect(panel.get_by_role("heading", name=LESSON.facts[0].statement)).to_be_visible()
    # T1 to T4 weigh 29. A summary of everything weighs 6 beside T1's 6.
    expect(smallest(screen)).to_have_text(
        [
            f"{EVICT}: 29 is the smallest budget that still backs it.",
            f"{PRESERVE}: 12 is the smallest budget that still backs it.",
            f"{DROP}: 29 is the smallest budget that still backs it.",
        ]
    )
    screen.seek(60)
    expect(smallest(screen)).to_have_text([re.compile(f"^{EVICT}: 57 "), re.compile(f"^{PRESERVE}: 12 "), re.compile(f"^{DROP}: 57 ")])


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
