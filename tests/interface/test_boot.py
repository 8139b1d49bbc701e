"""Why: the page starts a whole Python from a heap of files, on any host, and must stay honest and readable when that fails."""

import re
from urllib.parse import urlsplit

import pytest
from conftest import BUILD, quietly, served
from playwright.sync_api import expect

from sim import describe
from web.runtime import serve

from .screen import LESSON, POLICY, REACHABLE, WORDS, Screen, Watch

SAID = WORDS.BOOT
AGAIN = SAID["again"]
ANYTHING = ""  # a part of every error: what a browser reports about a file that is taken away is its own affair
RECORD = """
document.addEventListener("DOMContentLoaded", () => {
  const words = document.getElementById("boot-words");
  globalThis.stages = [words.textContent];
  new MutationObserver(() => stages.push(words.textContent)).observe(words, { childList: true });
});
"""
# What the page needs to start, by kind; the page's first module is the only one that cannot speak for itself.
KINDS = {
    "the page's modules": r"/shell-[^/]+/(?!boot\.|worker\.)[^/]+\.mjs$",
    "the worker": r"/worker\.mjs$",
    "the document": r"/document-[^/]+\.json$",
    "Bokeh and Panel": r"/(bokeh|panel|morphdom)[^/]*\.js$",
    "Python's core": r"/core-[^/]+/[^/]+\.m?js$|/python-library\.[^/]+$",
    "WebAssembly": r"\.wasm$",
    "packs": r"\.(pack|memory|bin)$",
}
DRESS = r"/$|\.(css|svg)$|/shell-[^/]+/boot\.mjs$"


@pytest.fixture(scope="module")
def first(browser, site):
    """A first visit: the page, the words of its stages, and the addresses of all that it asked for."""
    context = browser.new_context()
    watch = Watch(context)
    page = context.new_page()
    page.add_init_script(RECORD)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    screen = Screen(page, site).open()
    stages = page.evaluate("stages")
    watch.check()
    files = list(dict.fromkeys(path for path in asked if path.startswith("/")))
    yield screen, stages, files
    context.close()


def test_the_progress_names_each_stage_in_order(first):
    _, stages, _ = first
    shown = list(dict.fromkeys(stages))
    assert shown == [*(f"{SAID[stage]}…" for stage in ("fetch", "python", "lesson")), SAID["ready"]]


def test_the_progress_is_a_named_bar_that_goes_away(first, fresh):
    waiting = fresh.without_python()
    bar = waiting.page.get_by_role("progressbar", name=f"{SAID['fetch']}…")
    expect(bar).to_be_visible()
    expect(waiting.page.locator("main")).to_contain_text(SAID["waiting"])
    screen, _, _ = first
    expect(screen.page.get_by_role("progressbar")).to_be_hidden()
    expect(screen.page.get_by_text(SAID["ready"])).to_be_visible()
    expect(screen.button(AGAIN)).to_be_hidden()


def test_every_file_that_the_start_asks_for_is_of_a_known_kind(first):
    _, _, files = first
    assert len(files) > 12
    kinds = [*KINDS.values(), DRESS]
    assert [path for path in files if not any(re.search(kind, path) for kind in kinds)] == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_is_missing_is_named_and_the_lesson_stays_readable(first, fresh, expected_errors, kind):
    """Or the page starts without it; it never waits for ever, and never looks ready when it is not."""
    expected_errors.append(ANYTHING)
    _, _, files = first
    screen, page, wrong = fresh, fresh.page, []
    missing = [path for path in files if re.search(KINDS[kind], path)]
    assert missing
    for path in missing:
        page.route(f"**{path}", lambda route: route.abort())
        page.goto(screen.address)
        works = page.get_by_role("button", name="Next message", disabled=False)
        try:
            expect(screen.button(AGAIN).or_(works).first).to_be_visible(timeout=20_000)
        except AssertionError:
            wrong.append(f"{path}: {page.locator('#boot').inner_text()!r} for ever")
        else:
            said = page.locator("#boot").inner_text()
            if not screen.button(AGAIN).is_visible():
                screen.press("Next message")
                try:
                    screen.at(7.5)
                except AssertionError:
                    wrong.append(f"{path}: the page looks ready and is not")
            elif path.rpartition("/")[2] not in said:
                wrong.append(f"{path}: {said!r}")
        expect(screen.panel(LESSON.title)).to_contain_text(LESSON.about)
        expect(screen.turns).to_have_count(8)
        page.unroute(f"**{path}")
    assert not wrong, "\n".join(["it was not named:", *wrong])


