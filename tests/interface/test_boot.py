"""Tests the start of the page, which needs many files on any host. If it fails, the page must say so and stay readable."""

import re
import threading
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import BUILD, delayed, quietly, served
from playwright.sync_api import Page, expect

from sim import describe
from web.runtime import serve

from .screen import BOOT, LESSON, MISSING, WORDS, Screen, Watch, seconds_pass

SAID = WORDS.BOOT
AGAIN = SAID["again"]
ANYTHING = ""  # part of every error, because each browser reports a removed file in its own words
RECORD = """
document.addEventListener("DOMContentLoaded", () => {
  const words = document.getElementById("boot-words");
  globalThis.stages = [words.textContent];
  new MutationObserver(() => stages.push(words.textContent)).observe(words, { childList: true });
});
"""
# The files that the page needs for its start, by kind. Without the first module only cannot-run.js can report a fault.
KINDS = {
    "the page's modules": r"/shell-[^/]+/(?!boot\.|worker\.)[^/]+\.js$",
    "the worker": r"/worker\.js$",
    "the document": r"/document-[^/]+\.json$",
    "Bokeh and Panel": r"/(bokeh|panel|morphdom)[^/]*\.js$",
    "Python's core": r"/core-[^/]+/[^/]+\.js$|/python-library\.[^/]+$",
    "WebAssembly": r"\.wasm$",
    "packs": r"\.(pack|memory|bin)$",
}
DRESS = r"/$|\.(css|svg)$|/shell-[^/]+/boot\.js$"


@pytest.fixture(scope="module")
def first(browser, site, pytestconfig):
    """A first visit: the page, the texts of its stages, and the addresses of all its requests."""
    context = delayed(browser.new_context(), pytestconfig.getoption("--delay-python"))
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
    """Or the page starts without the file. It never waits without end, and it never looks ready before it is."""
    expected_errors.append(ANYTHING)
    _, _, files = first
    screen, page, wrong = fresh, fresh.page, []
    missing = [path for path in files if re.search(KINDS[kind], path)]
    assert missing
    for path in missing:
        page.route(f"**{path}", lambda route: route.abort())
        page.goto(screen.address)
        works = page.get_by_role("button", name="Next message", disabled=False)
        failed = page.get_by_role("alert").filter(has_text="could not start")
        try:
            expect(failed.or_(works).first).to_be_visible(timeout=BOOT)
        except AssertionError:
            wrong.append(f"{path}: {page.locator('#boot').inner_text()!r} for ever")
        else:
            said = page.locator("#boot").inner_text()
            if not failed.is_visible():
                screen.press("Next message")
                try:
                    screen.at(7.5)
                except AssertionError:
                    wrong.append(f"{path}: the page looks ready and is not")
            elif path.rpartition("/")[2] not in said or AGAIN not in said:
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
        expect(page.locator("#boot")).to_contain_text("503", timeout=BOOT)
        expect(page.locator("#boot")).to_contain_text(path.rpartition("/")[2])
        page.unroute(f"**{path}")


def test_trying_again_works_once_the_files_answer(fresh, expected_errors):
    expected_errors.append(ANYTHING)
    screen, page = fresh, fresh.page
    routes = ["**/document-*.json", "**/bokeh.*.js", "**/worker.js"]
    for route in routes:
        page.route(route, lambda taken: taken.abort())
    page.goto(f"{screen.address}?budget=48&t=30")
    for route in routes:
        expect(screen.button(AGAIN)).to_be_visible(timeout=BOOT)
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


