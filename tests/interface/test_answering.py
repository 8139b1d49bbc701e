"""Tests that an answer outlives a reload, another tab and a lost Python, and goes where the notes and the export go."""

import json

import pytest
from playwright.sync_api import expect

from sim import describe
from sim.guide.steps import page

from .screen import BOOT, LESSON, WORDS, Screen, seconds_pass

WORDS_OF = describe.answers
QUESTION = page(LESSON, 2).question.text
REFUSING = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });"
)


def answered(screen: Screen, said: str = "T1") -> Screen:
    """Expect that the answer to the question of step 2 is listed beside what is right."""
    panel = screen.panel(WORDS_OF.HEADING)
    expect(panel.get_by_role("row").filter(has_text="Step 2 of 5").get_by_role("cell")).to_have_text(
        [QUESTION, said, "T2"]
    )
    return screen


def downloaded(screen: Screen, button: str) -> bytes:
    with screen.page.expect_download() as waiting:
        screen.press(button)
    return waiting.value.path().read_bytes()


def give(screen: Screen, data: bytes, name: str) -> None:
    file = {"name": name, "mimeType": "application/json", "buffer": data}
    screen.page.get_by_label("Open fixture", exact=True).set_input_files(file)


@pytest.fixture
def there(fresh) -> Screen:
    """A page on which the question of step 2 was answered wrongly."""
    screen = fresh.open("?step=2")
    screen.press("T1")
    return answered(screen)


def test_an_answer_is_there_after_a_reload_and_in_another_tab_until_it_is_cleared(there, context):
    there.reload()
    answered(there)
    expect(there.panel("Guide")).to_contain_text("You said: T1. The answer: T2.")
    other = answered(Screen(context.new_page(), there.address).open("?step=3"))
    other.press(describe.guide.SKIP)
    expect(there.panel(WORDS_OF.HEADING)).to_contain_text("Step 3 of 5")
    answered(there)
    there.press(WORDS_OF.CLEAR)
    expect(there.status).to_have_text(WORDS_OF.CLEARED)
    for screen in (there, other):
        expect(screen.panel(WORDS_OF.HEADING)).to_contain_text(WORDS_OF.NONE)
    there.reload()
    expect(there.panel(WORDS_OF.HEADING)).to_contain_text(WORDS_OF.NONE)
    expect(there.button("T1")).to_be_visible()


def test_answers_go_with_the_export_and_the_notes(there, browser):
    there.notes.fill("What I noted")
    text = downloaded(there, "Export notes").decode()
    assert "What I noted\n\nYour answers:\nStep 2 of 5: The first overflow. " in text and "Your answer: T1." in text
    data = downloaded(there, "Export fixture JSON")
    assert json.loads(data)["answers"] == [{"step": 2, "chosen": "T1"}]
    context = browser.new_context()
    other = Screen(context.new_page(), there.address).open()
    give(other, data, "learners.json")
    answered(other)
    bad = json.loads(data) | {"answers": [{"step": 2, "chosen": "T9"}]}
    give(other, json.dumps(bad).encode(), "bad.json")
    expect(other.alert).to_contain_text("bad.json: $.answers[0].chosen is 'T9', which is not among the answers")
    answered(other)
    other.reload()
    answered(other)
    context.close()


def test_a_new_python_knows_the_answers_even_if_the_browser_stores_nothing(fresh):
    fresh.page.add_init_script(REFUSING)
    fresh.page.clock.install()
    screen = fresh.open("?step=2")
    screen.press("T1")
    answered(screen)
    expect(screen.panel(WORDS_OF.HEADING)).to_contain_text(WORDS_OF.REFUSED)
    screen.page.workers[-1].evaluate("self.close()")
    screen.press("Next message")
    seconds_pass(screen.page, "Python is started again")
    expect(screen.page.locator("#boot-words")).to_have_text(WORDS.BOOT["resumed"], timeout=BOOT)
    answered(screen)
    screen.press(describe.guide.SHOW)
    expect(screen.panel("Guide")).to_contain_text("You said: T1. The answer: T2.")
