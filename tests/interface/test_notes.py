"""Tests that notes survive everything: a reload, a dead Python, a second tab, and a browser that stores nothing.

The notes work without Python, so most of these pages never start it.
"""

import re

import pytest
from engine.making import document, encoded, turn
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect

from sim import describe

from .screen import LESSON, MISSING, REACHABLE, WORDS, Screen

SAID = WORDS.NOTES
REFUSING = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });"
)
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
DEAF = "addEventListener('storage', (event) => event.stopImmediatePropagation(), true);"
HEARD = "addEventListener('storage', (event) => { document.body.dataset.heard = JSON.parse(event.newValue).text; });"
# Lets a test hold back the database, by `hold()` until `release()`.
HOLDING = """(() => {
  let held = null;
  globalThis.hold = () => { held = new Promise((done) => { globalThis.release = done; }); };
  const { set } = Object.getOwnPropertyDescriptor(IDBRequest.prototype, "onsuccess");
  Object.defineProperty(IDBOpenDBRequest.prototype, "onsuccess", {
    set(hears) { set.call(this, async (event) => { await held; hears(event); }); },
  });
})()"""


def write(screen: Screen, text: str) -> None:
    """Type a text at the end of the notes, key by key."""
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
    """Open a tab of the same browser, in which `script` runs first. Python never starts, but the notes work."""

    def opened(script: str = "") -> Screen:
        page: Page = context.new_page()
        if script:
            page.add_init_script(script)
        screen = Screen(page, site).without_python()
        expect(page.locator("#slot-notes > .view")).to_have_count(0)  # the notes' module has taken the panel over
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
    expect(screen.notes).to_have_value("before the crash ")  # a change of the panel must not remove the text

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


def test_a_letter_typed_while_the_tabs_meet_is_told_to_the_other(tab):
    """The other tab looks as soon as it is written, and so before it is where the tabs meet."""
    first, second = tab(HOLDING), tab(HEARD)
    first.page.evaluate("hold()")
    write(first, "one two")
    expect(second.page.locator("body")).to_have_attribute("data-heard", "one two")
    expect(second.notes).to_have_value("")
    first.page.evaluate("release()")
    expect(second.notes).to_have_value("one two")


def test_of_two_tabs_that_write_at_once_neither_loses_its_text(tab):
    first, second = tab(), tab(DEAF)
    write(first, "the first one's")
    said(first, "saved")
    expect(second.notes).to_have_value("")
    write(second, "t")
    said(second, "merged")
    second.page.keyboard.type("he second one's")  # the cursor keeps its place in this tab's own text
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


def give(screen: Screen, name: str, title: str) -> None:
    """Open a small lesson with that id from a file."""
    data = encoded(document([turn("A", "user", 4)], id=name, title=title))
    screen.page.get_by_label("Open fixture").set_input_files(
        {"name": "mine.json", "mimeType": "application/json", "buffer": data}
    )
    expect(screen.panel(title)).to_be_visible()


def choose(screen: Screen, name: str) -> None:
    """Open a bundled lesson."""
    screen.page.get_by_role("combobox", name="Lesson", exact=True).select_option(name)


@pytest.mark.parametrize("script", ["", REFUSING, FULL], ids=["stored", "refused", "full"])
def test_each_lesson_has_its_own_notes_and_the_export_has_all(fresh, script):
    """This holds even for lessons with the same id, here a bundled one and two files."""
    screen = fresh
    if script:
        screen.page.add_init_script(script)
    screen.open()
    write(screen, "of the first lesson")
    for title in ("One file", "Another file"):
        give(screen, "report-preference", title)
        expect(screen.notes).to_have_value("")
        write(screen, f"of {title}")
    choose(screen, "summary-drift")
    expect(screen.notes).to_have_value("")
    choose(screen, "report-preference")
    expect(screen.notes).to_have_value("of the first lesson")
    said(screen, "refused" if script else "saved")
    name, text = exported(screen)
    blocks = text.split("\n\n")
    assert blocks[:2] == [LESSON.title, "of the first lesson"]
    assert ["One file", "of One file"] in (blocks[2:4], blocks[4:6]) and ["Another file", "of Another file"] in (
        blocks[2:4],
        blocks[4:6],
    )
    expect(screen.status).to_have_text(SAID["exported_all"].format(name=name))
    give(screen, "report-preference", "One file")
    expect(screen.notes).to_have_value("of One file")


def test_a_lesson_called_early_shares_nothing(fresh):
    screen = fresh.open()
    give(screen, "early", "An early lesson")
    write(screen, "of the early lesson")
    said(screen, "saved")
    choose(screen, "summary-drift")
    expect(screen.notes).to_have_value("")
    screen.page.goto(screen.address)
    screen.ready()
    expect(screen.notes).to_have_value("")


