"""Tests that a start from memory and a long start lead to the same page, and that later visits need no network."""

import gzip
import shutil
import zlib

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import BUILD, quietly, served
from web.runtime import assemble, serve

PATIENCE = 180_000  # milliseconds; a busy machine takes a minute to start Python a second time, the long way
LATER_IMPORTS = """async ([shell, base, files]) => {
  const { start } = await import(`${shell}python.js`);
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
    """Go to the next message, which Python has to answer."""
    page.get_by_role("button", name="Next message").click(timeout=PATIENCE)
    expect(page.locator("#slot-context")).to_contain_text("T1", timeout=PATIENCE)


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
    begun = zlib.decompressobj(wbits=31).decompress(next(site_folder.glob("*.memory")).read_bytes(), 1_000_000)
    assert b'"layout":"1' in begun
    other = gzip.compress(begun.replace(b'"layout":"1', b'"layout":"' + layout), compresslevel=1)
    page.route("**/*.memory", lambda route: route.fulfill(body=other))
    page.goto(site)
    step(page)
    assert [text for text in said if "the long way" in text and why in text]


@pytest.mark.parametrize("share", [0.5, 1])
def test_a_memory_that_is_cut_off_or_spoilt_is_not_used(page, site, site_folder, said, share):
    memory = bytearray(next(site_folder.glob("*.memory")).read_bytes())
    memory[-8] ^= 1  # one bit of gzip's checksum
    page.route("**/*.memory", lambda route: route.fulfill(body=bytes(memory[: int(len(memory) * share)])))
    page.goto(site)
    step(page)
    assert [text for text in said if "the long way" in text]


@pytest.mark.parametrize("pack", ["package-data", "lessons"])
def test_a_pack_that_is_cut_off_is_named_and_not_used(page, site, site_folder, expected_errors, pack):
    expected_errors.append("not whole")
    whole = next(site_folder.glob(f"{pack}.*.pack")).read_bytes()
    page.route(f"**/{pack}.*.pack", lambda route: route.fulfill(body=whole[:-1]))
    page.goto(site)
    expect(page.locator("#boot")).to_contain_text("not whole", timeout=PATIENCE)
    expect(page.get_by_role("button", name="Next message")).to_be_disabled()


def test_what_was_not_imported_at_the_start_still_can_be(page, site):
    """This holds even before the module's code was fetched, because the import fetches it."""
    page.goto(site)
    files = page.evaluate("JSON.parse(document.getElementById('boot-data').textContent).files")
    shell = page.evaluate("new URL('.', document.querySelector('script[type=module]').src).href")
    found = page.workers[0].evaluate(LATER_IMPORTS, [shell, site, files])
    assert found == [False, "wave", True]


OPEN_FILES = """async ([shell, base, files]) => {
  const { start } = await import(`${shell}python.js`);
  const python = await start(files, (name) => new URL(name, base).href, () => {});
  const builtins = python.session("light").document.__func__.__globals__.get("__builtins__");
  return builtins.get("eval")("' '.join(type(o).__name__ for o in __import__('gc').get_objects() if 'ZipFile' in type(o).__name__)", builtins.copy());
}"""


def test_what_is_remembered_holds_no_open_file(page, site):
    """Python would report an error when it closes the file, because the restored Python has no such file."""
    page.goto(site)
    files = page.evaluate("JSON.parse(document.getElementById('boot-data').textContent).files")
    shell = page.evaluate("new URL('.', document.querySelector('script[type=module]').src).href")
    assert page.workers[0].evaluate(OPEN_FILES, [shell, site, files]) == ""


@pytest.fixture
def own_site(site_folder, with_tools):
    """A copy of the site in a folder of its own server, which a test may switch off."""
    served_site = serve.Site(
        site_folder, serve.compress(site_folder, BUILD, with_tools, quietly), prefix="/some/where/"
    )
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


def wait_until_kept(page: Page, site_folder) -> dict[str, int]:
    """Wait until one store holds all files except the service worker and the mark of the folder."""
    everything = len([path for path in site_folder.rglob("*") if path.is_file()]) - 2
    for _ in range(300):
        found = kept(page)
        ours = [count for name, count in found.items() if name.startswith("palimpsest")]
        if (
            ours
            and ours[-1] == everything
            and page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.state)") == "activated"
        ):
            return found
        page.wait_for_timeout(200)
    raise AssertionError(f"kept {found}, and not {everything}")


