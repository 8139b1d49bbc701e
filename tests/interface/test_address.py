"""Tests that a teacher can send a link to a moment, and that Back undoes a choice as on any other page."""

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
    screen.addressed(t=30)  # the address is not written at every move
    assert re.search(
        r"\?lesson=report-preference&budget=36&policy=summarize-older&fidelity=drop&t=30$", screen.page.url
    )
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
    expect(screen.button("Next message")).to_be_enabled()  # the page was not left and not started again
    assert page.evaluate("history.length") == length


def test_back_and_forward_say_what_they_show(screen):
    screen.seek(30)
    screen.step_to(WORDS.BUDGET, 36)
    screen.seek(60)
    expect(screen.status).to_contain_text("T8 arrived")
    screen.page.go_back()
    screen.at(30)
    expect(screen.status).to_have_text(
        re.compile(rf"^{re.escape(LESSON.title)}, 30 seconds\. Budget 24, evict oldest\. T4 arrived from the user")
    )
    screen.page.go_forward()
    screen.at(60)
    expect(screen.status).to_have_text(
        re.compile(rf"^{re.escape(LESSON.title)}, 60 seconds\. Budget 36, evict oldest\. T8 arrived from the user")
    )


def test_a_bad_value_leaves_the_address_once_it_was_named(fresh):
    screen = fresh.open("?lesson=report-preference&policy=forget-all")
    expect(screen.alert).to_contain_text("policy is 'forget-all'")
    screen.addressed(policy="evict-oldest", t=0)
    screen.reload()
    expect(screen.alert).to_be_empty()


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
    """A new fragment is no new address, so it must not move a playing replay back to the start."""
    page = screen.page
    screen.seek(10)
    with held_clock(screen) as clock:
        screen.press("Resume messages")
        clock.run_for(2_000)
        page.get_by_role("link", name=WORDS.SKIP).press("Enter")
        expect(page).to_have_url(re.compile("#experiment$"))
        screen.press("Capture baseline")
        expect(screen.button("Replace baseline")).to_be_visible()  # so Python has answered what the link caused
        expect(screen.button("Pause messages")).to_be_visible()
        expect(screen.timeline).to_have_attribute("aria-valuetext", re.compile("^1[12]"))
    page.go_back()


def test_the_arrow_keys_make_one_entry_of_the_history_while_they_stay_in_a_group(screen):
    page = screen.page
    length = page.evaluate("history.length")
    for budget in (36, 48, 64):  # the arrow keys choose each of them on the way
        screen.step_to(WORDS.BUDGET, budget)
    screen.step_to(WORDS.POLICY, POLICY["summarize-older"])
    assert page.evaluate("history.length") <= length + 2
    page.go_back()
    settings(screen, 64, "evict-oldest", "preserve")
    page.go_back()
    settings(screen, 24, "evict-oldest", "preserve")
    page.go_forward()
    settings(screen, 64, "evict-oldest", "preserve")
    screen.step_to(WORDS.BUDGET, 48)  # a new entry, although the focus was in this group before
    screen.step_to(WORDS.BUDGET, 36)
    page.go_back()
    settings(screen, 64, "evict-oldest", "preserve")


def test_a_group_that_was_left_makes_a_new_entry(screen):
    page = screen.page
    screen.step_to(WORDS.BUDGET, 36)
    screen.timeline.focus()
    screen.step_to(WORDS.BUDGET, 48)
    page.go_back()
    settings(screen, 36, "evict-oldest", "preserve")
    page.go_back()
    settings(screen, 24, "evict-oldest", "preserve")


def test_back_leads_from_a_file_to_the_lesson_before_it_and_forward_to_the_file(screen):
    screen.seek(30)
    data = encoded(document([turn("A", "user", 4)], id="other", title="Another lesson"))
    screen.page.get_by_label("Open fixture", exact=True).set_input_files(
        {"name": "o.json", "mimeType": "", "buffer": data}
    )
    expect(screen.panel("Another lesson")).to_be_visible()
    screen.addressed(lesson="other", t=0)
    screen.page.go_back()
    expect(screen.panel(LESSON.title)).to_be_visible()
    screen.at(30)
    screen.page.go_forward()
    expect(screen.panel("Another lesson")).to_be_visible()
    expect(screen.status).to_contain_text("Another lesson, 0 seconds.")
    expect(screen.alert).to_be_empty()
    screen.page.go_back()
    expect(screen.panel(LESSON.title)).to_be_visible()
