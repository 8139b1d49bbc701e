"""Why: Python may start from memory or the long way, and both must lead to the same page; later visits need no network."""

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import BUILD, quietly, served
from web.runtime import serve

LATER_IMPORTS = """async ([shell, base, files]) => {
  const { start } = await import(`${shell}python.mjs`);
  const python = await start(files, (name) => new URL(name, base).href, () => {});
  const builtins = python.session("light").document.__func__.__globals__.get("__builtins__");
  const run = (code) => builtins.get("eval")(code, builtins.copy());
  return [
    "'wave' in __import__('sys').modules or 'numpy.random' in __import__('sys').modules",
    "__import__('wave').__name__",
    "__import__('numpy.random', fromlist=['x']).default_rng(1).random() < 1",
  ].map(run);
}"""


def step(page: Page) -> None:
    """One message through Python."""
    page.get_by_role("button", name="Next message").click(timeout=60_000)
    expect(page.locator("#slot-context")).to_contain_text("T1", timeout=20_000)


@pytest.fixture
def said(page) -> list[str]:
    texts: list[str] = []
    page.on("console", lambda message: texts.append(message.text))
    return texts


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_python_starts_from_memory(page, site, said, theme):
    page.emulate_media(color_scheme=theme)
    page.goto(site)
    step(page)
    assert not [text for text in said if "the long way" in text]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_without_the_memory_python_starts_the_long_way(page, site, said, expected_errors, theme):
    expected_errors.append("net::ERR_FAILED")
    page.route("**/*.memory", lambda route: route.abort())
    page.emulate_media(color_scheme=theme)
    page.goto(site)
    step(page)
    assert [text for text in said if "the long way" in text and "could not be fetched" in text]


@pytest.mark.parametrize("layout, why", [(b"1", "ended early"), (b"2", "in its own way")])
def test_a_memory_that_does_not_fit_is_not_used(page, site, site_folder, said, layout, why):
    begun = next(site_folder.glob("*.memory")).read_bytes()[:1_000_000]
    assert b'"layout":"1' in begun
    page.route("**/*.memory", lambda route: route.fulfill(body=begun.replace(b'"layout":"1', b'"layout":"' + layout)))
    page.goto(site)
    step(page)
    assert [text for text in said if "the long way" in text and why in text]


def test_what_was_not_imported_at_the_start_still_can_be(page, site):
    """Before its code has come, too: the import brings it."""
    page.goto(site)
    files = page.evaluate("JSON.parse(document.getElementById('boot-data').textContent).files")
    shell = page.evaluate("new URL('.', document.querySelector('script[type=module]').src).href")
    found = page.workers[0].evaluate(LATER_IMPORTS, [shell, site, files])
    assert found == [False, "wave", True]


@pytest.fixture
def own_site(site_folder, with_tools):
    """Another copy of the site, in a folder of its own host, which a test may switch off."""
    served_site = serve.Site(site_folder, serve.compress(site_folder, BUILD, with_tools, quietly), prefix="/some/where/")
    host = served(served_site)
    address = host.__enter__()
    on = [True]

    def switch_off() -> None:
        if on.pop():
            on.append(False)
            host.__exit__(None, None, None)

    yield f"{address}/some/where/", switch_off
    switch_off()


def kept(page: Page) -> dict[str, int]:
    return page.evaluate("""async () => Object.fromEntries(await Promise.all((await caches.keys()).map(
        async (name) => [name, (await (await caches.open(name)).keys()).length])))""")


def test_a_later_visit_asks_for_the_page_alone_and_then_for_nothing(page, own_site, site_folder):
    address, switch_off = own_site
    page.goto(address)  # in a folder: every address is relative
    step(page)
    page.evaluate(f"caches.open('palimpsest {address} 0000').then((cache) => cache.put('{address}x', new Response('old')))")
    page.evaluate("caches.open('of another application')")
    everything = len([path for path in site_folder.rglob("*") if path.is_file()]) - 2  # but the worker itself and the licences
    for _ in range(100):
        found = kept(page)
        if everything in found.values() and f"palimpsest {address} 0000" not in found:
            break
        page.wait_for_timeout(200)
    assert sorted(count for name, count in found.items() if name.startswith("palimpsest")) == [everything]
    assert "of another application" in found

    asked = []
    page.on("response", lambda answer: asked.append(answer.url) if not answer.from_service_worker else None)
    page.goto(address)
    step(page)
    assert [url for url in asked if url.startswith("http")] == []

    switch_off()
    page.goto(f"{address}?budget=36")
    step(page)
    expect(page.get_by_role("radio", name="36")).to_be_checked()
