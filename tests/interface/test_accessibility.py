"""Tests each state of the page against WCAG 2.2 AA and with the keyboard, because the lessons must be usable by everybody."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from .screen import MISSING, POLICY, WORDS, Screen, held_clock, recorded

PROJECTOR, PHONE, SMALLEST = (
    {"width": 1280, "height": 800},
    {"width": 360, "height": 740},
    {"width": 320, "height": 640},
)
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
FOCUSED = """() => {
  let element = document.activeElement;
  while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element === document.body ? "" : element.outerHTML.slice(0, 100);
}"""


def violations(screen: Screen) -> list[str]:
    """The faults that axe finds in both themes, on the screen sizes of a projector and of a phone."""
    found = []
    try:
        for size in (PROJECTOR, PHONE):
            screen.page.set_viewport_size(size)
            screen.page.evaluate(
                "scrollTo(0, 0)"
            )  # or the row of links may lie over half of a target, which axe calls small
            for theme in ("light", "dark"):
                screen.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                for fault in Axe().run(screen.page, options=RULES).response["violations"]:
                    places = ", ".join(str(node["target"]) for node in fault["nodes"][:3])
                    found.append(f"{theme}, {size['width']} px: {fault['id']}: {fault['help']}: {places}")
    finally:
        screen.page.set_viewport_size(PROJECTOR)
        screen.page.emulate_media(color_scheme="light")
    return found


# axe, in each state


def test_axe_finds_nothing_as_it_opens(screen):
    assert violations(screen) == []


def test_axe_finds_nothing_in_the_middle_with_everything_unfolded(screen):
    screen.seek(30)
    folded = [screen.page.get_by_text(text, exact=True) for text in (WORDS.PICTURE_TABLE, WORDS.STATE)]
    for summary in folded:
        summary.press("Enter")
    assert violations(screen) == []
    for summary in folded:
        summary.press("Enter")


@pytest.mark.parametrize(
    ("policy", "fidelity"), [("evict-oldest", "preserve"), ("summarize-older", "preserve"), ("summarize-older", "drop")]
)
def test_axe_finds_nothing_at_the_end_beside_a_baseline(screen, policy, fidelity):
    screen.seek(15)
    screen.press(WORDS.CAPTURE)
    expect(screen.button(WORDS.CLEAR)).to_be_visible()
    screen.choose(24, policy, fidelity)
    screen.seek(60)
    assert violations(screen) == []


def test_axe_finds_nothing_under_a_notice(screen):
    screen.page.get_by_label("Open fixture", exact=True).set_input_files(
        {"name": "bad.json", "mimeType": "", "buffer": b"{}"}
    )
    expect(screen.alert).to_contain_text("bad.json")
    assert violations(screen) == []


def test_axe_finds_nothing_in_the_help(screen):
    screen.press(WORDS.HELP)
    expect(screen.help).to_be_visible()
    assert violations(screen) == []


def test_axe_finds_nothing_expanded(screen):
    screen.press(WORDS.EXPAND)
    expect(screen.button(WORDS.COLLAPSE)).to_be_visible()
    assert violations(screen) == []


def test_axe_finds_nothing_while_it_waits_and_after_it_failed(fresh, expected_errors):
    expected_errors += [*MISSING, "could not be fetched"]
    fresh.without_python()
    assert violations(fresh) == []
    fresh.page.route("**/document-*.json", lambda route: route.abort())
    fresh.page.goto(fresh.address)
    expect(fresh.button(WORDS.BOOT["again"])).to_be_visible(timeout=20_000)
    assert violations(fresh) == []


# Names


def test_every_control_has_the_name_that_the_issue_gives_it(screen):
    page = screen.page
    names = {
        "combobox": ["Lesson", "Speed"],
        "radiogroup": ["Context budget", "Policy", "Critical fact"],
        "radio": ["24", "36", "48", "64", "Evict oldest", "Summarize older turns", "Preserve", "Drop"],
        "button": ["Play messages", "Restart", "Previous message", "Next message", "Capture baseline", "Export notes",
                   "Export fixture JSON", "Expand experiment"],
        "slider": ["Timeline"],
        "meter": ["Context budget used"],
        "textbox": ["Notes"],
    }  # fmt: skip
    for role, wanted in names.items():
        for name in wanted:
            expect(page.get_by_role(role, name=name, exact=True)).to_have_count(1)
    expect(page.get_by_label("Open fixture", exact=True)).to_have_attribute("type", "file")
    expect(page.get_by_text("Exact state", exact=True)).to_be_visible()
    screen.press("Capture baseline")
    for name in ("Replace baseline", "Clear baseline"):
        expect(screen.button(name)).to_have_count(1)
    screen.press("Next message")
    for state in ("Resume messages", "Pause messages", "Resume messages"):
        expect(screen.button(state)).to_have_count(1)
        if state == "Pause messages" or screen.button("Pause messages").count() == 0:
            screen.button(state).press("Space")
    screen.timeline.press("End")
    expect(screen.button("Replay messages")).to_have_count(1)


def test_the_panels_and_the_page_have_names(screen):
    for name in (
        "Settings",
        "Transport",
        "Context",
        "Evidence",
        "Transcript",
        "Picture",
        "Compare",
        "Notes",
        "Files",
        "Experiment",
    ):
        expect(screen.panel(name)).to_have_count(1)
    levels = screen.page.get_by_role("heading").evaluate_all("all => all.map((heading) => Number(heading.tagName[1]))")
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in zip(levels, levels[1:]))


def test_the_meter_says_how_full_the_context_is_in_words(screen):
    screen.seek(30)
    expect(screen.meter).to_have_attribute("aria-valuetext", "21 of 24 teaching tokens")
    for name, value in (("min", "0"), ("max", "24"), ("now", "21")):
        expect(screen.meter).to_have_attribute(f"aria-value{name}", value)


def test_the_timeline_says_where_it_is_in_words(screen):
    expect(screen.timeline).to_have_attribute("aria-valuetext", "0 seconds, message 0 of 8")
    screen.seek(30)
    expect(screen.timeline).to_have_attribute("aria-valuetext", "30 seconds, message 4 of 8")
    screen.timeline.press("Home")
    screen.timeline.press("ArrowRight")
    expect(screen.timeline).to_have_attribute("aria-valuetext", "1 second, message 0 of 8")


def test_tables_have_captions_and_scoped_headers(screen):
    screen.press(WORDS.CAPTURE)
    expect(screen.button(WORDS.CLEAR)).to_be_visible()
    for table in screen.page.locator("table").all():
        assert table.locator("caption").text_content().strip()
        assert table.locator("th:not([scope])").count() == 0
        assert table.locator("th").count() > 0


# Speaking


def test_one_live_region_is_there_before_its_first_message(fresh):
    screen = fresh.without_python()
    status = screen.page.get_by_role("status")
    expect(status).to_have_count(1)
    expect(status).to_be_empty()
    expect(status).to_have_attribute("aria-atomic", "true")


def test_the_live_region_speaks_arrivals_overflows_captures_settings_and_exports(screen):
    expect(screen.page.get_by_role("status")).to_have_count(1)
    screen.press("Next message")
    expect(screen.status).to_have_text(
        "T1 arrived from the system, 6 teaching tokens. The context holds 6 of 24 teaching tokens."
    )
    screen.seek(30)
    expect(screen.status).to_contain_text(
        "T4 arrived from the user, 8 teaching tokens. The context overflowed: 29 is over the budget of 24. T2 was evicted"
    )
    screen.press("Capture baseline")
    expect(screen.status).to_have_text("Baseline captured at 30 seconds: 21 teaching tokens.")
    screen.press("Clear baseline")
    expect(screen.status).to_have_text("Baseline cleared.")
    screen.step_to(WORDS.POLICY, POLICY["summarize-older"])
    expect(screen.status).to_contain_text("Recomputed, back at zero.")
    with screen.page.expect_download():
        screen.press("Export fixture JSON")
    expect(screen.status).to_have_text("Exported as report-preference.json.")
    with screen.page.expect_download():
        screen.press("Export notes")
    expect(screen.status).to_have_text("Notes exported as report-preference-notes.txt.")


def test_the_live_region_speaks_neither_ticks_nor_drags_nor_typing(screen):
    screen.seek(10)
    expect(screen.status).to_contain_text("T1 arrived")
    with held_clock(screen) as clock:
        with recorded(screen.page, "#status") as spoken:
            screen.notes.fill("typed")
            screen.press("Resume messages")
            clock.run_for(3_000)  # until 13 s, where nothing has arrived yet
            screen.timeline.scroll_into_view_if_needed()
            box = screen.timeline.bounding_box()
            y = box["y"] + box["height"] / 2
            screen.page.mouse.move(box["x"] + box["width"] * 0.22, y)
            screen.page.mouse.down()
            screen.page.mouse.move(box["x"] + box["width"] * 0.6, y, steps=8)
            screen.holds("T1", "T3", "T4")  # so Python has received the drag
            clock.run_for(200)
        assert spoken == []
        screen.page.mouse.up()
    expect(screen.status).to_contain_text("T4 arrived")  # the moment at which the drag ended
    screen.notes.fill("")


def test_an_arrival_is_spoken_once_and_not_again_by_each_second_after_it(screen):
    screen.seek(30)
    expect(screen.status).to_contain_text("T4 arrived")
    with recorded(screen.page, "#status") as spoken:
        for _ in range(3):
            screen.timeline.press("ArrowRight")
        screen.at(33)
        screen.press("Next message")
        expect(screen.status).to_contain_text("T5 arrived")
    assert [sentence.partition(" ")[0] for sentence in spoken] == ["T5"]


def test_a_failed_start_is_spoken(fresh, expected_errors):
    expected_errors += [*MISSING, "could not be fetched"]
    fresh.page.route("**/document-*.json", lambda route: route.abort())
    fresh.page.goto(fresh.address)
    expect(fresh.button(WORDS.BOOT["again"])).to_be_visible(timeout=20_000)
    live = fresh.page.get_by_role("alert").or_(fresh.page.get_by_role("status"))
    expect(live.filter(has_text="could not start")).to_have_count(1)


# Focus


def test_the_focus_goes_through_the_page_in_the_order_of_reading(screen):
    page = screen.page
    page.get_by_role("link", name=WORDS.SKIP).focus()
    order: list[str] = []
    for _ in range(80):
        place = page.evaluate(
            "() => document.activeElement.closest('.slot, #experiment > *, body > *, main > *')?.id ?? ''"
        )
        if place and place not in order:
            order.append(place)
        if page.evaluate("() => document.activeElement === document.body"):
            break
        page.keyboard.press("Tab")
    wanted = [
        "slot-lesson",
        "slot-settings",
        "slot-transport",
        "slot-comparison",
        "slot-notes",
        "slot-files",
        "slot-state",
    ]
    assert [place for place in order if place in wanted] == wanted
    page.evaluate(
        "() => { for (const it of [document.scrollingElement, ...document.querySelectorAll('.side, .more')]) it.scrollTop = 0; }"
    )
    places = [page.locator(f"#{name}").bounding_box()["y"] for name in ("slot-lesson", "slot-settings", "slot-transport", "slot-context",
              "slot-comparison", "slot-notes", "slot-files")]  # fmt: skip
    assert places == sorted(places)


def test_the_focus_is_visible_on_every_stop(screen):
    page = screen.page
    screen.press("Capture baseline")
    page.get_by_role("link", name=WORDS.SKIP).focus()
    seen, bare = 0, []
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement === document.body"):
            break
        seen += 1
        marked = page.evaluate(
            """() => [document.activeElement, document.activeElement.closest("label")].some((element) => {
              if (!element) return false;
              const { outlineStyle, outlineWidth } = getComputedStyle(element);
              return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
            })"""
        )
        if not marked:
            bare.append(page.evaluate(FOCUSED))
    assert seen > 30 and bare == []


ANSWER = {  # the page's sentence after Python's answer; the focus is checked only after it
    "Next message": "T4 arrived",
    "Previous message": "T2 arrived",
    "Restart": "Nothing has arrived yet.",
    "Capture baseline": "Baseline captured at 22.5 seconds",
    "Export notes": "Notes exported",
    "Export fixture JSON": "Exported as",
}


@pytest.mark.parametrize("name", ANSWER)
def test_a_button_that_is_pressed_keeps_the_focus(screen, name):
    screen.seek(22)
    screen.press("Next message")
    screen.at(22.5)
    button = screen.button(name).element_handle()
    if name.startswith("Export"):
        with screen.page.expect_download():
            button.press("Enter")
    else:
        button.press("Enter")
    expect(screen.status).to_contain_text(ANSWER[name])
    assert button.evaluate("button => button === document.activeElement")


@pytest.mark.parametrize("name", ["Clear baseline", "Dismiss"])
def test_a_button_that_goes_away_hands_the_focus_on(screen, name):
    if name == "Dismiss":
        screen.page.get_by_label("Open fixture", exact=True).set_input_files(
            {"name": "bad.json", "mimeType": "", "buffer": b"{}"}
        )
    else:
        screen.press("Capture baseline")
    screen.button(name).press("Enter")
    expect(screen.button(name)).to_have_count(0)
    assert screen.page.evaluate(FOCUSED) != "", "the focus is lost to the page's start"


def test_a_radio_a_cell_and_the_timeline_keep_the_focus_while_the_page_changes(screen):
    screen.seek(30)
    for target in (
        screen.radio(WORDS.POLICY, POLICY["evict-oldest"]),
        screen.cell("Evict oldest", 48),
        screen.timeline,
    ):
        handle = target.element_handle()
        handle.focus()
        screen.page.keyboard.press("Enter" if "cell" in (handle.get_attribute("class") or "") else "ArrowRight")
        expect(screen.page.locator("*:focus")).to_have_count(1)
    screen.addressed(budget=48, t=1)
    screen.at(1)
    expect(screen.timeline).to_be_focused()
    assert handle.evaluate("element => element === document.activeElement")


def test_the_focus_stays_when_messages_arrive(screen):
    screen.seek(10)
    with held_clock(screen) as clock:
        screen.press("Resume messages")
        cell = screen.cell("Evict oldest", 36)
        cell.focus()
        clock.run_for(6_000)
        expect(screen.meter).to_have_attribute("aria-valuetext", "14 of 24 teaching tokens")
        expect(cell).to_be_focused()
        screen.press("Pause messages")


def test_escape_leaves_the_expanded_experiment_and_the_focus_returns(screen):
    page = screen.page
    screen.press("Expand experiment")
    expect(screen.button(WORDS.COLLAPSE)).to_be_focused()
    box = screen.panel("Experiment").bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, PROJECTOR["width"], page.viewport_size["height"])
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate(
                "() => document.activeElement === document.body || document.getElementById('experiment').contains(document.activeElement)"
            )
        )
    assert reached == {True}  # nothing that is covered can get the focus
    screen.seek(30)
    screen.radio(WORDS.BUDGET, 24).focus()
    page.keyboard.press("Escape")
    expect(screen.button("Expand experiment")).to_be_focused()
    expect(screen.notes).to_be_editable()
    screen.at(30)


@pytest.mark.parametrize(("name", "key"), [(WORDS.HELP, "Enter"), ("Next message", "?")])
def test_the_help_takes_the_focus_and_gives_it_back(screen, name, key):
    screen.press(name, key)
    expect(screen.help).to_be_visible()
    assert screen.page.evaluate("() => document.getElementById('help').contains(document.activeElement)")
    screen.page.keyboard.press("Escape")
    expect(screen.help).to_be_hidden()
    expect(screen.button(name)).to_be_focused()


# Room


def test_nothing_scrolls_sideways_on_the_smallest_screen(screen):
    page = screen.page
    page.set_viewport_size(SMALLEST)
    try:
        wide = "() => document.scrollingElement.scrollWidth - innerWidth"
        assert page.evaluate(wide) <= 0
        screen.seek(60)
        screen.press("Capture baseline")
        expect(screen.button(WORDS.CLEAR)).to_be_visible()
        for text in (WORDS.PICTURE_TABLE, WORDS.STATE):
            page.get_by_text(text, exact=True).press("Enter")
        assert page.evaluate(wide) <= 0
        cut = page.evaluate(
            """() => [...document.querySelectorAll("main *")].filter((element) => {
              const { left, right, width } = element.getBoundingClientRect();
              const hidden = element.closest(".hidden, thead, .chart, [hidden]");
              return !hidden && width && (left < -1 || right > innerWidth + 1);
            }).map((element) => `${element.tagName}.${element.className} ${element.textContent.trim().slice(0, 40)}`).slice(0, 5)"""
        )
        assert cut == []
        for text in (WORDS.PICTURE_TABLE, WORDS.STATE):
            page.get_by_text(text, exact=True).press("Enter")
        screen.press("Expand experiment")
        assert (
            page.evaluate(
                "() => { const e = document.getElementById('experiment'); return e.scrollWidth - e.clientWidth }"
            )
            <= 0
        )
        page.keyboard.press("Escape")
        screen.press(WORDS.HELP)
        assert (
            page.evaluate("() => { const e = document.getElementById('help'); return e.scrollWidth - e.clientWidth }")
            <= 0
        )
        assert page.evaluate(wide) <= 0
    finally:
        page.set_viewport_size(PROJECTOR)


@pytest.mark.parametrize("size", [PROJECTOR, PHONE], ids=["projector", "phone"])
def test_every_target_is_large_enough(screen, size):
    screen.page.set_viewport_size(size)
    try:
        screen.press("Capture baseline")
        screen.page.get_by_label("Open fixture", exact=True).set_input_files(
            {"name": "bad.json", "mimeType": "", "buffer": b"{}"}
        )
        expect(screen.button(WORDS.DISMISS)).to_be_visible()
        small = """selector => [...document.querySelectorAll(selector)].filter((element) => {
          const target = element.matches("input[type=radio], input[type=checkbox]") ? element.closest("label") : element;
          const { width, height } = target.getBoundingClientRect();
          const inText = element.matches("p a"); // a link in a sentence may be as high as its line
          return element.checkVisibility() && !inText && !element.matches(".skip") && (width < 24 || height < 24);
        }).map((element) => `${element.tagName} ${element.name ?? ""} ${element.textContent.trim().slice(0, 30)}`)"""
        assert screen.page.evaluate(small, "a, button, input, select, summary, textarea") == []
        screen.press(WORDS.HELP)
        assert screen.page.evaluate(small, "dialog :is(a, button, input)") == []
    finally:
        screen.page.set_viewport_size(PROJECTOR)


# Preferences of the operating system


def test_it_starts_and_works_with_less_motion_and_forced_colours(fresh):
    page = fresh.page
    page.emulate_media(reduced_motion="reduce", forced_colors="active", color_scheme="dark")
    fresh.open()
    fresh.press("Next message")
    fresh.at(7.5)
    moving = page.evaluate(
        """() => [...document.querySelectorAll("body *")].filter((element) => {
          const { transitionDuration, animationName } = getComputedStyle(element);
          return animationName !== "none" || transitionDuration.split(", ").some((duration) => parseFloat(duration) > 0);
        }).map((element) => element.className || element.tagName).slice(0, 5)"""
    )
    assert moving == []
    assert page.evaluate("() => document.getAnimations().length") == 0
    assert page.evaluate("() => matchMedia('(forced-colors: active)').matches")
    chosen = fresh.page.locator("label", has=page.get_by_role("radio", name="24", exact=True))
    other = fresh.page.locator("label", has=page.get_by_role("radio", name="36", exact=True))
    style = "label => [getComputedStyle(label).outlineStyle, getComputedStyle(label).borderStyle]"
    assert chosen.evaluate(style) != other.evaluate(style)  # the choice is visible without colour
    assert (
        page.evaluate("() => getComputedStyle(document.querySelector('.meter .share')).backgroundColor")
        != "rgba(0, 0, 0, 0)"
    )


def test_nothing_moves_by_itself_at_the_start(screen):
    expect(screen.button("Play messages")).to_be_visible()
    with held_clock(screen) as clock:
        clock.run_for(2_000)
        expect(screen.timeline).to_have_attribute("aria-valuetext", "0 seconds, message 0 of 8")


def test_the_theme_follows_the_system_while_the_page_is_open(screen):
    colour = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = screen.page.evaluate(colour)
    screen.seek(30)
    ink = "() => Bokeh.documents.at(-1).get_model_by_name('playhead-context').line_color"
    before = screen.page.evaluate(ink)
    screen.page.emulate_media(color_scheme="dark")
    try:
        assert screen.page.evaluate(colour) != light
        screen.press("Next message")
        screen.at(37.5)
        assert screen.page.evaluate(ink) != before  # Python draws the chart, so it must change the colours too
    finally:
        screen.page.emulate_media(color_scheme="light")


def test_the_page_prints_without_its_controls(screen):
    screen.seek(30)
    screen.page.emulate_media(media="print")
    try:
        for name in ("Next message", "Restart", WORDS.CAPTURE, "Export fixture JSON", WORDS.HELP):
            expect(screen.button(name)).to_be_hidden()
        expect(screen.page.locator(".paper .statement")).to_be_visible()
    finally:
        screen.page.emulate_media(media="screen")
