"""Tests the whole first lesson as a learner does it, with the keyboard alone, because the page exists for this."""

import re

import pytest
from playwright.sync_api import expect

from sim import describe
from web.keys import KEYS

from .screen import FIDELITY, LESSON, POLICY, WORDS, Screen, held_clock
from .table import TABLE

PLAY, PAUSE, RESUME, REPLAY = (WORDS.TRANSPORT[state] for state in ("play", "pause", "resume", "replay"))
SINGLE = {key.action: key.keys[0] for key in KEYS if key.place == "experiment" and len(key.keys[0]) == 1}


def moment(screen: Screen) -> float:
    """The place of the playhead in seconds, as the timeline shows it."""
    return float(screen.timeline.get_attribute("aria-valuetext").partition(" ")[0])


# Before Python


def test_the_lesson_can_be_read_before_python_is_there_and_the_controls_wait(fresh):
    screen = fresh.without_python()
    expect(screen.page).to_have_title(f"Palimpsest: {LESSON.title}")
    expect(screen.panel(LESSON.title)).to_contain_text(LESSON.about)
    expect(screen.panel(LESSON.title)).to_contain_text(describe.STATEMENT)
    expect(screen.turns).to_have_count(8)
    expect(screen.turns.nth(1)).to_contain_text(LESSON.turns[1].text)
    expect(screen.meter).to_have_attribute("aria-valuetext", "0 of 24 teaching tokens")
    expect(screen.page.get_by_role("progressbar")).to_be_visible()
    expect(screen.page.locator("main")).to_contain_text(WORDS.BOOT["fetch"])
    for name in (PLAY, "Previous message", "Next message", "Restart", WORDS.CAPTURE, "Export fixture JSON"):
        expect(screen.button(name)).to_be_disabled()
    for group, names in (
        (WORDS.BUDGET, (24, 36, 48, 64)),
        (WORDS.POLICY, POLICY.values()),
        (WORDS.FIDELITY, FIDELITY.values()),
    ):
        for name in names:
            expect(screen.radio(group, name)).to_be_disabled()
    for control in (screen.timeline, screen.speed, screen.page.get_by_label("Open fixture")):
        expect(control).to_be_disabled()
    expect(screen.page.get_by_role("combobox", name="Lesson", exact=True)).to_be_disabled()


def test_the_letters_can_be_switched_off_and_stay_off(fresh):
    screen = fresh.without_python()
    expand = screen.page.locator("#expand")
    expand.focus()
    screen.page.keyboard.press(SINGLE["expand"])
    expect(expand).to_have_accessible_name(WORDS.COLLAPSE)
    screen.page.keyboard.press("Escape")
    expect(expand).to_have_accessible_name(WORDS.EXPAND)

    screen.page.keyboard.press(SINGLE["help"])
    switch = screen.help.get_by_role("checkbox", name=WORDS.SINGLE_KEYS)
    screen.tab_to(switch)
    screen.page.keyboard.press("Space")
    expect(switch).not_to_be_checked()
    screen.page.keyboard.press("Escape")
    expect(screen.help).to_be_hidden()

    for _ in ("at once", "after a reload"):
        expand.focus()
        screen.page.keyboard.press(SINGLE["expand"])
        screen.page.keyboard.press(SINGLE["help"])
        expect(expand).to_have_accessible_name(WORDS.EXPAND)
        expect(screen.help).to_be_hidden()
        screen.page.reload()
    expand.press("Enter")
    expect(expand).to_have_accessible_name(WORDS.COLLAPSE)
    screen.page.keyboard.press("Escape")  # works even with character keys switched off
    expect(expand).to_have_accessible_name(WORDS.EXPAND)


# The journey


