"""Tests that a reload, Back and a link find a person's own lesson again, like a bundled one, or say what is missing."""

import json
import re

import pytest
from engine.making import document, encoded, turn
from playwright.sync_api import expect

from sim import describe

from .screen import LESSON, WORDS, Screen

SMALL = document(
    [turn(name, "user", 8) for name in "ABCD"],
    id="small",
    title="A small lesson",
    budgets=[24, 36],
    duration=40,
    probes=[],
    facts=[],
)
NO_DATABASE = (
    "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('denied', 'SecurityError'); } });"
)
LINK = WORDS.COPY_LINK


def give(screen: Screen, data: bytes = encoded(SMALL), name: str = "mine.json") -> None:
    file = {"name": name, "mimeType": "application/json", "buffer": data}
    screen.page.get_by_label("Open fixture", exact=True).set_input_files(file)


def shown(screen: Screen, name: str = "mine.json", kept: bool = True) -> None:
    """Expect that the small lesson is open from that file, and that the page says whether a reload will find it."""
    expect(screen.panel("A small lesson")).to_contain_text(describe.page.from_file(name, kept))


def moved(screen: Screen) -> None:
    """Choose budget 36 and go to 20 seconds."""
    screen.step_to(WORDS.BUDGET, 36)
    for _ in range(2):
        screen.press("Next message")
    screen.addressed(t=20)


def there(screen: Screen) -> None:
    expect(screen.radio(WORDS.BUDGET, 36)).to_be_checked()
    expect(screen.timeline).to_have_attribute("aria-valuetext", "20 seconds, message 2 of 4")
    screen.holds("A", "B")


def bundled(screen: Screen) -> None:
    expect(screen.panel(LESSON.title)).to_contain_text(WORDS.LESSON_DATA)


@pytest.fixture
def clipboard(context):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    return lambda page: page.evaluate("navigator.clipboard.readText()")


def link(screen: Screen, clipboard) -> str:
    screen.press(LINK)
    expect(screen.status).to_have_text(WORDS.FILES["copied"])
    return clipboard(screen.page)


def test_a_file_is_there_after_a_reload_and_in_another_tab(fresh, context):
    screen = fresh.open()
    give(screen)
    shown(screen)
    moved(screen)
    screen.addressed(lesson="small")
    assert "file=" in screen.page.url and "#" not in screen.page.url
    screen.reload()
    shown(screen)
    there(screen)
    expect(screen.alert).to_be_empty()
    other = Screen(context.new_page(), screen.page.url).open()
    shown(other)
    there(other)


def test_back_and_forward_lead_between_a_lesson_and_a_file(fresh):
    screen, page = fresh.open(), fresh.page
    screen.seek(30)
    give(screen)
    shown(screen)
    moved(screen)
    page.get_by_role("combobox", name="Lesson", exact=True).select_option("report-preference")
    bundled(screen)
    length = page.evaluate("history.length")
    page.go_back()
    shown(screen)
    there(screen)
    page.go_back()
    shown(screen)
    expect(screen.radio(WORDS.BUDGET, 24)).to_be_checked()
    page.go_back()
    bundled(screen)
    screen.at(30)
    page.go_forward()
    shown(screen)
    page.go_forward()
    there(screen)
    assert page.evaluate("history.length") == length
    expect(screen.alert).to_be_empty()


def test_a_file_that_has_a_bundled_lessons_id_is_not_taken_for_it(fresh):
    """The bundled lesson is not taken for the file either."""
    screen, page = fresh.open("?lesson=report-preference&t=30"), fresh.page
    screen.at(30)
    give(screen, encoded({**SMALL, "id": "report-preference"}))
    shown(screen)
    page.go_back()
    bundled(screen)
    screen.at(30)
    page.go_forward()
    shown(screen)
    screen.reload()
    shown(screen)


def test_where_the_browser_keeps_no_files_the_page_says_so_and_asks_for_it(fresh):
    fresh.page.add_init_script(NO_DATABASE)
    screen = fresh.open()
    give(screen)
    shown(screen, kept=False)
    moved(screen)
    screen.page.get_by_role("combobox", name="Lesson", exact=True).select_option("report-preference")
    bundled(screen)
    screen.page.go_back()  # the page itself still keeps the file
    shown(screen, kept=False)
    there(screen)
    screen.reload()
    expect(screen.alert).to_contain_text(describe.announcements.file_missing("small", broken=False))
    bundled(screen)
    give(screen)  # the file opens with the settings and the moment of the address
    shown(screen, kept=False)
    there(screen)
    expect(screen.alert).to_be_empty()


