"""Tests that the page stays fast with a lesson as large as a real session of work."""

import re

import pytest
from engine.making import document, encoded, turn
from playwright.sync_api import expect

from .screen import WORDS, Screen

# Holds Python's answers back while `held` is set, and counts the messages that the page sends.
HELD = """
{
  const back = [];
  globalThis.held = false;
  globalThis.sent = 0;
  globalThis.letGo = () => {
    held = false;
    for (const answer of back.splice(0)) answer();
  };
  globalThis.Worker = class extends Worker {
    postMessage(message, ...given) {
      sent += message.type === "patch" && message.patch.includes('"number"'); // what a person did is numbered
      super.postMessage(message, ...given);
    }
    set onmessage(hear) {
      super.onmessage = (event) => (held ? back.push(() => hear(event)) : hear(event));
    }
  };
}
"""
WRITES = """
{
  const { replaceState } = history;
  globalThis.writes = 0;
  history.replaceState = (...given) => {
    writes += 1;
    return replaceState.apply(history, given);
  };
}
"""
# Makes two choices, each followed by steps, without a pause in which Python could answer.
ONE_BREATH = """() => {
  const next = document.querySelector("[data-part=next]");
  for (const control of ["[name=budget][value='36']", "[name=policy][value='summarize-older']"]) {
    document.querySelector(control).click();
    next.click();
  }
  next.click();
}"""


@pytest.fixture
def held(fresh) -> Screen:
    """A page that can receive Python's answers later, when a test allows it."""
    fresh.page.add_init_script(HELD)
    return fresh.open()


def give(screen: Screen, whole: dict) -> None:
    file = {"name": "large.json", "mimeType": "", "buffer": encoded(whole)}
    screen.page.get_by_label("Open fixture", exact=True).set_input_files(file)
    expect(screen.page.get_by_role("heading", name=whole["title"], exact=True)).to_be_visible(timeout=60_000)


def test_of_the_places_that_wait_only_the_newest_goes_to_python(held):
    page = held.page
    held.press("Next message")
    held.at(7.5)
    page.evaluate("held = true")
    before = page.evaluate("sent")
    for _ in range(6):
        held.press("Next message")
    held.press("Previous message")
    assert page.evaluate("sent") == before + 1  # only the first was sent, and the others wait
    page.evaluate("letGo()")
    held.at(45)
    held.holds("T1", "T5", "T6")
    assert page.evaluate("sent") == before + 2


def test_a_choice_and_a_step_in_one_breath_leave_an_entry_that_back_undoes(fresh):
    fresh.open("?t=30")
    fresh.page.evaluate(ONE_BREATH)
    fresh.addressed(budget=36, policy="summarize-older", t=15)
    fresh.page.go_back()
    fresh.at(7.5)
    fresh.addressed(budget=36, policy="evict-oldest")
    fresh.page.go_back()
    fresh.at(30)
    fresh.addressed(budget=24)


def test_while_it_plays_the_address_is_not_written_at_every_arrival(fresh):
    """A browser would refuse it, because a thousand changes of the address in a minute are too many."""
    fresh.page.add_init_script(WRITES)
    fresh.open()
    give(
        fresh,
        document([turn(f"T{k}", "user", 1) for k in range(1, 601)], duration=6, id="dense", title="A dense lesson"),
    )
    fresh.press("Play messages")
    expect(fresh.button("Replay messages")).to_be_visible(timeout=30_000)
    fresh.addressed(t=6)
    assert fresh.page.evaluate("writes") < 60


def test_a_file_of_many_megabytes_is_read_while_the_page_lives(fresh):
    """The page says and shows that the file is being read, and the long text is not sent to the page."""
    fresh.open()
    page = fresh.page
    page.evaluate(
        """() => {
          const status = document.querySelector("#status");
          globalThis.told = [];
          new MutationObserver(() => {
            const bar = document.querySelector("#status ~ progress");
            told.push([status.textContent, bar?.getAttribute("aria-label") ?? ""]);
          }).observe(status.parentElement, { childList: true, subtree: true });
        }"""
    )
    log = "A line of a log that nobody will read to its end.\n" * 200_000
    give(fresh, document([turn("A", "user", 4, text=log)], id="log", title="A very long log"))
    expect(page.locator("#status ~ progress")).to_have_count(0)
    reading = WORDS.FILES["reading"].partition("{size}")[0].format(name="large.json")
    assert any(status.startswith(reading) for status, _ in page.evaluate("told"))
    assert any(bar.startswith(reading) for _, bar in page.evaluate("told"))
    fresh.timeline.press("End")
    expect(fresh.turns.first).to_contain_text("A line of a log")
    assert len(page.content()) < 1_000_000


def test_a_panel_that_is_out_of_sight_follows_once_nothing_else_waits(fresh):
    """A person who searches the page, prints it or uses a screen reader must find the current state everywhere."""
    page = fresh.page
    page.set_viewport_size({"width": 1000, "height": 400})
    fresh.open()
    for name in ("Next message", "Next message"):
        fresh.press(name)
    expect(page.get_by_role("table", name=re.compile("after message 2:"))).to_be_visible()
    state = page.locator(".state pre")
    expect(state).to_contain_text('"index": 2')
    page.get_by_text(WORDS.STATE, exact=True).press("Enter")
    fresh.press("Next message")
    expect(state).to_contain_text('"index": 3')