def test_a_learner_goes_through_the_lesson_with_the_tab_key(screen):
    page = screen.page
    screen.tab_to(page.get_by_role("link", name=WORDS.SKIP))
    page.keyboard.press("Enter")
    screen.tab_to(screen.button("Next message"))
    for index, tokens in enumerate((6, 14, 21, 21), 1):
        page.keyboard.press("Enter")
        screen.at(7.5 * index)
        expect(screen.meter).to_have_attribute("aria-valuetext", f"{tokens} of 24 teaching tokens")
    screen.holds("T1", "T3", "T4")
    expect(screen.panel("Context")).to_contain_text("T2 was evicted: 29 teaching tokens before, 21 after.")
    expect(screen.panel("Evidence")).to_contain_text("T3 repeats it, but no user's turn backs it.")

    screen.tab_to(screen.radio(WORDS.POLICY, POLICY["evict-oldest"]), "Shift+Tab")
    page.keyboard.press("ArrowDown")
    screen.at(0)
    expect(screen.radio(WORDS.POLICY, POLICY["summarize-older"])).to_be_focused()
    screen.tab_to(screen.timeline)
    page.keyboard.press("End")
    screen.at(60)
    screen.holds("T1", "S", "T8")
    expect(screen.panel("Evidence")).to_contain_text("the user's own turn T2 is carried by the summary S")


def mentioned(row) -> str:
    ids = row.mentioned_by.split()
    return f"Yes. Mentioned by {' and '.join(ids)}." if ids else "No. Nothing in the context mentions it."


def backed(row) -> str:
    if row.carried_by:
        return f"Yes. Backed by {row.backed_by}, carried by the summary {row.carried_by}."
    return (
        f"Yes. Backed by {row.backed_by}, the user's own turn in the context."
        if row.backed_by
        else "No. No user's turn backs it."
    )


@pytest.mark.parametrize("row", TABLE, ids=str)
def test_the_three_panels_show_the_numbers_of_the_design(screen, row):
    screen.choose(row.budget, row.policy, row.fidelity)
    screen.seek(row.seconds)
    ids = row.context.split()
    screen.holds(*ids)
    expect(screen.meter).to_have_attribute("aria-valuetext", f"{row.tokens} of {row.budget} teaching tokens")
    expect(screen.panel("Context")).to_contain_text(f"{row.tokens} of {row.budget} teaching tokens")
    expect(screen.panel("Evidence").get_by_role("definition")).to_have_text([mentioned(row), backed(row)])
    expect(screen.panel("Evidence")).to_contain_text(
        f"The agent {'may' if row.backed_by else 'may not'} state “concise bullets” as the user's own words:"
    )

    arrived = [turn for turn, at in zip(LESSON.turns, LESSON.arrivals) if at <= row.seconds]
    states = []
    for turn in LESSON.turns:
        state = "not yet arrived"
        if turn in arrived:
            state = (
                "evicted"
                if turn.id in row.evicted.split()
                else "folded into S"
                if turn.id in row.folded.split()
                else "retained"
            )
        states.append(re.compile(rf"^{turn.id} .*{state}", re.DOTALL))
    expect(screen.turns).to_have_text(states)

    backing = (row.carried_by or row.backed_by).split()
    for id in ids:
        said = "evidence: " in screen.items.nth(ids.index(id)).inner_text()
        assert said == (id in backing), id
        if said:
            expect(screen.items.nth(ids.index(id))).to_contain_text("T2")


def test_a_row_that_is_backed_is_green_and_says_so(screen):
    colour = "element => getComputedStyle(element).backgroundColor"
    screen.choose(64)
    screen.seek(60)
    paper, evidence, mention = (screen.items.nth(index).evaluate(colour) for index in (3, 1, 2))
    assert len({paper, evidence, mention}) == 3
    red, green, blue = map(int, re.findall(r"\d+", evidence)[:3])
    assert green > red and green > blue
    expect(screen.items.nth(1)).to_contain_text("evidence: the user's own turn T2")
    expect(screen.items.nth(2)).to_contain_text("mentions the fact, and is no evidence for it")


