"""Tests the page when Python's worker dies or computes without end: it must not wait for ever, and it must tell the truth."""

import json

import pytest
from playwright.sync_api import expect

from sim.export.writing import fixture_bytes

from .screen import BOOT, LESSON, POLICY, WORDS, held_clock, seconds_pass

SAID = WORDS.BOOT
AGAIN = "Python is started again"
THERE = "?budget=36&policy=summarize-older&t=45"
# From now on the worker receives no message and sends none.
DIES = "self.close()"
# The worker reports that it begins with the next patch, and then computes without end.
LOOPS = "void (onmessage = ({ data }) => { if (data.type === 'patch') { postMessage({ type: 'begun' }); for (;;); } })"
# The worker answers questions about its life, and does nothing else.
WAITS = "void (onmessage = ({ data }) => { if (data.type === 'ping') postMessage({ type: 'pong', bytes: 0 }); })"
WAYS = pytest.mark.parametrize("way", [DIES, LOOPS, WAITS], ids=["dies", "loops", "waits"])


# The worker keeps its messages, and handles them only when the test allows it.
HOLDS = """
  globalThis.theirs = onmessage;
  globalThis.held = [];
  void (onmessage = (message) => { if (message.data.type === 'patch') { held.push(message); postMessage({ type: 'begun' }); } });
"""

# The worker gets an empty message instead of the choice of a budget.
MISHEARS = """
  globalThis.theirs = onmessage;
  void (onmessage = (message) => theirs(String(message.data.patch).includes('"budget"') ? { data: { type: "patch", patch: "{}" } } : message));
"""


@pytest.fixture
def there(fresh):
    """A page at a moment other than the start, with a clock that the test moves."""
    fresh.page.clock.install()
    fresh.open(THERE)
    fresh.at(45)
    return fresh


def undo(screen, way: str) -> None:
    screen.page.workers[-1].evaluate(way)


def back(screen) -> None:
    """Expect that a new Python shows the same as the lost one."""
    expect(screen.page.locator("#boot-words")).to_have_text(SAID["resumed"], timeout=BOOT)
    expect(screen.page.locator("#experiment")).to_have_attribute("aria-busy", "false")
    screen.at(45)
    expect(screen.radio(WORDS.BUDGET, 36)).to_be_checked()
    expect(screen.radio(WORDS.POLICY, POLICY["summarize-older"])).to_be_checked()
    for _ in range(500):  # the lost one is ended, and Playwright hears of that a little later
        if len(screen.page.workers) == 1:
            return
        screen.page.evaluate("fetch('palimpsest.txt').then(() => 1)")
    raise AssertionError(f"{len(screen.page.workers)} workers are there")


@WAYS
def test_a_python_that_does_not_answer_is_replaced_at_the_same_moment(there, way):
    page = there.page
    page.evaluate("globalThis.same = true")
    there.notes.fill("kept")
    undo(there, way)
    there.button("Next message").focus()
    page.keyboard.press("Enter")
    seconds_pass(page, until="for 10 seconds")
    expect(page.locator("#experiment")).to_have_attribute("aria-busy", "true")
    seconds_pass(page, until=AGAIN)
    for name in ("Next message", "Restart", WORDS.CAPTURE, "Export fixture JSON"):
        expect(there.button(name)).to_be_disabled()
    expect(page.get_by_role("combobox", name="Lesson", exact=True)).to_be_disabled()
    back(there)
    expect(there.status).to_have_text(SAID["resumed"])
    expect(page.locator("#boot-news")).to_be_empty()
    expect(there.button(SAID["restart"])).to_be_hidden()
    expect(there.button("Next message")).to_be_focused()
    expect(there.notes).to_have_value("kept")
    page.keyboard.press("Enter")
    there.at(52.5)
    there.step_to(WORDS.BUDGET, 64)
    there.at(0)
    assert page.evaluate("same")  # the page was not reloaded


@WAYS
def test_what_was_pressed_and_not_answered_does_not_look_chosen(there, way):
    undo(there, way)
    there.radio(WORDS.BUDGET, 36).focus()
    there.page.keyboard.press("ArrowRight")
    expect(there.radio(WORDS.BUDGET, 48)).to_be_checked()
    seconds_pass(there.page, until="for 10 seconds")
    expect(there.radio(WORDS.BUDGET, 36)).to_be_checked()
    seconds_pass(there.page, until=AGAIN)
    back(there)
    expect(there.radio(WORDS.BUDGET, 48)).to_be_focused()


