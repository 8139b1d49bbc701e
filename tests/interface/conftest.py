"""Lets the tests of a module share one page, because a page takes seconds to start. Each test first resets the page."""

import pytest
from conftest import delayed
from playwright.sync_api import expect

from .screen import Screen, Watch

expect.set_options(timeout=10_000)


@pytest.fixture(scope="module")
def booted(browser, site, pytestconfig):
    """The page of a module, which is started once, and the Watch that observes it."""
    context = delayed(browser.new_context(), pytestconfig.getoption("--delay-python"))
    watch = Watch(context)
    yield Screen(context.new_page(), site).open(), watch
    context.close()


@pytest.fixture
def screen(booted):
    """The module's page in its first state. Fails on a request to another origin and on any error that the page reports."""
    screen, watch = booted
    yield screen.home()
    watch.check()


@pytest.fixture
def fresh(page, site):
    """A new page in a new browser context, not yet opened. The `context` fixture watches its requests and errors."""
    return Screen(page, site)