def test_the_picture_has_its_table_and_follows_the_playhead(screen):
    screen.seek(30)
    picture = screen.panel("Picture")
    expect(picture).to_contain_text("T2 is the first to leave (evicted at 30 seconds)")
    picture.get_by_text(WORDS.PICTURE_TABLE).press("Enter")
    row = picture.get_by_role("row").filter(has=screen.page.get_by_role("rowheader", name="T4", exact=True))
    expect(row.get_by_role("cell")).to_have_text(
        ["30", "T1, T3 and T4", "29", "21", "T2 was evicted: 29 teaching tokens before, 21 after."]
    )
    screen.choose(policy="summarize-older")
    expect(picture).to_contain_text("T2 is the first to leave (folded at 30 seconds)")
    expect(row).to_be_visible()  # the table stays unfolded
    picture.get_by_text(WORDS.PICTURE_TABLE).press("Enter")
    expect(screen.page.get_by_role("img", name=WORDS.PICTURE)).to_be_visible()
    screen.seek(15)
    at = screen.page.evaluate("Bokeh.documents.at(-1).get_model_by_name('playhead-context').location")
    assert at == 15


def test_the_exact_state_is_that_of_the_current_arrival_alone(screen):
    screen.page.get_by_text(WORDS.STATE, exact=True).press("Enter")
    state = screen.panel("The state after message 0, as JSON")
    expect(state).to_contain_text('"context": []')
    screen.seek(30)
    state = screen.panel("The state after message 4, as JSON")
    expect(state).to_contain_text('"evicted": [ "T2" ]')
    expect(state).not_to_contain_text('"arrived": "T3"')
    screen.page.get_by_text(WORDS.STATE, exact=True).press("Enter")
    expect(state).to_be_hidden()


def test_the_lessons_data_is_where_the_link_says(screen):
    link = screen.page.get_by_role("link", name=WORDS.LESSON_DATA)
    answer = screen.page.request.get(link.evaluate("link => link.href"))
    assert answer.ok
    assert answer.json()["id"] == "report-preference" and len(answer.json()["turns"]) == 8


# Settings


@pytest.mark.parametrize(
    ("group", "names"),
    [(WORDS.BUDGET, [24, 36, 48, 64]), (WORDS.POLICY, [*POLICY.values()]), (WORDS.FIDELITY, [*FIDELITY.values()])],
    ids=["budget", "policy", "fidelity"],
)
def test_the_arrow_keys_choose_a_radio_recompute_and_return_to_zero(screen, group, names):
    screen.radio(group, names[0]).focus()
    for forward, order in (("ArrowRight", names[1:]), ("ArrowUp", names[-2::-1])):
        for name in order:
            screen.page.keyboard.press(forward)
            radio = screen.radio(group, name)
            expect(radio).to_be_checked()
            expect(radio).to_be_focused()
            screen.addressed(**{radio.get_attribute("name"): radio.get_attribute("value"), "t": 0})
    expect(screen.status).to_contain_text("Recomputed, back at zero.")


@pytest.mark.parametrize("group", [WORDS.BUDGET, WORDS.POLICY, WORDS.FIDELITY])
def test_a_setting_that_changes_in_the_middle_returns_to_zero(screen, group):
    screen.seek(30)
    screen.group(group).get_by_role("radio", checked=True).press("ArrowRight")
    screen.at(0)
    expect(screen.items).to_have_count(0)
    expect(screen.button(PLAY)).to_be_visible()


def test_the_critical_fact_stays_in_sight_where_it_has_no_effect(screen):
    expect(screen.group("Critical fact")).to_contain_text("This has no effect under Evict oldest")
    screen.step_to("Critical fact", "Drop")
    expect(screen.group("Critical fact")).to_contain_text("no effect")
    screen.step_to("Policy", "Summarize older turns")
    expect(screen.radio("Critical fact", "Drop")).to_be_checked()
    expect(screen.group("Critical fact")).not_to_contain_text("no effect")


