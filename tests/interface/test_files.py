"""Tests that lessons can be exported and opened as files, and that a wrong file is refused in one sentence."""

import json
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest
from engine.making import document, encoded, turn
from playwright.sync_api import expect

from sim.library import lessons

from .screen import FIDELITY, LESSON, POLICY, WORDS, Screen

ROOT = Path(__file__).resolve().parents[2]
GOOD = json.loads(lessons()["report-preference"].read_bytes())
SMALL = document([turn("A", "system", 5), turn("B", "user", 30, evidence=["f"])], id="small", title="A small lesson")
MARKUP = """<img src=x onerror="globalThis.ran = true"><script>globalThis.ran = true</script>"""
DROP = """(page, [name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name, { type: "application/json" }));
  return dataTransfer;
}"""


def give(screen: Screen, data: bytes, name: str = "mine.json") -> None:
    """Choose a file."""
    file = {"name": name, "mimeType": "application/json", "buffer": data}
    screen.page.get_by_label("Open fixture", exact=True).set_input_files(file)


def bundled(screen: Screen) -> None:
    """Open the first lesson again."""
    lesson = screen.page.get_by_role("combobox", name="Lesson", exact=True)
    if lesson.input_value() != "report-preference":
        lesson.select_option("report-preference")
    expect(screen.panel(LESSON.title)).to_be_visible()
    expect(screen.page.get_by_role("link", name=WORDS.LESSON_DATA)).to_be_visible()


@pytest.fixture
def files(screen):
    """The page for tests that open files. Afterwards the first lesson is open again."""
    yield screen
    if screen.button(WORDS.DISMISS).is_visible():
        screen.press(WORDS.DISMISS)
    bundled(screen)


def export(screen: Screen) -> tuple[str, bytes]:
    """The name and the bytes of the download, which is started with the keyboard."""
    with screen.page.expect_download() as waiting:
        screen.press("Export fixture JSON")
    return waiting.value.suggested_filename, waiting.value.path().read_bytes()


@pytest.mark.parametrize(
    ("budget", "policy", "fidelity", "seconds"),
    [
        (24, "evict-oldest", "preserve", 30),
        (48, "summarize-older", "drop", 60),
        (36, "summarize-older", "preserve", 0),
    ],
)
def test_the_export_is_what_the_command_line_prints_and_opens_again(files, budget, policy, fidelity, seconds):
    files.choose(budget, policy, fidelity)
    files.seek(seconds)
    name, data = export(files)
    command = [sys.executable, "-m", "sim", "replay", "report-preference", "--budget", str(budget), "--policy", policy,
               "--fidelity", fidelity, "--at", str(seconds), "--json"]  # fmt: skip
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60)
    assert data == printed.stdout and printed.returncode == 0
    assert name == "report-preference.json"
    expect(files.status).to_have_text(f"Exported as {name}.")
    expect(files.button("Export fixture JSON")).to_be_focused()

    files.home()
    give(files, data, "export.json")
    expect(files.panel(LESSON.title)).to_contain_text("Opened from export.json.")
    files.at(seconds)
    for group, chosen in ((WORDS.BUDGET, budget), (WORDS.POLICY, POLICY[policy]), (WORDS.FIDELITY, FIDELITY[fidelity])):
        expect(files.radio(group, chosen)).to_be_checked()
    expect(files.status).to_have_text(f"{LESSON.title}, from export.json, is open.")
    assert export(files)[1] == data


def test_a_fixture_opens_with_all_its_panels(files):
    files.seek(30)
    files.press("Capture baseline")
    give(files, encoded(SMALL), "small.json")
    expect(files.panel("A small lesson")).to_contain_text("Opened from small.json.")
    expect(files.page.get_by_role("combobox", name="Lesson", exact=True)).to_have_value("")
    expect(files.turns).to_have_count(2)
    expect(files.timeline).to_have_attribute("aria-valuetext", "0 seconds, message 0 of 2")
    expect(files.group(WORDS.BUDGET)).to_have_count(0)  # the lesson offers only one budget
    expect(files.panel("Settings")).to_contain_text(f"{WORDS.BUDGET} 24")
    expect(files.button("Capture baseline")).to_be_visible()  # the baseline of the other lesson is gone
    files.timeline.press("End")
    expect(files.panel("Context")).to_contain_text("B weighs 30, more than the whole budget of 24.")
    assert export(files)[0] == "small.json"