def test_a_server_that_answers_with_an_error_is_named_with_it(first, fresh, expected_errors):
    expected_errors.append(ANYTHING)
    _, _, files = first
    page = fresh.page
    for kind in (KINDS["the document"], r"/lessons\.[^/]+\.pack$"):
        path = next(path for path in files if re.search(kind, path))
        page.route(f"**{path}", lambda route: route.fulfill(status=503, body="busy"))
        page.goto(fresh.address)
        expect(page.locator("#boot")).to_contain_text("503", timeout=20_000)
        expect(page.locator("#boot")).to_contain_text(path.rpartition("/")[2])
        page.unroute(f"**{path}")


def test_trying_again_works_once_the_files_answer(fresh, expected_errors):
    expected_errors.append(ANYTHING)
    screen, page = fresh, fresh.page
    routes = ["**/document-*.json", "**/bokeh.*.js", "**/worker.mjs"]
    for route in routes:
        page.route(route, lambda taken: taken.abort())
    page.goto(f"{screen.address}?budget=48&t=30")
    for route in routes:
        expect(screen.button(AGAIN)).to_be_visible(timeout=20_000)
        expect(page.locator("#boot")).to_contain_text("could not start")
        for name in ("Play messages", "Next message", "Restart", WORDS.CAPTURE):
            expect(screen.button(name)).to_be_disabled()
        page.unroute(route)
        screen.tab_to(screen.button(AGAIN))
        page.keyboard.press("Enter")
    screen.ready()
    screen.at(30)
    expect(screen.radio(WORDS.BUDGET, 48)).to_be_checked()
    expect(screen.button(AGAIN)).to_be_hidden()


def test_a_python_that_dies_is_named_and_starting_again_returns_to_the_moment(fresh, expected_errors):
    expected_errors.append(ANYTHING)
    screen, page = fresh, fresh.page
    page.add_init_script(REACHABLE)
    screen.open("?budget=36&policy=summarize-older&t=45")
    screen.at(45)
    page.evaluate("python.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))")
    expect(page.locator("#boot")).to_contain_text("The simulator stopped: out of memory.")
    for name in ("Resume messages", "Next message", "Restart", WORDS.CAPTURE, "Export fixture JSON"):
        expect(screen.button(name)).to_be_disabled()
    expect(screen.page.get_by_label("Open fixture")).to_be_disabled()
    expect(screen.page.get_by_role("combobox", name="Lesson", exact=True)).to_be_disabled()
    expect(screen.turns).to_have_count(8)
    screen.press(AGAIN)
    screen.ready()
    screen.at(45)
    expect(screen.radio(WORDS.POLICY, POLICY["summarize-older"])).to_be_checked()


def test_it_works_from_any_folder_of_a_host(fresh, site_folder, with_tools):
    brotli = serve.compress(site_folder, BUILD, with_tools, quietly)
    with served(serve.Site(site_folder, brotli, prefix="/a/b/")) as address:
        asked: list[str] = []
        fresh.page.on("request", lambda request: asked.append(request.url))
        fresh.address = f"{address}/a/b/"
        fresh.open()
        fresh.press("Next message")
        fresh.at(7.5)
        fresh.addressed(t="7.5")
        link = fresh.page.get_by_role("link", name=WORDS.LESSON_DATA).evaluate("link => link.href")
        assert link.startswith(f"{address}/a/b/") and fresh.page.request.get(link).ok
        assert [url for url in asked if url.startswith("http") and not url.startswith(f"{address}/a/b/")] == []


# The page tells nobody when all is kept, so the store itself is asked, again and again, for a while.
KEPT = """async (files) => {
  for (let turn = 0; ; turn++) {
    const missing = [];
    for (const file of files) if (!(await caches.match(file))) missing.push(file);
    if (!missing.length || turn === 900) return missing;
    await new Promise((done) => setTimeout(done, 100));
  }
}"""


def test_after_one_visit_it_starts_without_a_network(first, site):
    screen, _, files = first
    page = screen.page
    assert page.evaluate(KEPT, files) == []
    page.context.set_offline(True)
    try:
        page.goto(f"{site}?budget=36")
        screen.ready()
        screen.press("Next message")
        screen.at(7.5)
        expect(screen.radio(WORDS.BUDGET, 36)).to_be_checked()
    finally:
        page.context.set_offline(False)


def test_without_javascript_the_lesson_can_be_read(browser, site):
    context = browser.new_context(java_script_enabled=False)
    screen = Screen(context.new_page(), site)
    screen.page.goto(site)
    expect(screen.panel(LESSON.title)).to_contain_text(LESSON.about)
    expect(screen.panel(LESSON.title)).to_contain_text(describe.STATEMENT)
    expect(screen.turns).to_have_count(8)
    expect(screen.page.locator("noscript p")).to_be_visible()
    assert WORDS.NO_SCRIPT in screen.page.content()  # Playwright passes over the text of a noscript element
    expect(screen.radio(WORDS.BUDGET, 24)).to_be_disabled()
    context.close()
