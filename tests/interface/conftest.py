"""Why: a page takes seconds to boot, so the tests of a module share one, and each puts it back to how it opens."""

import pytest
from playwright.sync_api import expect

from .screen import Screen, Watch

expect.set_options(timeout=10_000)


@pytest.fixture(scope="module")
def booted(browser, site):
    """The page of a module, booted once, and what watches it."""
    context = browser.new_context()
    watch = Watch(context)
    yield Screen(context.new_page(), site).open(), watch
    context.close()


@pytest.fixture
def screen(booted):
    """The module's page as it opens. Fails on a request to another origin and on any error that the page reports."""
    screen, watch = booted
    yield screen.home()
    watch.check()


@pytest.fixture
def fresh(page, site):
    """A page of its own in a context of its own, not yet opened; the guard of `context` watches it."""
    return Screen(page, site)
