"""Why: a teacher sends a link to a moment, and Back undoes a choice, as everywhere else on the web."""

import re

from engine.making import document, encoded, turn
from playwright.sync_api import expect

from .screen import FIDELITY, LESSON, POLICY, WORDS, Screen, held_clock


def settings(screen: Screen, budget: int, policy: str, fidelity: str) -> None:
    for group, name in ((WORDS.BUDGET, budget), (WORDS.POLICY, POLICY[policy]), (WORDS.FIDELITY, FIDELITY[fidelity])):
        expect(screen.radio(group, name)).to_be_checked()


def test_an_address_opens_at_its_settings_and_moment_and_a_bad_value_is_named(fresh):
    screen = fresh.open("?lesson=report-preference&budget=48&policy=forget-all&fidelity=drop&t=45")
    expect(screen.alert).to_contain_text("the address: policy is 'forget-all', which this lesson does not offer")
    settings(screen, 48, "evict-oldest", "drop")
    screen.at(45)
    screen.holds("T1", "T2", "T3", "T4", "T5", "T6")
    expect(screen.button("Resume messages")).to_be_visible()
    screen.addressed(policy="evict-oldest", t=45)
    screen.press(WORDS.DISMISS)
    expect(screen.alert).to_be_empty()

    screen.choose(24, "summarize-older", "drop")
    screen.seek(60)
    screen.addressed(lesson="report-preference", budget=24, policy="summarize-older", fidelity="drop", t=60)
    screen.reload()
    settings(screen, 24, "summarize-older", "drop")
    screen.at(60)
    expect(screen.alert).to_be_empty()


def test_the_address_follows_settings_and_moment(screen):
    screen.choose(36, "summarize-older", "drop")
    screen.seek(30)
    assert re.search(r"\?lesson=report-preference&budget=36&policy=summarize-older&fidelity=drop&t=30$", screen.page.url)
    screen.press("Restart")
    screen.addressed(t=0)


def test_back_and_forward_undo_and_redo_a_choice_of_settings(screen):
    page = screen.page
    screen.step_to(WORDS.BUDGET, 36)
    screen.seek(30)
    screen.step_to(WORDS.POLICY, POLICY["summarize-older"])
    screen.press("Next message")
    screen.at(7.5)
    length = page.evaluate("history.length")

    page.go_back()
    settings(screen, 36, "evict-oldest", "preserve")
    screen.at(30)
    page.go_back()
    settings(screen, 24, "evict-oldest", "preserve")
    screen.at(0)
    page.go_forward()
    settings(screen, 36, "evict-oldest", "preserve")
    screen.at(30)
    page.go_forward()
    settings(screen, 36, "summarize-older", "preserve")
    screen.at(7.5)
    expect(screen.button("Next message")).to_be_enabled()  # never left, never booted again
    assert page.evaluate("history.length") == length


def test_moving_the_playhead_makes_no_entry_of_the_history(screen):
    before = screen.page.evaluate("history.length")
    for seconds in (30, 60, 15):
        screen.seek(seconds)
    screen.addressed(t=15)
    assert screen.page.evaluate("history.length") == before


def test_back_keeps_the_baseline_and_the_notes(screen):
    screen.notes.fill("kept")
    screen.seek(30)
    screen.press("Capture baseline")
    expect(screen.button("Replace baseline")).to_be_visible()
    screen.step_to(WORDS.BUDGET, 36)
    screen.page.go_back()
    settings(screen, 24, "evict-oldest", "preserve")
    screen.at(30)
    expect(screen.button("Replace baseline")).to_be_visible()
    expect(screen.notes).to_have_value("kept")
    screen.notes.fill("")


def test_the_skip_link_is_no_visit(screen):
    """A fragment is no new address: it must not rewind a replay that plays."""
    page = screen.page
    screen.seek(10)
    with held_clock(screen) as clock:
        screen.press("Resume messages")
        clock.run_for(2_000)
        page.get_by_role("link", name=WORDS.SKIP).press("Enter")
        expect(page).to_have_url(re.compile("#experiment$"))
        screen.press("Capture baseline")
        expect(screen.button("Replace baseline")).to_be_visible()  # so Python has answered to whatever the link did
        expect(screen.button("Pause messages")).to_be_visible()
        expect(screen.timeline).to_have_attribute("aria-valuetext", re.compile("^1[12]"))
    page.go_back()


def test_back_leads_from_a_file_to_the_lesson_before_it(screen):
    """The file itself is not in the address, so Forward cannot bring it back, and says so."""
    screen.seek(30)
    data = encoded(document([turn("A", "user", 4)], id="other", title="Another lesson"))
    screen.page.get_by_label("Open fixture", exact=True).set_input_files({"name": "o.json", "mimeType": "", "buffer": data})
    expect(screen.panel("Another lesson")).to_be_visible()
    screen.addressed(lesson="other", t=0)
    screen.page.go_back()
    expect(screen.panel(LESSON.title)).to_be_visible()
    screen.at(30)
    screen.page.go_forward()
    expect(screen.alert).to_contain_text("the address: lesson is 'other', which is not a lesson")
    expect(screen.panel(LESSON.title)).to_be_visible()