def test_a_later_visit_asks_for_nothing(page, own_site, site_folder):
    address, switch_off = own_site
    page.goto(address)  # the site lies in a folder, so every address must be relative
    step(page)
    page.evaluate(
        f"caches.open('palimpsest {address} 0000').then((cache) => cache.put('{address}x', new Response('old')))"
    )
    page.evaluate("caches.open('of another application')")
    found = wait_until_kept(page, site_folder)
    assert len(found) == 2 and "of another application" in found and f"palimpsest {address} 0000" not in found

    asked = []
    page.on("response", lambda answer: asked.append(answer.url) if not answer.from_service_worker else None)
    page.goto(address)
    step(page)
    assert [url for url in asked if url.startswith("http")] == []

    switch_off()
    page.goto(f"{address}?budget=36")
    step(page)
    expect(page.get_by_role("radio", name="36")).to_be_checked()


def test_only_the_page_is_answered_with_the_page(page, own_site, site_folder, expected_errors):
    """A tab with a lesson's data shows the data, with and without a network, and the page's address always shows the page."""
    expected_errors += ["404", "ERR_"]  # a browser requests an icon for a document that is not a page
    address, switch_off = own_site
    data = f"{address}fixtures/report-preference.json"
    page.goto(address)
    wait_until_kept(page, site_folder)
    assert '"palimpsest/fixture"' in page.goto(data).text()
    for way in ("with a network", "without"):
        for own in (address, f"{address}index.html", f"{address}?budget=36#experiment"):
            page.goto(own)
            expect(page.get_by_role("heading", name="Palimpsest", level=1), f"{own} {way}").to_be_visible()
        assert '"palimpsest/fixture"' in page.goto(data).text()
        if way == "with a network":
            assert page.goto(f"{address}nothing").status == 404
            switch_off()
    step(page.goto(address) and page)


NEXT = "The next version asks"


@pytest.fixture
def versions(site_folder, with_tools, tmp_path):
    """A server that has the site, and after a call of `publish` its next version, in which some files may be missing."""
    folder = tmp_path / "next"
    shutil.copytree(site_folder, folder)
    page = folder / "index.html"
    page.write_text(page.read_text("utf-8").replace("What can the agent still prove", NEXT), "utf-8")
    lesson = folder / "fixtures/report-preference.json"
    lesson.write_bytes(lesson.read_bytes() + b"\n")
    assemble.write_service_worker(folder)
    site = serve.Site(site_folder, prefix="/some/where/")

    def publish(missing: str = "") -> None:
        site.files = {
            name: entry
            for name, entry in serve.Site(folder, prefix="/some/where/").files.items()
            if not missing or missing not in name
        }

    with served(site) as address:
        yield f"{address}/some/where/", publish


def is_of(page: Page, new: bool) -> None:
    """Expect that the page and the data in another tab belong to the same version."""
    expect(page.locator(".question")).to_contain_text(NEXT if new else "What can the agent still prove")
    length = page.evaluate(
        "fetch('fixtures/report-preference.json').then((answer) => answer.text()).then((text) => text.length - text.trimEnd().length)"
    )
    assert length == (2 if new else 1)


def update(page: Page) -> None:
    """Look for a new version, as a browser does at each visit, and wait until it is installed or dropped."""
    page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update().catch(() => {});
      const coming = registration.installing ?? registration.waiting;
      if (coming) await new Promise((done) => {
        const look = () => ["activated", "redundant"].includes(coming.state) && done();
        coming.addEventListener("statechange", look);
        look();
      });
    }""")


def test_a_new_version_is_taken_whole(page, versions, site_folder):
    address, publish = versions
    page.goto(address)
    wait_until_kept(page, site_folder)
    page.goto(address)
    publish()
    page.goto(address)
    expect(page.locator(".question")).to_contain_text("What can the agent still prove")
    update(page)
    step(page)  # the open page continues with the files of its own version
    page.goto(address)
    is_of(page, new=True)
    step(page)


def test_a_new_version_of_which_a_file_is_missing_is_not_taken_at_all(page, versions, site_folder, expected_errors):
    expected_errors += ["404", "ServiceWorker"]
    address, publish = versions
    page.goto(address)
    wait_until_kept(page, site_folder)
    publish(missing="report-preference")  # it changed; what did not is taken from the store, and not asked for
    for _ in range(2):
        page.goto(address)
        update(page)
        is_of(page, new=False)
    assert len(kept(page)) == 1
    publish()
    update(page)
    page.goto(address)
    is_of(page, new=True)