@WAYS
def test_a_lesson_that_was_chosen_and_did_not_open_does_not_look_open(there, way):
    choice = there.page.get_by_role("combobox", name="Lesson", exact=True)
    undo(there, way)
    choice.select_option("summary-drift")
    seconds_pass(there.page, until="for 10 seconds")
    expect(choice).to_have_value(LESSON.id)
    seconds_pass(there.page, until=AGAIN)
    back(there)
    expect(choice).to_have_value(LESSON.id)


@WAYS
def test_the_playhead_stops_with_python(there, way):
    undo(there, way)
    there.press("Resume messages")
    expect(there.button("Pause messages")).to_be_visible()
    seconds_pass(there.page, until="for 10 seconds")
    there.at(45)
    expect(there.button("Resume messages")).to_be_enabled()
    seconds_pass(there.page, until=AGAIN)
    back(there)
    there.speed.select_option("4")
    there.press("Resume messages")
    there.at(60)


def test_a_long_computation_is_no_hang_and_a_person_may_end_it(there):
    page = there.page
    undo(there, LOOPS)
    there.press("Next message")
    seconds_pass(page, until="at work for 10 seconds")
    expect(page.locator("#boot-news")).to_contain_text("After 120 it is stopped")
    for _ in range(100):
        page.clock.run_for(1_000)
    expect(page.locator("#boot-news")).to_contain_text("at work for 10 seconds")
    there.press(SAID["restart"])
    expect(page.locator("#boot-news")).to_contain_text(SAID["asked"])
    back(there)


def test_a_computation_that_ends_late_is_shown_and_the_news_of_it_goes(there):
    page = there.page
    undo(there, HOLDS)
    there.radio(WORDS.BUDGET, 36).focus()
    page.keyboard.press("ArrowRight")
    seconds_pass(page, until="at work for 10 seconds")
    undo(there, "{ onmessage = theirs; for (const message of held) onmessage(message); }")
    there.at(0)
    expect(there.radio(WORDS.BUDGET, 48)).to_be_checked()
    expect(page.locator("#boot-news")).to_be_empty()
    expect(there.button(SAID["restart"])).to_be_hidden()
    expect(page.locator("#experiment")).to_have_attribute("aria-busy", "false")


def test_what_did_not_work_does_not_look_chosen_and_stops_the_playhead(there, expected_errors):
    expected_errors.append("KeyError")
    undo(there, MISHEARS)
    with held_clock(there):  # the playhead stands where it is until the choice has failed
        there.press("Resume messages")
        there.radio(WORDS.BUDGET, 36).focus()
        there.page.keyboard.press("ArrowRight")
        expect(there.button("Resume messages")).to_be_visible()
    expect(there.status).to_contain_text(SAID["stumbled"].partition("{")[0])
    expect(there.radio(WORDS.BUDGET, 36)).to_be_checked()
    expect(there.button("Resume messages")).to_be_enabled()
    there.at(45)


def test_a_python_that_breaks_is_replaced_and_says_why(there, expected_errors):
    expected_errors.append("out of memory")
    undo(there, "setTimeout(() => { throw new Error('out of memory') })")
    expect(there.page.locator("#boot-news")).to_contain_text("out of memory")
    back(there)
    there.press("Next message")
    there.at(52.5)


def test_a_python_that_is_lost_twice_in_a_row_is_given_up_and_trying_again_returns(there, expected_errors):
    expected_errors.append("out of memory")
    page = there.page
    page.route(
        "**/worker.js",
        lambda route: route.fulfill(content_type="text/javascript", body="throw new Error('out of memory')"),
    )
    undo(there, "setTimeout(() => { throw new Error('out of memory') })")
    expect(page.get_by_role("alert").filter(has_text="The simulator stopped")).to_contain_text("out of memory")
    expect(there.button("Next message")).to_be_disabled()
    expect(there.turns).to_have_count(8)
    expect(page.locator("#boot-news")).to_be_empty()
    page.unroute("**/worker.js")
    there.press(SAID["again"])
    there.ready()
    there.at(45)
    expect(there.radio(WORDS.POLICY, POLICY["summarize-older"])).to_be_checked()


def test_python_may_be_lost_more_than_once(there):
    for _ in range(2):
        undo(there, DIES)
        there.press("Next message")
        seconds_pass(there.page, until=AGAIN)
        back(there)