# Transport

FROM_THE_MIDDLE = {"second-on": 31, "second-back": 29, "leap-on": 40, "leap-back": 20, "start": 0, "end": 60}
TIMELINE = [(name, key.action) for key in KEYS if key.place == "timeline" for name in key.keys]


def test_the_timeline_has_every_key_of_a_slider():
    assert {name for name, _ in TIMELINE} == {
        "ArrowRight",
        "ArrowUp",
        "ArrowLeft",
        "ArrowDown",
        "Home",
        "End",
        "PageUp",
        "PageDown",
    }
    assert {action for _, action in TIMELINE} == set(FROM_THE_MIDDLE)


@pytest.mark.parametrize(("name", "action"), TIMELINE)
def test_a_key_of_the_timeline_moves_the_playhead(screen, name, action):
    screen.seek(30)
    screen.page.keyboard.press(name)
    screen.at(FROM_THE_MIDDLE[action])
    expect(screen.timeline).to_be_focused()
    screen.addressed(t=FROM_THE_MIDDLE[action])


def test_the_playhead_stops_at_both_ends(screen):
    for name in ("ArrowLeft", "PageDown"):
        screen.timeline.press(name)
    screen.at(0)
    screen.seek(60)
    for name in ("ArrowRight", "PageUp"):
        screen.timeline.press(name)
    screen.at(60)


def test_previous_and_next_go_from_arrival_to_arrival(screen):
    screen.timeline.press("PageUp")  # to 10 s, between T1 at 7.5 s and T2 at 15 s
    screen.at(10)
    screen.press("Next message")
    screen.at(15)
    screen.press("Next message")
    screen.at(22.5)
    screen.press("Previous message")
    screen.at(15)
    for _ in range(3):
        screen.press("Previous message")
    screen.at(0)
    screen.seek(60)
    screen.press("Next message")
    screen.at(60)


def test_the_timeline_has_a_tick_at_each_arrival_and_says_where_the_budget_overflowed(screen):
    expect(screen.page.locator(".tick")).to_have_count(8)
    expect(screen.page.locator(".tick.over")).to_have_count(5)
    expect(screen.panel("Transport")).to_contain_text("the budget overflows at 30, 37.5, 45, 52.5 and 60 seconds")
    screen.step_to(WORDS.BUDGET, 64)
    expect(screen.page.locator(".tick.over")).to_have_count(0)
    expect(screen.panel("Transport")).to_contain_text("never overflows")
    assert (screen.timeline.get_attribute("min"), screen.timeline.get_attribute("max")) == ("0", "60")


def test_one_button_plays_pauses_resumes_and_replays(screen):
    page = screen.page
    with held_clock(screen) as clock:
        screen.button(PLAY).focus()
        page.keyboard.press("Space")
        expect(screen.button(PAUSE)).to_be_focused()
        clock.run_for(8_000)
        expect(screen.button(PAUSE)).to_be_visible()
        page.keyboard.press("Enter")
        expect(screen.button(RESUME)).to_be_focused()
        expect(screen.meter).to_have_attribute("aria-valuetext", "6 of 24 teaching tokens")
        stood = moment(screen)
        assert 7.5 <= stood <= 8.5
        clock.run_for(5_000)
        assert moment(screen) == stood

        screen.speed.select_option("4")
        screen.seek(60)
        screen.timeline.press("ArrowLeft")
        screen.press(RESUME, "Space")
        expect(screen.button(PAUSE)).to_be_focused()
        clock.run_for(1_000)
        expect(screen.button(REPLAY)).to_be_focused()
        assert moment(screen) == 60
        screen.holds("T1", "T7", "T8")

        page.keyboard.press("Space")
        expect(screen.button(PAUSE)).to_be_focused()
        clock.run_for(2_000)
        assert 7 <= moment(screen) <= 9
        page.keyboard.press("Space")
        expect(screen.button(RESUME)).to_be_focused()
        expect(screen.items).to_have_count(1)


