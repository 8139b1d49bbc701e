"""Tests that the site is the same wherever it is built, contains all that a learner needs, and loads nothing from elsewhere."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import BUILD, quietly
from web.runtime import assemble, fetch, notices, tools

PACKAGES = {
    "bokeh",
    "jinja2",
    "markupsafe",
    "msgspec",
    "narwhals",
    "numpy",
    "packaging",
    "panel",
    "param",
    "pyodide_http",
    "pyviz_comms",
    "tqdm",
    "typing_extensions.pyc",
    "xyzservices",
    "yaml",
}
NOT_SHIPPED = {"pandas", "PIL", "micropip", "tornado"}


def packed(path: Path) -> dict[str, int]:
    """The sizes of a pack's files by their names."""
    data = path.read_bytes()
    return dict(json.loads(data[4 : 4 + int.from_bytes(data[:4], "little")]))


@pytest.fixture(scope="module")
def library(site_folder) -> dict[str, int]:
    return {
        **packed(next(site_folder.glob("package-data.*.pack"))),
        **packed(next(site_folder.glob("packages.*.pack"))),
    }


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_sources_give_the_same_bytes_anywhere(site_folder, tmp_path):
    checkout = tmp_path / "a checkout elsewhere"
    for name in ("web", "sim", "fixtures", "tests"):
        shutil.copytree(tools.ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("build.py", "LICENSE"):
        shutil.copy(tools.ROOT / name, checkout)
    (checkout / ".build").mkdir()
    (checkout / ".build/env").symlink_to(BUILD / "env")
    done = subprocess.run(
        [sys.executable, "build.py", "site", "--out", "out"],
        cwd=checkout,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "TZ": "Asia/Tokyo", "LANG": "C"},
    )
    assert done.returncode == 0, done.stderr
    here, there = contents(site_folder), contents(checkout / "out")
    assert sorted(here) == sorted(there)
    assert [name for name in here if here[name] != there[name]] == []


def test_whole_packages_are_there(library, with_tools):
    tops = {name.partition("/")[0] for name in library}
    assert tops >= PACKAGES
    assert not NOT_SHIPPED & tops
    panel = next(entry for entry in fetch.lock() if entry["file"].startswith("panel-"))
    with zipfile.ZipFile(fetch.fetch(panel, with_tools, quietly)) as wheel:
        modules = [
            name for name in wheel.namelist() if name.endswith(".py") and "/tests/" not in name and "/dist/" not in name
        ]
    assert [name for name in modules if f"{name}c" not in library] == []


def test_everything_is_compiled(library, site_folder):
    ours = packed(next(site_folder.glob("lessons.*.pack")))
    assert [name for name in {**library, **ours} if name.endswith(".py")] == []
    assert {"sim/replay.pyc", "web/app.pyc", "fixtures/report-preference.json"} <= set(ours)
    assert not [name for name in ours if name.startswith(("web/runtime", "web/shell"))]


def test_the_standard_library_is_whole_and_compiled(site_folder):
    with zipfile.ZipFile(next(site_folder.glob("python-library.*.zip"))) as archive:
        names = set(archive.namelist())
        assert all(info.compress_type == zipfile.ZIP_STORED for info in archive.infolist())
    assert {
        "decimal.pyc",
        "secrets.pyc",
        "asyncio/__init__.pyc",
        "pyodide/http/__init__.pyc",
        "json/decoder.pyc",
    } <= names
    assert not [name for name in names if name.endswith(".py")]


def test_panels_files_are_those_that_it_asks_for(site_folder):
    panel = next((site_folder / "panel").iterdir()) / "dist"
    assert {path.name for path in panel.iterdir()} == {"css", "assets", "bundled"}
    assert {path.name for path in (panel / "bundled").iterdir()} == {"theme"}