def test_a_file_of_ones_own_is_open_again(there):
    page = there.page
    own = json.loads(fixture_bytes(LESSON)) | {"id": "my-own", "title": "A lesson of my own"}
    page.get_by_label("Open fixture").set_input_files(
        {"name": "own.json", "mimeType": "application/json", "buffer": json.dumps(own).encode()}
    )
    expect(there.panel("A lesson of my own")).to_be_visible()
    there.step_to(WORDS.BUDGET, 48)
    there.press("Next message")
    there.at(7.5)
    undo(there, DIES)
    there.press("Next message")
    seconds_pass(page, until=AGAIN)
    expect(page.locator("#boot-words")).to_have_text(SAID["resumed"], timeout=BOOT)
    there.at(7.5)
    expect(there.panel("A lesson of my own")).to_contain_text("own.json")
    expect(there.radio(WORDS.BUDGET, 48)).to_be_checked()
    expect(there.alert).to_be_empty()


def test_nothing_of_the_lost_python_stays_on_the_page(there):
    """The lost Python's notice and baseline are gone, and the page shows exactly the state of the new Python."""
    page = there.page
    there.press(WORDS.CAPTURE)
    expect(there.button(WORDS.CLEAR)).to_be_visible()
    page.get_by_label("Open fixture").set_input_files(
        {"name": "bad.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    expect(there.alert).to_contain_text("bad.json")
    undo(there, DIES)
    there.press("Next message")
    seconds_pass(page, until=AGAIN)
    back(there)
    expect(there.alert).to_be_empty()
    expect(there.button(WORDS.CLEAR)).to_be_hidden()
    fresh_one = page.context.new_page()
    fresh_one.goto(page.url)
    expect(fresh_one.get_by_role("button", name="Next message")).to_be_enabled(timeout=BOOT)
    for panel in ("context", "evidence", "transcript", "settings", "comparison", "lesson"):
        expect(fresh_one.locator(f"#slot-{panel}")).to_have_text(
            page.locator(f"#slot-{panel}").inner_text(), use_inner_text=True
        )
    charts = [
        shown.evaluate("Bokeh.documents[0].get_model_by_name('playhead-context').location")
        for shown in (page, fresh_one)
    ]
    assert charts == [45, 45]


# Runs lost-worker.js alone, with a worker that the test only imitates.
PLAYED = """async ([shell, answers, seconds]) => {
  const { attend } = await import(`${shell}lost-worker.js`);
  const heard = [];
  let asked = 0;
  const worker = {
    terminate() {},
    postMessage({ type }) {
      if (type !== "ping") return answers.begun && worker.onmessage({ data: { type: "begun" } });
      asked += 1;
      if (answers.bytes) worker.onmessage({ data: { type: "pong", bytes: answers.bytes[asked] ?? answers.bytes.at(-1) } });
    },
  };
  const tick = globalThis.setInterval;
  let ask;
  globalThis.setInterval = (act) => { ask = act; return 0; };
  const told = (name) => (figures) => heard.push([name, figures]);
  const watched = attend(worker, { hear: told("hear"), waits: () => {}, late: told("late"), lost(figures) { told("lost")(figures); watched.end(); ask = () => {}; } });
  globalThis.setInterval = tick;
  if (answers.owed !== false) watched.post({ type: "patch" });
  for (let second = 0; second < seconds; second++) ask();
  return heard;
}"""
AT_WORK, AT_REST = {"computes": True}, {"computes": False}


@pytest.mark.parametrize("answers, seconds, expected", [
    ({"owed": False}, 500, []),  # nothing waits, so the worker is not asked
    ({}, 9, []),
    ({}, 19, [["late", {"seconds": 10, "limit": 20, **AT_REST}]]),
    ({}, 500, [["late", {"seconds": 10, "limit": 20, **AT_REST}], ["lost", {"seconds": 20, **AT_REST}]]),
    ({"begun": True}, 119, [["late", {"seconds": 10, "limit": 120, **AT_WORK}]]),
    ({"begun": True}, 500, [["late", {"seconds": 10, "limit": 120, **AT_WORK}], ["lost", {"seconds": 120, **AT_WORK}]]),
    ({"begun": True, "bytes": [0]}, 500, [["late", {"seconds": 10, "limit": 20, **AT_REST}], ["lost", {"seconds": 20, **AT_REST}]]),
    ({"begun": True, "bytes": list(range(500))}, 499, []),  # a slow connection
    ({"begun": True, "bytes": list(range(100))}, 115, [["late", {"seconds": 10, "limit": 20, **AT_REST}]]),
])  # fmt: skip
def test_the_pulse_tells_a_slow_worker_from_a_dead_one(first_page, answers, seconds, expected):
    page, shell = first_page
    assert page.evaluate(PLAYED, [shell, answers, seconds]) == expected


@pytest.fixture(scope="module")
def first_page(booted):
    screen, _ = booted
    return screen.page, screen.page.evaluate("new URL('.', document.querySelector('script[type=module]').src).href")