# The page does not report when everything is stored, so the store itself is asked several times.
KEPT = """async (files) => {
  for (let turn = 0; ; turn++) {
    const missing = [];
    for (const file of files) if (!(await caches.match(file))) missing.push(file);
    if (!missing.length) await navigator.serviceWorker.ready;
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
    expect(screen.page.locator(".boot progress")).to_be_hidden()  # without scripts nothing is fetched
    for words in (SAID["fetch"], SAID["waiting"]):
        expect(screen.page.get_by_text(words)).to_be_hidden()
    assert WORDS.NO_SCRIPT in screen.page.content()  # Playwright ignores the text of a noscript element
    expect(screen.radio(WORDS.BUDGET, 24)).to_be_disabled()
    context.close()


class Mistyping(serve.Handler):
    """Sends files with the ending `server.ending` with a wrong type, and forbids the browser to guess a better one."""

    def send_header(self, name: str, value: str) -> None:
        if name == "Content-Type" and self.path.endswith(self.server.ending):
            super().send_header("X-Content-Type-Options", "nosniff")
            value = self.server.kind
        super().send_header(name, value)


@pytest.fixture
def mistyped(site_folder):
    """The site on a server that does not know the type of files with this ending."""
    with ExitStack() as stack:

        def serving(ending: str, kind: str) -> str:
            server, address = stack.enter_context(serving_by(Mistyping, site_folder))
            server.ending, server.kind = ending, kind
            return address

        yield serving


@contextmanager
def serving_by(handler: type, folder: Path):
    with serve.Server() as server:
        server.RequestHandlerClass, server.site = handler, serve.Site(folder)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield server, f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


IN_TIME = 10_000  # milliseconds in which a page that cannot start must say why


@pytest.mark.parametrize("kind", ["application/octet-stream", "text/plain"])
def test_scripts_of_the_wrong_type_are_named_with_it(fresh, mistyped, expected_errors, kind):
    expected_errors.append("MIME type")
    fresh.page.goto(mistyped(".js", kind))
    said = fresh.page.get_by_role("alert").filter(has_text="could not start")
    expect(said).to_contain_text(f".js as {kind}", timeout=IN_TIME)
    expect(said).to_contain_text("text/javascript")
    expect(fresh.button(AGAIN)).to_be_enabled()
    expect(fresh.turns).to_have_count(8)


@pytest.mark.parametrize(
    "ending, kind",
    [
        (".wasm", "application/octet-stream"),
        (".wasm", "text/plain"),
        (".mjs", "text/plain"),
        (".json", "text/plain"),
        (".zip", "text/html"),
    ],
)
def test_other_wrong_types_start_all_the_same(fresh, mistyped, ending, kind):
    fresh.address = mistyped(ending, kind)
    fresh.open()
    fresh.press("Next message")
    fresh.at(7.5)


def test_no_module_has_an_ending_that_servers_do_not_know(site_folder):
    assert not list(site_folder.rglob("*.mjs"))


def test_a_page_opened_as_a_file_says_so(fresh, site_folder, expected_errors):
    expected_errors += ["CORS policy", *MISSING]
    fresh.page.goto((site_folder / "index.html").as_uri())
    expect(fresh.page.get_by_role("alert").filter(has_text=SAID["file"])).to_be_visible(timeout=IN_TIME)
    expect(fresh.button(AGAIN)).to_be_hidden()
    expect(fresh.button("Next message")).to_be_disabled()
    expect(fresh.turns).to_have_count(8)


@pytest.mark.parametrize("lenient", [False, True], ids=["its own origin alone", "any origin"])
def test_a_page_in_a_sandbox_says_so_and_links_to_itself(fresh, site, expected_errors, lenient):
    """Some hosts let every origin read their files. Then the modules run, and only the worker is refused."""
    expected_errors += ["CORS policy", "Blocked autofocusing", "SecurityError", *MISSING]
    page = fresh.page
    if lenient:
        page.route(
            "**/*.js*",
            lambda route: route.fulfill(
                response=route.fetch(), headers={"access-control-allow-origin": "*", "content-type": "text/javascript"}
            ),
        )
    page.route(
        "**/course.html",
        lambda route: route.fulfill(
            content_type="text/html",
            body=f'<iframe sandbox="allow-scripts" width="1200" height="900" src="{site}?budget=36"></iframe>',
        ),
    )
    page.goto(f"{site}course.html")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("alert").filter(has_text=SAID["sandboxed"])).to_be_visible(timeout=IN_TIME)
    link = frame.get_by_role("link", name=f"{site}?budget=36")
    expect(link).to_have_attribute("target", "_blank")
    expect(link).to_have_attribute("rel", "noopener")
    expect(frame.get_by_role("button", name="Next message")).to_be_disabled()


def test_a_frame_of_the_same_site_starts(fresh, site):
    page = fresh.page
    page.route(
        "**/course.html", lambda route: route.fulfill(content_type="text/html", body=f'<iframe src="{site}"></iframe>')
    )
    page.goto(f"{site}course.html")
    expect(page.frame_locator("iframe").get_by_role("button", name="Next message")).to_be_enabled(timeout=BOOT)


def silence(page: Page, path: str, times: int) -> list[str]:
    """Leave the first requests for a file without an answer. Return the list of their addresses."""
    asked: list[str] = []

    def answer(route) -> None:
        asked.append(route.request.url)
        if len(asked) > times:
            route.continue_()

    page.route(path, answer)
    return asked


@pytest.mark.parametrize("silent, other", [("boot.js", "lost-worker.js"), ("lost-worker.js", "boot.js")])
def test_a_first_module_that_never_comes_is_told_of(fresh, silent, other):
    page = fresh.page
    page.clock.install(time=0)
    page.clock.pause_at(1)  # or a busy machine's own seconds would count, too
    silence(page, f"**/shell-*/{silent}", times=9)
    page.goto(fresh.address, wait_until="commit")
    expect(fresh.button("Next message")).to_be_visible()
    # The page's clock is ours and the server's is not: what the server does answer must have come before time goes on.
    with page.expect_event(
        "requestfinished", lambda it: it.resource_type == "fetch" and it.url.endswith(f"/{other}")
    ) as answered:
        page.clock.run_for(8_000)
    # The page takes its answers in order: when it has one that was asked for later, it has that one too.
    assert page.evaluate("address => fetch(address).then((answer) => answer.ok)", answered.value.url)
    page.clock.run_for(2_000)
    said = page.get_by_role("alert").filter(has_text="could not start")
    expect(said).to_contain_text(silent)
    expect(said).not_to_contain_text(other)
    expect(fresh.button(AGAIN)).to_be_enabled()


@pytest.mark.parametrize(
    "path", ["**/*.memory", "**/lessons.*.pack", "**/*.wasm", "**/worker.js", "**/core-*/pyodide.js"]
)
def test_a_start_that_stands_still_is_told_of_and_tried_again(fresh, path):
    page = fresh.page
    page.clock.install()
    asked = silence(page, path, times=1)
    with page.expect_request(path):
        page.goto(fresh.address)
    seconds_pass(page, until="Nothing has come from Python for 10 seconds.")
    expect(fresh.button(SAID["restart"])).to_be_visible()
    expect(page.locator("#experiment")).to_have_attribute("aria-busy", "true")
    seconds_pass(page, until="Python is started once more")
    fresh.ready()
    assert len(asked) > 1
    expect(page.locator("#boot-news")).to_be_empty()
    expect(fresh.button(SAID["restart"])).to_be_hidden()
    fresh.press("Next message")
    fresh.at(7.5)


def test_a_start_that_stands_still_twice_is_given_up_in_a_sentence(fresh):
    page = fresh.page
    page.clock.install()
    asked = silence(page, "**/*.memory", times=2)
    with page.expect_request("**/*.memory"):
        page.goto(fresh.address)
    with page.expect_request("**/*.memory"):
        seconds_pass(page, until="Python is started once more")
    seconds_pass(page, until="could not start: nothing came", where="#boot-words")
    expect(page.get_by_role("alert").filter(has_text="could not start")).to_be_visible()
    expect(page.locator("#experiment")).to_have_attribute("aria-busy", "false")
    assert len(asked) == 2
    fresh.press(AGAIN)
    fresh.ready()


@pytest.mark.parametrize("path", ["**/bokeh.*.js", "**/document-*.json", "**/shell-*/page.js"])
def test_a_file_of_the_pages_own_that_stands_still_is_named(fresh, path):
    page = fresh.page
    page.clock.install()
    held: list = []
    page.route(path, lambda route: held.append(route))
    with page.expect_request(path):
        page.goto(fresh.address, wait_until="commit")
    # Before the first module has begun, ten seconds mean that the page cannot run at all.
    expect(page.locator("#boot")).to_have_attribute("data-stage", re.compile("python|lesson|ready"), timeout=BOOT)
    seconds_pass(page, until="has not come in 10 seconds")
    expect(page.locator("#boot-news")).to_contain_text(held[0].request.url.rpartition("/")[2])
    expect(fresh.button(AGAIN)).to_be_visible()
    for route in held:
        route.continue_()
    fresh.ready()
    expect(page.locator("#boot-news")).to_be_empty()
