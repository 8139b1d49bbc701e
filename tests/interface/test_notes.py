"""Why: what a learner wrote must outlive everything: a reload, a dead Python, a second tab, a browser that stores nothing.

The notes live on the page's side, so most of these pages never get their Python.
"""

import pytest
from engine.making import document, encoded, turn
from playwright.sync_api import Page, expect

from sim import describe

from .screen import LESSON, MISSING, REACHABLE, WORDS, Screen

SAID = WORDS.NOTES
REFUSING = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
DEAF = "addEventListener('storage', (event) => event.stopImmediatePropagation(), true);"


def write(screen: Screen, text: str) -> None:
    """Type at the end, key by key."""
    screen.notes.press("Control+End")
    screen.page.keyboard.type(text)


def said(screen: Screen, word: str) -> None:
    expect(screen.panel("Notes")).to_contain_text(SAID[word])


def exported(screen: Screen) -> tuple[str, str]:
    """The name and the text of the download."""
    with screen.page.expect_download() as waiting:
        screen.press("Export notes")
    return waiting.value.suggested_filename, waiting.value.path().read_text("utf-8")


@pytest.fixture
def tab(context, site):
    """Open a tab of the same browser; `script` runs in it first. Python never comes, the notes are awake."""

    def opened(script: str = "") -> Screen:
        page: Page = context.new_page()
        if script:
            page.add_init_script(script)
        screen = Screen(page, site).without_python()
        expect(page.locator("#slot-notes > .view")).to_have_count(0)  # the page's side has taken the panel over
        return screen

    return opened


def test_notes_are_saved_as_they_are_typed_and_there_after_a_reload(tab):
    screen = tab()
    said(screen, "empty")
    write(screen, "T2 leaves at 30 s.\nT3 only mentions it: <b>no</b> evidence & \N{SNOWMAN}.")
    said(screen, "saved")
    screen.page.reload()
    expect(screen.notes).to_have_value("T2 leaves at 30 s.\nT3 only mentions it: <b>no</b> evidence & \N{SNOWMAN}.")
    said(screen, "saved")
    screen.notes.fill("")
    said(screen, "empty")
    screen.page.reload()
    expect(screen.page.locator("#slot-notes > .view")).to_have_count(0)
    expect(screen.notes).to_have_value("")


def test_notes_survive_the_end_of_python_and_never_enter_the_address(fresh):
    screen = fresh
    screen.page.add_init_script(REACHABLE)
    screen.open()
    write(screen, "before the crash ")
    screen.press("Next message")
    screen.at(7.5)
    screen.step_to(WORDS.BUDGET, 36)
    assert "crash" not in screen.page.url
    expect(screen.notes).to_have_value("before the crash ")  # a panel that changes takes nothing away

    screen.page.evaluate("python.terminate()")
    write(screen, "and after it")
    said(screen, "saved")
    name, text = exported(screen)
    assert "before the crash and after it" in text
    screen.page.reload()
    expect(screen.notes).to_have_value("before the crash and after it")


def test_notes_that_are_typed_before_the_page_is_up_are_kept(fresh):
    screen, waiting = fresh, []
    screen.page.route("**/document-*.json", lambda route: waiting.append(route))
    screen.without_python()
    write(screen, "quick")
    for route in waiting:
        route.continue_()
    expect(screen.page.locator("#slot-notes > .view")).to_have_count(0)
    expect(screen.notes).to_have_value("quick")
    said(screen, "saved")


def test_notes_that_are_typed_early_join_those_of_an_earlier_visit(tab, fresh):
    write(tab(), "earlier")
    screen, waiting = fresh, []
    screen.page.route("**/document-*.json", lambda route: waiting.append(route))
    screen.without_python()
    write(screen, "quick")
    for route in waiting:
        route.continue_()
    expect(screen.page.locator("#slot-notes > .view")).to_have_count(0)
    for text in ("earlier", "quick"):
        assert text in screen.notes.input_value()