def test_a_play_to_the_end_in_real_time_arrives_at_the_same_frame_as_a_seek(screen):
    screen.speed.select_option("4")
    screen.seek(60)
    screen.timeline.press("ArrowLeft")
    screen.at(59)
    screen.press(RESUME, "Space")
    expect(screen.button(REPLAY)).to_be_focused()
    screen.at(60)
    screen.holds("T1", "T7", "T8")
    expect(screen.status).to_contain_text("T8 arrived from the user")


def test_a_new_speed_keeps_playing_and_changes_the_pace_alone(screen):
    with held_clock(screen) as clock:
        screen.press(PLAY, "Space")
        for name, pace in (("1x", 1), ("4x", 4), ("0.5x", 0.5), ("2x", 2)):
            screen.speed.select_option(label=name)
            expect(screen.button(PAUSE)).to_be_visible()
            before = moment(screen)
            clock.run_for(2_000)
            assert moment(screen) - before == pytest.approx(2 * pace, abs=0.3 + 0.1 * pace)
        clock.fast_forward(30_000)
        clock.run_for(100)
        expect(screen.button(REPLAY)).to_be_visible()
        screen.holds("T1", "T7", "T8")
        assert screen.speed.input_value() == "2"


def test_the_speed_can_be_chosen_by_the_keyboard(screen):
    screen.speed.focus()
    for name in ("2", "4"):
        screen.page.keyboard.press("ArrowDown")
        assert screen.speed.input_value() == name
    assert screen.speed.get_by_role("option").all_inner_texts() == ["0.5x", "1x", "2x", "4x"]


@pytest.mark.parametrize("how", ["a key of the timeline", "Next message", "Previous message", "Restart", "a setting"])
def test_seeking_pauses(screen, how):
    with held_clock(screen) as clock:
        screen.press(PLAY, "Space")
        clock.run_for(1_000)
        if how == "a key of the timeline":
            screen.timeline.press("PageUp")
        elif how == "a setting":
            screen.radio(WORDS.BUDGET, 24).press("ArrowRight")
            expect(screen.timeline).to_have_attribute("aria-valuetext", re.compile("^0 seconds"))
        else:
            screen.press(how)
        stood = moment(screen)
        expect(screen.button(PAUSE)).to_have_count(0)
        clock.run_for(1_000)
        assert moment(screen) == stood


def test_a_drag_of_the_timeline_pauses_and_ends_where_it_is_let_go(screen):
    with held_clock(screen) as clock:
        screen.press(PLAY, "Space")
        clock.run_for(1_000)
        screen.timeline.scroll_into_view_if_needed()
        box = screen.timeline.bounding_box()
        x, y = box["x"], box["y"] + box["height"] / 2
        screen.page.mouse.move(x + box["width"] * 0.2, y)
        screen.page.mouse.down()
        screen.page.mouse.move(x + box["width"] * 0.4, y, steps=4)
        screen.page.mouse.move(x + box["width"] * 0.5, y, steps=4)
        screen.page.mouse.up()
        expect(screen.button(RESUME)).to_be_visible()
        assert 29 <= moment(screen) <= 31
        clock.run_for(1_000)
        expect(screen.meter).to_have_attribute("aria-valuetext", "21 of 24 teaching tokens")


def test_restart_rewinds_and_changes_no_setting(screen):
    screen.choose(48, "summarize-older", "drop")
    screen.speed.select_option("2")
    screen.seek(60)
    screen.press("Restart")
    screen.at(0)
    expect(screen.button("Restart")).to_be_focused()
    expect(screen.button(PLAY)).to_be_visible()
    for group, name in ((WORDS.BUDGET, 48), (WORDS.POLICY, POLICY["summarize-older"]), (WORDS.FIDELITY, "Drop")):
        expect(screen.radio(group, name)).to_be_checked()
    assert screen.speed.input_value() == "2"
    screen.press("Next message")
    screen.at(7.5)