def test_a_link_carries_a_small_lesson_and_sends_it_to_no_server(fresh, browser, clipboard):
    screen = fresh.open()
    expect(screen.button(LINK)).to_have_count(0)  # a bundled lesson needs no such link, because its address is enough
    give(screen)
    shown(screen)
    moved(screen)
    address = link(screen, clipboard)
    assert address.partition("#")[0] == screen.page.url and len(address) < 2000

    elsewhere = browser.new_context()
    page = elsewhere.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    received = Screen(page, address).open()
    shown(received, WORDS.ADDRESS_NAME)
    there(received)
    carried = address.partition("#")[2]
    assert not [url for url in asked if carried[8:40] in url.partition("#")[0]]
    expect(page).to_have_url(re.compile("#lesson="))
    received.reload()
    there(received)
    page.get_by_role("combobox", name="Lesson", exact=True).select_option("report-preference")
    bundled(received)
    assert "#" not in page.url
    page.go_back()
    there(received)
    elsewhere.close()


@pytest.mark.parametrize("damage", [lambda text: text[:-9], lambda text: text[:200] + "%%%", lambda text: text.replace("#lesson=", "#lesson=AAAA")],
                         ids=["cut off", "no letters of it", "changed"])  # fmt: skip
def test_a_damaged_link_is_told_and_nothing_is_lost(fresh, browser, clipboard, damage):
    screen = fresh.open()
    give(screen)
    shown(screen)
    address = damage(link(screen, clipboard))
    elsewhere = browser.new_context()
    received = Screen(elsewhere.new_page(), address).open()
    expect(received.alert).to_contain_text(describe.announcements.file_missing("small", broken=True))
    bundled(received)
    received.press("Next message")
    received.at(7.5)
    elsewhere.close()


def test_what_a_link_carries_is_checked_like_any_file(fresh):
    screen = fresh.open()
    text = screen.page.evaluate('palimpsest.lessonLink.packed(\'{"format": "somebody/else"}\')')
    screen.page.goto("about:blank")
    screen.open(f"?lesson=small&file=0123456789abcdef#lesson={text}")
    expect(screen.alert).to_contain_text("the address: $.format is 'somebody/else'")
    bundled(screen)


def test_a_lesson_too_long_for_a_link_is_told(fresh):
    screen = fresh.open()
    noise = "".join(chr(0x4E00 + k * k * 31 % 20000) for k in range(9000))
    give(screen, encoded({**SMALL, "about": noise}))
    shown(screen)
    screen.press(LINK)
    expect(screen.status).to_have_text(re.compile("too long for a link: [0-9]{5,} characters, where at most 8000"))


def test_a_link_that_cannot_be_copied_is_shown(fresh):
    fresh.page.add_init_script(
        "navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));"
    )
    screen = fresh.open()
    give(screen)
    shown(screen)
    screen.press(LINK)
    dialog = screen.page.get_by_role("dialog", name=WORDS.SAVING["heading"])
    expect(dialog.get_by_role("textbox")).to_have_value(re.compile("^http.*#lesson="))
    dialog.get_by_role("button", name=WORDS.SAVING["copy"]).press("Enter")
    expect(dialog).to_contain_text(WORDS.SAVING["refused"])
    dialog.get_by_role("button", name=WORDS.CLOSE).press("Enter")
    expect(dialog).to_be_hidden()
    expect(screen.button(LINK)).to_be_focused()


def test_the_newest_files_are_kept_and_no_others(fresh):
    screen = fresh.open()
    kept = screen.page.evaluate(
        """async () => {
          for (let k = 0; k < 14; k++) await palimpsest.files.keep(`f${k}`, new File(["x"], "x"));
          const { within } = await import(new URL("database.js", document.querySelector("script[type=module]").src));
          return within("files", ({ sorted }) => sorted("at"));
        }"""
    )
    assert kept == [f"f{k}" for k in range(4, 14)]


def test_an_export_of_the_file_opens_at_its_own_moment(fresh):
    """An address asked for this file before. If a person opens it again by hand, it opens like any other file, at its beginning."""
    screen = fresh.open()
    give(screen)
    shown(screen)
    moved(screen)
    screen.reload()
    there(screen)
    give(screen)
    expect(screen.timeline).to_have_attribute("aria-valuetext", "0 seconds, message 0 of 4")
    assert json.loads(encoded(SMALL))["defaults"]["budget"] == 24
    expect(screen.radio(WORDS.BUDGET, 24)).to_be_checked()
