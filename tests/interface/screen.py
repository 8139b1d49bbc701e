"""Lets a test say what a person does and finds: it uses roles and names, and presses keys.

`Screen` is the page as a person uses it. Nothing here waits for a fixed time, only for a state.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Locator, Page, expect

from sim import describe
from sim.library import find
from sim.policies.choice import policies
from sim.policies.registry import POLICIES

WORDS = describe.page
BOOT = 90_000  # milliseconds that a busy machine may need to start Python
LESSON = find("report-preference")
POLICY = {name: POLICIES[name].title for name in policies(LESSON)}
FIDELITY = {name: describe.fidelity(name) for name in ("preserve", "drop")}
# The browser's own reports when the page requests a file that a test has removed.
MISSING = ["Failed to load resource", "net::ERR_FAILED"]
# Makes the worker in which Python runs available to a test's scripts as `python`.
REACHABLE = """
const TheirWorker = Worker;
globalThis.Worker = class extends TheirWorker {
  constructor(...given) { super(...given); globalThis.python = this; }
};
"""


class Watch:
    """Records every request to a foreign origin and every error of a browser context."""

    def __init__(self, context: BrowserContext) -> None:
        self.origins: set[str] = set()
        self.strangers: list[str] = []
        self.errors: list[str] = []
        context.on("request", self._asked)
        context.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))

    def _asked(self, request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("http", "https", "ws", "wss"):
            return
        if request.is_navigation_request() and parts.hostname == "127.0.0.1":
            self.origins.add(parts.netloc)
        if parts.netloc not in self.origins:
            self.strangers.append(request.url)

    def check(self) -> None:
        """Fail if anything was recorded since the last check."""
        strangers, errors = self.strangers[:], self.errors[:]
        self.strangers.clear()
        self.errors.clear()
        assert not strangers, f"requests to another origin: {strangers}"
        assert not errors, f"the page reported: {errors}"


class Screen:
    """The page, by roles and names."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.status = page.locator("#status")
        self.alert = page.locator("main").get_by_role("alert")
        self.meter = page.get_by_role("meter", name="Context budget used", exact=True)
        self.timeline = page.get_by_role("slider", name="Timeline", exact=True)
        self.speed = page.get_by_role("combobox", name="Speed", exact=True)
        self.notes = page.get_by_role("textbox", name="Notes", exact=True)
        self.items = page.get_by_role("list", name="Context", exact=True).locator(":scope > li")
        self.turns = page.get_by_role("list", name="Transcript", exact=True).get_by_role("listitem")
        self.help = page.get_by_role("dialog", name=WORDS.HELP)

    # Opening

    def open(self, query: str = "") -> Screen:
        """Load the page and wait until Python answers."""
        self.page.goto(self.address + query)
        return self.ready()

    def ready(self) -> Screen:
        """Wait until the controls are enabled."""
        expect(self.button("Next message")).to_be_enabled(timeout=BOOT)
        return self

    def without_python(self, query: str = "") -> Screen:
        """Load the page without Python. Everything that works now works on the page's side alone."""
        self.page.add_init_script("globalThis.Worker = class extends EventTarget { postMessage() {} terminate() {} };")
        self.page.goto(self.address + query)
        return self

    def reload(self) -> Screen:
        self.page.reload()
        return self.ready()

    # Finding

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def panel(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=name, exact=True)

    def group(self, name: str) -> Locator:
        return self.page.get_by_role("radiogroup", name=name, exact=True)

    def radio(self, group: str, name: object) -> Locator:
        return self.group(group).get_by_role("radio", name=str(name), exact=True)

    def cell(self, choice: str, budget: int) -> Locator:
        """A cell of the map of all choices."""
        return self.page.get_by_role("button", name=re.compile(rf"^{re.escape(choice)}, budget {budget}: "))

    # Doing

    def press(self, name: str, key: str = "Enter") -> None:
        """Press a button with the keyboard."""
        self.button(name).press(key)

    def tab_to(self, target: Locator, key: str = "Tab") -> None:
        """Press Tab until the target has the focus."""
        for _ in range(80):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{target} cannot be reached by {key}")

    def walk_to_cell(self, choice: str, budget: int) -> Locator:
        """Press Tab until the map has the focus, and then arrow keys until the cell has it."""
        wanted = self.cell(choice, budget)
        rows = [row.locator("button") for row in self.panel("Compare").locator(".map tbody tr").all()]
        places = {
            cell.get_attribute("value"): (k, column)
            for k, row in enumerate(rows)
            for column, cell in enumerate(row.all())
        }
        self.tab_to(self.panel("Compare").locator(".cell[tabindex='0']"))
        here = places[self.page.evaluate("document.activeElement.value")]
        down, right = (to - at for to, at in zip(places[wanted.get_attribute("value")], here))
        for key, times in (("ArrowDown", down), ("ArrowUp", -down), ("ArrowRight", right), ("ArrowLeft", -right)):
            for _ in range(times):
                self.page.keyboard.press(key)
        expect(wanted).to_be_focused()
        return wanted

    def step_to(self, group: str, name: object) -> None:
        """Choose a radio button with the arrow keys, beginning at the one that is chosen."""
        wanted = self.radio(group, name)
        if wanted.is_checked():
            return wanted.focus()
        chosen = self.group(group).get_by_role("radio", checked=True)
        values = [radio.get_attribute("value") for radio in self.group(group).get_by_role("radio").all()]
        steps = values.index(wanted.get_attribute("value")) - values.index(chosen.get_attribute("value"))
        chosen.focus()
        for _ in range(abs(steps)):
            self.page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
        expect(wanted).to_be_checked()
        self.addressed(**{wanted.get_attribute("name"): wanted.get_attribute("value")})

    def choose(self, budget: int = 24, policy: str = "evict-oldest", fidelity: str = "preserve") -> None:
        """Choose all three settings with the arrow keys."""
        self.step_to(WORDS.BUDGET, budget)
        self.step_to(WORDS.POLICY, POLICY[policy])
        self.step_to(WORDS.FIDELITY, FIDELITY[fidelity])

    def seek(self, seconds: float) -> None:
        """Move the playhead to a moment of the first lesson with the keys of the timeline."""
        at_end = seconds == LESSON.duration
        self.timeline.press("End" if at_end else "Home")
        if not at_end:
            for _ in range(int(seconds // 10)):
                self.timeline.press("PageUp")
            for _ in range(int(seconds % 10)):
                self.timeline.press("ArrowRight")
        self.at(seconds)

    def home(self) -> Screen:
        """Reset everything that an earlier test may have changed, except the notes."""
        if self.help.is_visible():
            self.page.keyboard.press("Escape")
        if self.button(WORDS.COLLAPSE).is_visible():
            self.press(WORDS.COLLAPSE)
        if self.button(WORDS.DISMISS).is_visible():
            self.press(WORDS.DISMISS)
            expect(self.alert).to_be_empty()
        if self.speed.input_value() != "1":
            self.speed.select_option("1")
        self.choose()
        self.press("Restart")
        self.at(0)
        if self.button(WORDS.CLEAR).is_visible():
            self.press(WORDS.CLEAR)
            expect(self.button(WORDS.CLEAR)).to_be_hidden()
        return self

    # Seeing

    def at(self, seconds: float, message: int | None = None) -> None:
        """Expect the playhead at that moment, both on the page and in Python."""
        index = sum(at <= seconds for at in LESSON.arrivals) if message is None else message
        expect(self.timeline).to_have_attribute(
            "aria-valuetext", f"{position(seconds)}, message {index} of {len(LESSON.turns)}"
        )
        expect(self.page.get_by_role("table", name=re.compile(rf" after message {index}:"))).to_be_visible()

    def addressed(self, **parts: object) -> None:
        """Expect these values in the address. It is written after Python has answered."""
        for name, value in parts.items():
            expect(self.page).to_have_url(re.compile(rf"[?&]{name}={re.escape(str(value))}(&|#|$)"))

    def holds(self, *ids: str) -> None:
        """Expect exactly these items in the context, in this order."""
        expect(self.items).to_have_text([re.compile(rf"^{id}\b") for id in ids])


def position(seconds: float) -> str:
    return describe.words.seconds(seconds)


@contextmanager
def recorded(page: Page, selector: str):
    """A list of all texts that the element shows during the `with` block. The list is filled at the end."""
    texts: list[str] = []
    page.evaluate(
        """selector => {
          const element = document.querySelector(selector);
          const texts = globalThis.recordedTexts = [];
          globalThis.recorder = new MutationObserver(() => {
            const text = element.textContent.trim();
            if (text && text !== texts.at(-1)) texts.push(text);
          });
          recorder.observe(element, { childList: true, characterData: true, subtree: true });
        }""",
        selector,
    )
    yield texts
    texts += page.evaluate("() => { recorder.disconnect(); return recordedTexts }")


@contextmanager
def held_clock(screen: Screen):
    """Stop the page's clock, so that a test moves it by hand and does not have to wait while the lesson plays."""
    clock = screen.page.clock
    clock.install()
    clock.pause_at(screen.page.evaluate("Date.now() + 1000"))
    try:
        yield clock
    finally:
        clock.resume()


def seconds_pass(page: Page, until: str, where: str = "#boot-news") -> None:
    """Advance the page's installed clock second by second until the text appears. A worker's own clock is not changed."""
    said = page.locator(where)
    late = page.evaluate("globalThis.pythonIsLate ?? 0")
    for _ in range(400):
        if until in said.inner_text():
            return
        if late:  # no second is shortened: what is held back must be here within its second, or it passes for no answer
            page.wait_for_timeout(1_000)
        else:
            page.clock.run_for(1_000)
    raise AssertionError(f"it never said {until!r}, but {said.inner_text()!r}")
