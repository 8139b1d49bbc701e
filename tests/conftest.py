"""Serves the built site as a host does, to a real browser, because only then a test shows what a learner will see.

With `--delay-python 300` each of Python's messages reaches the page 300 ms after it was sent, as on a slow machine.

`site` is the address of the built site. Every test with a page fails on a request to another origin and on any error that the
page reports. A test that provokes an error appends a part of its text to `expected_errors`.
"""

import threading
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from web.runtime import assemble, browser, serve, tools

BUILD = tools.ROOT / ".build"
# Delays a worker's messages with a clock that stays real even if a test installs its own clock.
DELAYED = """(() => {
  globalThis.pythonIsLate = MILLISECONDS;
  const later = setTimeout.bind(globalThis);
  globalThis.Worker = class extends Worker {
    #hears = null;
    get onmessage() { return this.#hears; }
    set onmessage(hears) {
      this.#hears = hears;
      super.onmessage = (event) => later(() => this.#hears?.(event), MILLISECONDS);
    }
  };
})()"""


def pytest_addoption(parser) -> None:
    parser.addoption(
        "--delay-python", type=int, default=0, help="Milliseconds by which each of Python's messages is late."
    )


def delayed(context, milliseconds: int):
    """The browser context. In its pages, Python's messages arrive late."""
    if milliseconds:
        context.add_init_script(DELAYED.replace("MILLISECONDS", str(milliseconds)))
    return context


@contextmanager
def quietly(_what: str):
    """A step of the build that prints nothing: pytest would show the output only with a failed test, where it would distract."""
    yield


@pytest.fixture(scope="session")
def with_tools() -> tools.Tools:
    return tools.prepare(BUILD / "env", quietly, tools.FOR_BUILD, tools.FOR_TESTS)


@pytest.fixture(scope="session")
def site_folder(with_tools) -> Path:
    """The folder of the built site. It is built anew if a source has changed."""
    return assemble.site(BUILD, with_tools, quietly)


@contextmanager
def served(site: serve.Site):
    with serve.Server() as server:
        server.site = site
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="session")
def site(site_folder, with_tools):
    """The address of the built site. It ends with a slash."""
    with served(serve.Site(site_folder, serve.compress(site_folder, BUILD, with_tools, quietly))) as address:
        yield f"{address}/"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args, browser_type):
    own = Path(browser_type.executable_path).exists()
    found = {} if own else {"executable_path": browser.on_path()}
    return {**browser_type_launch_args, **found, "args": browser.FLAGS}


@pytest.fixture
def expected_errors() -> list[str]:
    """Parts of the texts of those errors that a test provokes."""
    return []


@pytest.fixture
def context(context, expected_errors, pytestconfig):
    """A fresh browser context whose requests and errors are watched."""
    delayed(context, pytestconfig.getoption("--delay-python"))
    origins, strangers, errors = set(), [], []

    def asked(request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("http", "https", "ws", "wss"):
            return
        if request.is_navigation_request() and parts.hostname in ("127.0.0.1", "localhost"):
            origins.add(parts.netloc)
        if parts.netloc not in origins:
            strangers.append(request.url)

    context.on("request", asked)
    context.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    context.on("weberror", lambda error: errors.append(str(error.error)))
    yield context
    assert not strangers, f"requests to another origin: {strangers}"
    unexpected = [error for error in errors if not any(part in error for part in expected_errors)]
    assert not unexpected, f"the page reported: {unexpected}"