# The keys of the experiment


def test_the_help_lists_exactly_the_keys_of_the_table(screen):
    screen.press(WORDS.HELP)
    rows = screen.help.get_by_role("table", name=WORDS.KEYS_CAPTION).get_by_role("row")
    expect(rows).to_have_count(len(KEYS) + 1)
    for row, key in zip(rows.all()[1:], KEYS):
        expect(row.get_by_role("rowheader")).to_have_text(
            " ".join(describe.keys.KEY_NAMES.get(name, name) for name in key.keys)
        )
        expect(row.get_by_role("cell")).to_have_text([key.does, describe.keys.PLACES[key.place]])
    screen.help.get_by_role("button", name=WORDS.CLOSE).press("Enter")
    expect(screen.help).to_be_hidden()
    expect(screen.button(WORDS.HELP)).to_be_focused()


def test_a_letter_does_what_the_table_says(screen):
    page = screen.page
    done = {
        "next": lambda: screen.at(7.5),
        "previous": lambda: screen.at(0),
        "play": lambda: expect(screen.button(PAUSE)).to_be_visible(),
        "restart": lambda: (screen.at(0), expect(screen.button(PLAY)).to_be_visible()),
        "capture": lambda: expect(screen.button(WORDS.REPLACE)).to_be_visible(),
        "expand": lambda: expect(screen.button(WORDS.COLLAPSE)).to_be_visible(),
        "collapse": lambda: expect(screen.button(WORDS.EXPAND)).to_be_visible(),
        "help": lambda: expect(screen.help).to_be_visible(),
    }
    assert set(done) == {key.action for key in KEYS if key.place == "experiment"}
    screen.radio(WORDS.BUDGET, 24).focus()
    for action, check in done.items():
        (name,) = next(key.keys for key in KEYS if key.action == action and key.place == "experiment")
        page.keyboard.press(name)
        check()


@pytest.mark.parametrize("where", ["notes", "lesson", "speed", "help"])
def test_a_letter_does_nothing_outside_the_experiment_or_where_it_is_typed(screen, where):
    page = screen.page
    if where == "help":
        screen.press(WORDS.HELP)
        screen.help.get_by_role("checkbox").focus()
    else:
        lesson = page.get_by_role("combobox", name="Lesson", exact=True)
        {"notes": screen.notes, "lesson": lesson, "speed": screen.speed}[where].focus()
    for name in (key for action, key in SINGLE.items() if action != "help" or where != "help"):
        page.keyboard.press(name)
    if where == "notes":
        expect(screen.notes).to_have_value("".join(SINGLE.values()))
        screen.notes.fill("")
    elif where == "help":
        page.keyboard.press("Escape")
    for name in (PLAY, WORDS.CAPTURE, WORDS.EXPAND):
        expect(screen.button(name)).to_be_visible()
    expect(screen.help).to_be_hidden()
    screen.at(0)


@pytest.mark.parametrize("modifier", ["Control", "Alt", "Meta"])
def test_a_letter_with_a_modifier_is_the_browsers(screen, modifier):
    screen.button("Restart").focus()
    # The events are made by a script, because the browser itself would take Control+N, Control+R and similar keys.
    screen.page.evaluate(
        """([name, modifier]) => document.activeElement.dispatchEvent(
          new KeyboardEvent("keydown", { key: name, [`${modifier.toLowerCase().slice(0, 4)}Key`]: true, bubbles: true, cancelable: true }))""",
        [SINGLE["capture"], {"Control": "ctrl"}.get(modifier, modifier)],
    )
    screen.press("Next message")
    screen.at(7.5)
    expect(screen.button(WORDS.CAPTURE)).to_be_visible()