@pytest.mark.parametrize(
    "whole", [document([]), document([], facts=[], probes=[]), document([turn("A", "system", 31)])]
)
def test_an_odd_lesson_opens_plays_and_exports(files, whole):
    give(files, encoded(whole))
    expect(files.panel("Made for a test")).to_be_visible()
    files.timeline.press("End")
    expect(files.button("Replay messages")).to_be_visible()
    expect(files.timeline).to_have_attribute("aria-valuetext", re.compile(r"^60 seconds, message (\d) of \1$"))
    files.step_to(WORDS.POLICY, POLICY["summarize-older"])
    assert json.loads(export(files)[1])["fixture"]["id"] == "made"
    expect(files.alert).to_be_empty()


def changed(path: str, value: object) -> bytes:
    """The first lesson with one field changed. A path looks like `turns.3.tokens`."""
    whole = deepcopy(GOOD)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = whole
    for step in way:
        place = place[step]
    place[last] = value
    return encoded(whole)


BAD = {
    "not JSON": (b"Dear all,", "byte 0", "'Dear all,'"),
    "not UTF-8": (b'{"id": "\xe9"}', "byte 8", "0xe9"),
    "UTF-16": (json.dumps(GOOD).encode("utf-16"), "byte 0", "0xff"),
    "empty": (b"", "$", "empty"),
    "not an object": (b"[1, 2]", "$", "a list of 2"),
    "cut off": (lessons()["report-preference"].read_bytes()[:-100], "byte", ""),
    "another format": (changed("format", "somebody/else"), "$.format", "'somebody/else'"),
    "another version": (changed("version", 2), "$.version", "2"),
    "an unknown field": (changed("turns.3.colour", "green"), "$.turns[3].colour", "'green'"),
    "a wrong type": (changed("turns.3.tokens", "eight"), "$.turns[3].tokens", "'eight'"),
    "a missing field": (
        encoded({name: value for name, value in GOOD.items() if name != "facts"}),
        "$.facts",
        "missing",
    ),
    "a duplicate id": (changed("turns.3.id", "T2"), "$.turns[3].id", "'T2'"),
    "a dangling fact": (changed("turns.1.evidence", ["nowhere"]), "$.turns[1].evidence[0]", "'nowhere'"),
    "falling times": (changed("turns.3.at", 10), "$.turns[3].at", "10.0"),
    "a zero weight": (changed("turns.3.tokens", 0), "$.turns[3].tokens", "0"),
    "a negative weight": (changed("turns.3.tokens", -8), "$.turns[3].tokens", "-8"),
    "an assistant's evidence": (
        changed("turns.2.evidence", ["report-format"]),
        "$.turns[2].evidence[0]",
        "'report-format'",
    ),
    "markup for a value": (changed("turns.3.role", MARKUP), "$.turns[3].role", "'<img src=x onerror="),
}


def test_a_bad_file_is_refused_in_one_sentence_and_what_is_open_stays(files):
    files.choose(48)
    files.seek(30)
    for fault, (data, field, value) in BAD.items():
        give(files, data, f"{fault}.json")
        expect(files.alert, fault).to_contain_text(f"{fault}.json: ")
        sentence = files.alert.locator("span").inner_text()
        assert field in sentence and value in sentence, fault
        assert sentence.endswith("What was open stays open.") and len(sentence) < 500 and "\n" not in sentence, fault
        assert files.alert.locator("img, script").count() == 0, fault
        expect(files.panel(LESSON.title), fault).to_contain_text(WORDS.LESSON_DATA)
        expect(files.radio(WORDS.BUDGET, 48), fault).to_be_checked()
        files.at(30)
    assert "Traceback" not in files.page.locator("body").inner_text()
    files.press("Next message")  # the replay can be continued
    files.at(37.5)
    files.press(WORDS.DISMISS)
    expect(files.alert).to_be_empty()


def test_a_huge_file_is_refused_without_being_read(files, tmp_path):
    huge = tmp_path / "huge.json"
    with open(huge, "wb") as file:
        file.truncate(50 * 1024 * 1024)
    files.seek(30)
    files.page.get_by_label("Open fixture", exact=True).set_input_files(huge)
    expect(files.alert).to_contain_text(
        "huge.json: the file is 50 MB, and at most 32 MB are read. What was open stays open."
    )
    files.at(30)