def test_notes_work_even_where_the_page_could_not_be_put_together(fresh, expected_errors):
    expected_errors += [*MISSING, "Cannot find Bokeh"]
    screen = fresh
    screen.page.route("**/bokeh.*.js", lambda route: route.abort())
    screen.without_python()
    expect(screen.button(WORDS.BOOT["again"])).to_be_visible()
    write(screen, "still here")
    screen.page.unroute("**/bokeh.*.js")
    screen.press(WORDS.BOOT["again"])
    expect(screen.page.locator("#slot-notes > .view")).to_have_count(0)
    expect(screen.notes).to_have_value("still here")


def test_a_second_tab_is_brought_up_to_date(tab):
    first, second = tab(), tab()
    write(first, "from the first")
    expect(second.notes).to_have_value("from the first")
    said(second, "adopted")
    write(second, ", and from the second")
    expect(first.notes).to_have_value("from the first, and from the second")
    assert SAID["divider"] not in first.notes.input_value()
    first.notes.fill("")
    expect(second.notes).to_have_value("")


def test_of_two_tabs_that_write_at_once_neither_loses_its_text(tab):
    first, second = tab(), tab(DEAF)
    write(first, "the first one's")
    said(first, "saved")
    expect(second.notes).to_have_value("")
    write(second, "t")
    said(second, "merged")
    second.page.keyboard.type("he second one's")  # where the cursor was, in this tab's own text
    both = f"the second one's\n\n{SAID['divider']}\nthe first one's"
    for screen in (first, second):
        expect(screen.notes).to_have_value(both)
    second.page.reload()
    expect(second.notes).to_have_value(both)


def test_two_tabs_that_agree_are_no_clash(tab):
    first, second = tab(), tab(DEAF)
    first.notes.fill("the same")
    second.notes.fill("the same")
    said(second, "saved")
    expect(second.notes).to_have_value("the same")


def test_the_cursor_stays_when_another_tab_writes(tab):
    first, second = tab(), tab()
    write(first, "one two")
    expect(second.notes).to_have_value("one two")
    second.notes.press("Control+Home")
    first.notes.press("Control+End")
    first.page.keyboard.type(" three")
    expect(second.notes).to_have_value("one two three")
    second.page.keyboard.type("zero ")
    expect(first.notes).to_have_value("zero one two three")


@pytest.mark.parametrize("script", [REFUSING, FULL], ids=["refused", "full"])
def test_a_browser_that_stores_nothing_is_named_and_the_notes_stay_usable(tab, script):
    screen = tab(script)
    write(screen, "hello there")
    expect(screen.notes).to_have_value("hello there")
    said(screen, "refused")
    name, text = exported(screen)
    assert "hello there" in text


def test_a_refusing_browser_is_named_at_once(tab):
    said(tab(REFUSING), "refused")


def test_a_browser_that_becomes_full_keeps_what_is_on_the_page(tab):
    screen = tab()
    write(screen, "stored")
    said(screen, "saved")
    screen.page.evaluate(f"() => {{ {FULL} }}")
    write(screen, ", not stored")
    expect(screen.notes).to_have_value("stored, not stored")
    said(screen, "refused")


def test_the_export_holds_the_title_the_notes_and_the_statement(tab):
    screen = tab()
    write(screen, "T2 leaves.\n\N{SNOWMAN}")
    name, text = exported(screen)
    assert name == "report-preference-notes.txt"
    assert text.split("\n\n") == [LESSON.title, "T2 leaves.\n\N{SNOWMAN}", describe.STATEMENT + "\n"]
    expect(screen.status).to_have_text(SAID["exported"].format(name=name))


def test_each_lesson_has_its_own_notes(fresh):
    screen = fresh.open()
    write(screen, "of the first lesson")
    other = encoded(document([turn("A", "user", 4)], id="other", title="Another lesson"))
    screen.page.get_by_label("Open fixture").set_input_files({"name": "other.json", "mimeType": "application/json", "buffer": other})
    expect(screen.panel("Another lesson")).to_be_visible()
    expect(screen.notes).to_have_value("")
    write(screen, "of the other")
    screen.page.get_by_role("combobox", name="Lesson", exact=True).select_option("report-preference")
    expect(screen.notes).to_have_value("of the first lesson")