def test_notes_of_0_1_0_are_taken_over(tab):
    old = "localStorage.setItem('palimpsest/notes/report-preference', 'of long ago'); localStorage.setItem('palimpsest/notes/gone', 'of a file');"
    screen = tab(f"if (!sessionStorage.once) {{ {old} sessionStorage.once = 1; }}")
    expect(screen.notes).to_have_value("of long ago")
    assert "gone\n\nof a file" in exported(screen)[1]
    write(screen, ", and of now")
    expect(screen.notes).to_have_value("of long ago, and of now")
    screen.page.reload()
    expect(screen.notes).to_have_value("of long ago, and of now")
    screen.notes.fill("")
    screen.page.reload()
    expect(screen.page.locator("#slot-notes > .view")).to_have_count(0)
    expect(screen.notes).to_have_value("")  # deleted notes do not come back from the place where 0.1.0 stored them


def test_a_full_browser_does_not_lose_the_notes_of_0_1_0(tab):
    screen = tab(f"localStorage.setItem('palimpsest/notes/report-preference', 'of long ago'); {FULL}")
    expect(screen.notes).to_have_value("of long ago")
    said(screen, "refused")
    assert screen.page.evaluate("localStorage.getItem('palimpsest/notes/report-preference')") == "of long ago"


TYPE = """async ([letter, pause]) => {
  for (let k = 0; k < 40; k++) {
    for (const sign of `${letter}${k} `) {
      document.execCommand("insertText", false, sign);
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  document.body.dataset.typed = letter;
}"""


@pytest.mark.parametrize("deaf", ["", DEAF], ids=["told", "untold"])
@pytest.mark.parametrize("pause", [0, 5, 30])
def test_two_tabs_that_type_at_the_same_time_lose_no_word(tab, pause, deaf):
    tabs = [tab(), tab(deaf)]
    for screen in tabs:
        screen.notes.focus()
    for letter, screen in zip("ab", tabs):  # started without waiting, so that both tabs type at the same time
        screen.page.evaluate(f"given => {{ ({TYPE})(given); }}", [letter, pause])
    for letter, screen in zip("ab", tabs):
        expect(screen.page.locator("body")).to_have_attribute("data-typed", letter, timeout=60_000)
    wanted = sorted(f"{letter}{k}" for letter in "ab" for k in range(40))
    for screen in tabs[: 1 if deaf else 2]:
        expect(screen.notes).to_have_value(re.compile(r"a39\b.*b39\b|b39\b.*a39\b", re.DOTALL))
        found = re.findall(r"\b[ab]\d+\b", screen.notes.input_value())
        assert sorted(set(found)) == wanted
    tabs[0].page.reload()
    expect(tabs[0].notes).to_have_value(re.compile("39"))
    assert sorted(set(re.findall(r"\b[ab]\d+\b", tabs[0].notes.input_value()))) == wanted


MERGE = """async ([base, mine, theirs]) => {
  const { merge } = await import(new URL("merge-texts.js", document.querySelector("script[type=module]").src));
  const { text, clash, moved } = merge(base, mine, theirs, "---");
  return { text, clash, places: Array.from({ length: mine.length + 1 }, (_, place) => moved(place)) };
}"""
TEXT = st.lists(st.sampled_from("abcde"), max_size=6).map(" ".join)


@settings(max_examples=200, deadline=None)
@given(TEXT, TEXT, TEXT)
def test_what_two_tabs_wrote_is_merged_alike_on_both_sides(merging, base, one, other):
    merged, again = merging.evaluate(MERGE, [base, one, other]), merging.evaluate(MERGE, [base, other, one])
    text = merged["text"]
    assert (text, merged["clash"]) == (again["text"], again["clash"])
    if base in (one, other):
        assert text == (one if other == base else other)
    for mine, places in ((one, merged["places"]), (other, again["places"])):
        assert set(mine.split()) - set(base.split()) <= set(text.split())
        new = [place for place in range(1, len(mine) + 1) if mine[place - 1].strip() and mine[place - 1] not in base]
        for place in new:  # the cursor stays directly after the typed letter
            assert text[places[place] - 1] == mine[place - 1]


def test_two_who_type_within_one_word_keep_their_places(merging):
    """Two began at one place, a word each and no space between them; each then goes on with its own."""
    merged = merging.evaluate(MERGE, ["x ab", "x ab", "x ab9"])
    assert (merged["text"], merged["places"]) == ("x ab9", [0, 1, 2, 3, 4])  # also the place between the two
    merged = merging.evaluate(MERGE, ["x ab", "x a4b", "x ab9"])
    assert (merged["text"], merged["clash"], merged["places"]) == ("x a4b9", False, [0, 1, 2, 3, 4, 5])
    assert merging.evaluate(MERGE, ["cat", "cut", "cot"])["text"] == "cot\n\n---\ncut"  # no word is cut


@pytest.fixture(scope="module")
def merging(browser, site):
    page = browser.new_page()
    page.goto(site)
    yield page
    page.close()