def test_a_file_is_opened_by_dropping_it_anywhere(files):
    page = files.page
    dropped = page.locator("main").evaluate_handle(DROP, ["dropped.json", json.dumps(SMALL)])
    page.locator("#slot-context").dispatch_event("dragover", {"dataTransfer": dropped})
    expect(page.get_by_text(WORDS.DROP)).to_be_visible()
    page.locator("#slot-context").dispatch_event("drop", {"dataTransfer": dropped})
    expect(files.panel("A small lesson")).to_contain_text("Opened from dropped.json.")
    expect(page.get_by_text(WORDS.DROP)).to_be_hidden()


def test_a_bad_file_that_is_dropped_is_refused_like_one_that_is_chosen(files):
    dropped = files.page.locator("main").evaluate_handle(DROP, ["dropped.json", "{}"])
    files.page.locator("body").dispatch_event("drop", {"dataTransfer": dropped})
    expect(files.alert).to_contain_text("dropped.json: $.format is missing")


def test_a_bad_file_that_is_dropped_on_the_expanded_experiment_is_refused_in_sight(files):
    page = files.page
    files.press("Expand experiment")
    dropped = page.locator("main").evaluate_handle(DROP, ["dropped.json", "{}"])
    page.locator("#slot-context").dispatch_event("drop", {"dataTransfer": dropped})
    expect(files.alert).to_contain_text("dropped.json: $.format is missing")
    seen = files.alert.locator("span").evaluate(
        """sentence => {
          const { x, y, width, height } = sentence.getBoundingClientRect();
          return !sentence.closest("[inert]") && sentence.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }"""
    )
    page.keyboard.press("Escape")
    assert seen


def test_the_pages_title_is_that_of_the_lesson_that_is_open(files):
    expect(files.page).to_have_title(f"Palimpsest: {LESSON.title}")
    give(files, encoded(SMALL))
    expect(files.panel("A small lesson")).to_be_visible()
    expect(files.page).to_have_title("Palimpsest: A small lesson")


def test_dropped_text_is_no_file(files):
    dropped = files.page.evaluate_handle(
        "() => { const d = new DataTransfer(); d.setData('text/plain', 'hello'); return d }"
    )
    files.page.locator("body").dispatch_event("drop", {"dataTransfer": dropped})
    files.press("Next message")
    files.at(7.5)
    expect(files.alert).to_be_empty()


def test_the_same_file_can_be_chosen_again_after_it_was_mended(files, tmp_path):
    path = tmp_path / "lesson.json"
    chooser = files.page.get_by_label("Open fixture", exact=True)
    for data, fault in ((changed("version", 2), "$.version is 2"), (changed("version", 3), "$.version is 3")):
        path.write_bytes(data)
        chooser.set_input_files(path)
        expect(files.alert).to_contain_text(fault)
    path.write_bytes(encoded(SMALL))
    chooser.set_input_files(path)
    expect(files.panel("A small lesson")).to_be_visible()
    expect(files.alert).to_be_empty()


def test_markup_in_a_lesson_is_shown_and_never_run(files):
    evil = "<img/src=x/onerror='globalThis.ran=true'>"
    whole = document(
        [
            turn(f"{evil}1", "user", 4, text=MARKUP, evidence=[evil]),
            turn("$$x^2$$", "assistant", 5, text=MARKUP, mentions=[evil]),
        ],
        id=evil,
        title=MARKUP,
        about=MARKUP,
        facts=[{"id": evil, "statement": MARKUP, "answer": MARKUP, "critical": True}],
        probes=[{"id": evil, "question": MARKUP, "answer": MARKUP, "fact": evil}],
    )
    give(files, encoded(whole), f"{evil.replace('/', ' ')}.json")
    expect(files.page.get_by_role("heading", name=MARKUP, exact=True).first).to_be_visible()
    files.timeline.press("End")
    expect(files.turns.first).to_contain_text(MARKUP)
    expect(files.items.first).to_contain_text(MARKUP)
    expect(files.panel("Evidence")).to_contain_text(f"“{MARKUP}”")
    files.press("Capture baseline")
    expect(files.page.get_by_role("table", name=WORDS.BASELINE_CAPTION)).to_contain_text(evil)
    assert files.page.locator("img").count() == 0
    assert files.page.evaluate("globalThis.ran") is None
    name, data = export(files)
    assert json.loads(data)["fixture"]["title"] == MARKUP