def test_nothing_is_loaded_from_elsewhere(site_folder):
    found = []
    for path in [
        site_folder / "index.html",
        site_folder / "service-worker.js",
        *site_folder.glob("shell-*/*"),
        *site_folder.glob("panel/**/*.css"),
    ]:
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        text = re.sub(
            r"<a [^>]*>|http://www.w3.org/2000/svg", "", text
        )  # a link, which loads nothing; a name that only looks like an address
        found += [
            f"{path.name}: {address}" for address in re.findall(r"""(?:https?:)?//[\w.-]+\.\w{2,}[^\s"')]*""", text)
        ]
    assert found == []


def test_every_address_in_the_page_is_relative_and_there(site_folder):
    page = (site_folder / "index.html").read_text("utf-8")
    addresses = re.findall(r'<(?:script|link|img)[^>]* (?:src|href)="([^"]*)"', page)
    assert len(addresses) > 6
    for address in addresses:
        assert not address.startswith("/") and (site_folder / address).is_file(), address


def test_every_file_of_the_lock_has_its_licence_in_the_site(site_folder):
    first, *sections = (site_folder / "notices.txt").read_text("utf-8").split(f"\n\n{notices.RULE}\n\n")
    assert "Pyodide is CPython" in first
    own, *others = sections
    assert own == "Palimpsest\n\n" + (tools.ROOT / "LICENSE").read_text("utf-8").strip()
    assert [section.partition("\n")[0] for section in others] == [
        f"{entry['file']} {entry['version']}" for entry in fetch.lock()
    ]
    assert [
        section
        for section in others
        if not re.search(r"copyright|licen[cs]e|the same as", section.partition("\n")[2], re.IGNORECASE)
    ] == []
    everything = "".join(others)
    for holder in (
        "Mozilla Public License Version 2.0",
        "Python Software Foundation",
        "Patrick Steele-Idem",
        "NumPy Developers",
        "jQuery JavaScript Library",
        "slickgrid",
        "Highway Project",
    ):
        assert holder in everything, holder


def test_a_file_without_a_licence_stops_the_build(tmp_path):
    bare = {"file": "bare.js", "version": "1", "notices": []}
    with pytest.raises(tools.Failed, match=r"bare\.js has no licence"):
        notices.notices([bare], {"bare.js": tmp_path}, [])
    with pytest.raises(tools.Failed, match=r"names gone\.txt as a licence of bare\.js"):
        notices.notices([{**bare, "notices": ["gone.txt"]}], {"bare.js": tmp_path}, [])
    with zipfile.ZipFile(tmp_path / "bare-1.whl", "w") as wheel:
        wheel.writestr("bare.py", "# (c) nobody")
    with pytest.raises(tools.Failed, match=r"bare-1\.whl has no licence"):
        notices.notices([{"file": "bare-1.whl", "version": "1"}], {"bare-1.whl": tmp_path / "bare-1.whl"}, [])


def test_the_page_sets_a_strict_policy(site_folder):
    page = (site_folder / "index.html").read_text("utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page).group(1)
    assert "default-src 'none'" in policy
    assert "'unsafe-eval'" not in policy.replace("'wasm-unsafe-eval'", "")
    assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]


def test_documents_that_differ_stop_the_build():
    assemble.compare({"light": "abc", "dark": "d"}, {"light": "abc", "dark": "d"})
    with pytest.raises(tools.Failed, match=r"Application\('dark'\) made different documents") as failed:
        assemble.compare({"light": "abc", "dark": "id p1001"}, {"light": "abc", "dark": "id p1002"})
    assert "id p1001" in str(failed.value) and "id p1002" in str(failed.value)


def test_a_folder_of_somebody_elses_is_not_overwritten(site_folder, tmp_path):
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "thesis.txt").write_text("years of work")
    with pytest.raises(tools.Failed, match="not a site of Palimpsest"):
        assemble.copy(site_folder, theirs)
    with pytest.raises(tools.Failed):
        assemble.copy(site_folder, theirs / "thesis.txt")
    assert (theirs / "thesis.txt").read_text() == "years of work"


def test_an_earlier_site_is_replaced(site_folder, tmp_path):
    target = tmp_path / "site"
    assemble.copy(site_folder, target)
    (target / "left-over.js").write_text("")
    assemble.copy(site_folder, target)
    assert contents(target) == contents(site_folder)
