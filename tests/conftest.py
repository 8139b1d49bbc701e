"""Why: a journey is only true against the site that a host would serve, in a real browser, with nothing else reachable.

`site` is the address of the built site. Every test with a page fails on a request to another origin and on any error that
the page reports; a test that provokes one says so by appending a part of its text to `expected_errors`.
"""

import threading
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from web.runtime import assemble, browser, serve, tools

BUILD = tools.ROOT / ".build"


@contextmanager
def quietly(_what: str):
    """Pytest keeps what a test prints; the steps of the build are not news there."""
    yield


@pytest.fixture(scope="session")
def with_tools() -> tools.Tools:
    return tools.prepare(BUILD / "env", quietly, tools.FOR_BUILD, tools.FOR_TESTS)


@pytest.fixture(scope="session")
def site_folder(with_tools) -> Path:
    """The built site, made anew when a source changed."""
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
    """The address of the built site, ending in a slash."""
    with served(serve.Site(site_folder, serve.compress(site_folder, BUILD, with_tools, quietly))) as address:
        yield f"{address}/"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args, browser_type):
    own = Path(browser_type.executable_path).exists()
    found = {} if own else {"executable_path": browser.on_path()}
    return {**browser_type_launch_args, **found, "args": browser.FLAGS}


@pytest.fixture
def expected_errors() -> list[str]:
    """Parts of the errors that a test provokes."""
    return []


@pytest.fixture
def context(context, expected_errors):
    """A fresh browser context whose requests and errors are watched."""
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
