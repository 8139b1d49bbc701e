"""Tests that the page of `build.py dev` equals the page of a full build, because a person who edits relies on what it shows."""

import json
import re
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path
from queue import Queue
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import BUILD
from web.runtime import tools

PATIENCE = 60_000  # milliseconds


class Developing:
    """`build.py dev` in its own copy of the checkout, which a test may edit."""

    def __init__(self, checkout: Path):
        for name in ("web", "sim", "fixtures"):
            shutil.copytree(tools.ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("build.py", "LICENSE", "tests/requirements.txt"):
            (checkout / name).parent.mkdir(exist_ok=True)
            shutil.copy(tools.ROOT / name, checkout / name)
        (checkout / ".build").mkdir()
        for name in ("env", "library"):
            (checkout / ".build" / name).symlink_to(BUILD / name)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.checkout, self.address = checkout, f"http://127.0.0.1:{port}/"
        self.process = subprocess.Popen(
            [sys.executable, "build.py", "dev", "--port", str(port)],
            cwd=checkout,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self.process.stdout:
            self._lines.put(line)

    def said(self, part: str) -> str:
        """The next line of the terminal that contains this part."""
        while part not in (line := self._lines.get(timeout=300)):
            pass
        return line

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.checkout / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.fixture(scope="module")
def dev(site_folder, tmp_path_factory):
    developing = Developing(tmp_path_factory.mktemp("checkout"))
    try:
        developing.said("follows the sources")
        yield developing
    finally:
        developing.process.terminate()
        developing.process.wait(30)


@pytest.fixture
def following(page, dev) -> Page:
    """The page of the sources, with Python ready. A reload deletes `data-before`, so a test can see whether there was one."""
    page.goto(dev.address)
    awake(page)
    page.evaluate("document.documentElement.dataset.before = 'yes'")
    return page


def awake(page: Page) -> None:
    page.get_by_role("button", name="Next message").click(timeout=PATIENCE)
    expect(page.locator("#slot-context")).to_contain_text("T1", timeout=PATIENCE)


def plain(value: object) -> object:
    """A document without the order of elements in its sets, and without the version numbers in the addresses of its files."""
    if isinstance(value, dict):
        entries = {key: plain(entry) for key, entry in value.items()}
        return (
            {**entries, "entries": sorted(map(json.dumps, entries["entries"]))}
            if value.get("type") == "set"
            else entries
        )
    if isinstance(value, list):
        return [plain(entry) for entry in value]
    return re.sub(r"\?v=[\d.]+$", "", value) if isinstance(value, str) else value


def differences(made: object, built: object, place: str = "document") -> list[str]:
    """Where two documents differ, each with both values: of a document as a whole nobody sees what is different."""
    if isinstance(made, dict) and isinstance(built, dict) and made.keys() == built.keys():
        pairs = [(f"{place}.{key}", made[key], built[key]) for key in made]
    elif isinstance(made, list) and isinstance(built, list) and len(made) == len(built):
        pairs = [(f"{place}[{at}]", *pair) for at, pair in enumerate(zip(made, built, strict=True))]
    else:
        return [] if made == built else [f"{place}: {str(made)[:300]}, and the build has {str(built)[:300]}"]
    return [line for at, one, other in pairs for line in differences(one, other, at)]


def test_its_document_says_what_the_builds_document_says(dev, site_folder):
    boot = re.search(r'id="boot-data">(.*?)</script>', urlopen(dev.address).read().decode()).group(1)
    made = json.load(urlopen(dev.address + json.loads(boot)["files"]["documents"]["light"]))
    built = json.loads(next(site_folder.glob("document-light.*.json")).read_text("utf-8"))
    assert differences(plain(made), plain(built)) == []


def test_a_dark_page_wakes_too(page, dev):
    """Here the dark session is the first in its Python, but the build makes it second, after the light one."""
    page.emulate_media(color_scheme="dark")
    page.goto(dev.address)
    awake(page)


def test_a_sentence_a_view_and_a_lesson_are_followed(following, dev):
    dev.edit("sim/describe/page.py", 'HELP = "Keys', 'HELP = "All keys')
    expect(following.get_by_role("button", name="All keys and help").first).to_be_visible(timeout=PATIENCE)
    awake(following)
    assert dev.said("sim/describe/page.py")
    dev.edit("web/views/lesson.py", '"""', '"""Edited. ')
    expect(following.locator("html[data-before]")).to_have_count(0, timeout=PATIENCE)
    dev.edit("fixtures/report-preference.json", '"title": "', '"title": "Edited: ')
    expect(following.locator("#slot-lesson")).to_contain_text("Edited: ", timeout=PATIENCE)
    awake(following)


def test_a_style_changes_without_loading_the_page_again(following, dev):
    dev.edit("web/shell/page.css", ".masthead h1 {", ".masthead h1 { font-style: italic;")
    expect(following.get_by_role("heading", level=1)).to_have_css("font-style", "italic", timeout=PATIENCE)
    expect(following.locator("html[data-before]")).to_have_count(1)


def test_a_mistake_is_said_and_the_page_stays_until_it_is_mended(following, dev, expected_errors):
    expected_errors.append("SyntaxError")
    dev.edit("web/views/notice.py", "import", "import import")
    with following.expect_console_message(lambda message: "SyntaxError" in message.text):
        pass
    assert dev.said("SyntaxError")
    awake(following)
    expect(following.locator("html[data-before]")).to_have_count(1)
    dev.edit("web/views/notice.py", "import import", "import")
    dev.edit("web/shell/template.html", "<footer>", "<footer><p>Mended</p>")
    expect(following.get_by_text("Mended")).to_be_visible(timeout=PATIENCE)
    awake(following)
