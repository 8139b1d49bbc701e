"""Makes the folder of static files that a host serves. The same sources must give the same bytes.

The name of each loaded file or of its folder changes with the content or the version, so that browsers can cache it for good. The
page, the service worker, the lessons' data and the notices keep their names.
"""

import hashlib
import json
import os
import shutil
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from web.runtime import fetch, library, notices, tools
from web.runtime.tools import ROOT, Failed

OURS = ("sim", "fixtures", "web")
SHELL = ROOT / "web/shell"
SERVED_FROM_SHELL = (".css", ".js", ".svg")
PLACED_ELSEWHERE = (
    "service-worker.js",
    "cannot-run.js",
)  # the first lies beside the page, the second becomes part of it
SCRIPTS = (
    ("bokeh", "bokeh/server/static/js/bokeh.min.js"),
    ("bokeh", "bokeh/server/static/js/bokeh-widgets.min.js"),
    ("bokeh", "bokeh/server/static/js/bokeh-tables.min.js"),
    ("panel", "panel/dist/panel.min.js"),
)
THEMES = ("light", "dark")  # in the order of MAKE_SESSIONS in shell/python.js
PANEL_FOLDERS = ("panel/dist/css/", "panel/dist/bundled/theme/", "panel/dist/assets/")
NOTICES = "notices.txt"
MARK = "palimpsest.txt"  # a folder without this file is not ours and is never overwritten


def key() -> str:
    """A digest that changes when any source of the site changes."""
    made_of = hashlib.sha256(library.key().encode() + (ROOT / "LICENSE").read_bytes())
    for path in sorted(path for folder in OURS for path in (ROOT / folder).rglob("*") if path.is_file()):
        if "__pycache__" not in path.parts:
            data = path.read_bytes()
            made_of.update(f"{path.relative_to(ROOT)} {len(data)}\n".encode() + data)
    return made_of.hexdigest()[:16]


def site(build: Path, with_tools: tools.Tools, step: tools.Step) -> Path:
    """The folder of the site that belongs to the current sources. It is built only if it does not exist yet."""
    with tools.alone(build):
        return _site(build, with_tools, step)


def _site(build: Path, with_tools: tools.Tools, step: tools.Step) -> Path:
    folder = build / "site"
    wanted = key()
    note = build / "site.key"
    if note.is_file() and note.read_text() == wanted and folder.is_dir():
        return folder
    found = fetch.fetch_all(with_tools, step)
    compiled = library.compiled(build, found, with_tools, step)
    with tempfile.TemporaryDirectory(dir=build) as scratch, step("rendering the page"):
        made = Path(scratch) / "site"
        made.mkdir()
        files = from_elsewhere(made, compiled, found)
        from_shell(made, files)
        shutil.copytree(ROOT / "fixtures", made / "fixtures")  # the page links to each lesson's data
        _from_python(made, Path(scratch), compiled, files, with_tools)
        write_service_worker(made)
        note.unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        made.rename(folder)
        note.write_text(wanted)
    return folder


def copy(site_folder: Path, target: Path) -> None:
    """Copy the site into a folder that the user chose. That folder may hold an earlier site, and nothing else."""
    if target.exists() and (not target.is_dir() or any(target.iterdir()) and not (target / MARK).is_file()):
        raise Failed(f"{target} is not empty and is not a site of Palimpsest: choose another folder, or empty it")
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(site_folder, target)


def _name(stem: str, suffix: str, data: bytes) -> str:
    return f"{stem}.{hashlib.sha256(data).hexdigest()[:10]}{suffix}"


def from_elsewhere(made: Path, compiled: Path, found: dict[str, Path]) -> dict[str, Any]:
    """Copy the files that the lock names, and return the names by which the page loads them."""
    versions = {entry["file"]: entry["version"] for entry in fetch.lock()}
    wheels = {name.partition("-")[0]: zipfile.ZipFile(path) for name, path in found.items() if name.endswith(".whl")}
    parts = {name: (compiled / "core" / name).read_bytes() for name in library.CORE[:3]}
    core = _name(f"core-{versions['pyodide.mjs']}", "/", b"".join(parts.values()))
    (made / core).mkdir()
    for name, data in parts.items():
        if name.endswith(".mjs"):  # many servers send .mjs with a wrong type, and browsers refuse such a module
            name, data = name.replace(".mjs", ".js"), data.replace(b"pyodide.asm.mjs", b"pyodide.asm.js")
        (made / core / name).write_bytes(data)

    def keep(stem: str, suffix: str, data: bytes) -> str:
        name = _name(stem, suffix, data)
        (made / name).write_bytes(data)
        return name

    scripts = [
        keep(Path(member).name.partition(".")[0], ".js", wheels[wheel].read(member)) for wheel, member in SCRIPTS
    ]
    scripts.append(keep("morphdom", ".js", found["morphdom.js"].read_bytes()))
    panel = wheels["panel"]
    version = next(entry["version"] for entry in fetch.lock() if entry["file"].startswith("panel-"))
    for member in panel.namelist():
        if member.startswith(PANEL_FOLDERS) and not member.endswith((".map", "/")):
            path = made / "panel" / version / member.removeprefix("panel/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(panel.read(member))
    for wheel in wheels.values():
        wheel.close()
    (made / NOTICES).write_text(notices.notices(fetch.lock(), found, SCRIPTS), "utf-8")
    (made / MARK).write_text(f"A site of Palimpsest. {NOTICES} says under which licences.\n", "utf-8")
    return {
        "core": core,
        "library": keep("python-library", ".zip", (compiled / "core/python_stdlib.zip").read_bytes()),
        "scripts": scripts,
        "panel": "panel/",
    }


def from_shell(made: Path, files: dict[str, Any]) -> None:
    """Copy the page's own files into one folder, so that they can import one another. Its name is a digest of its content."""
    kept = {
        path.name: path.read_bytes()
        for path in sorted(SHELL.iterdir())
        if path.suffix in SERVED_FROM_SHELL and path.name not in PLACED_ELSEWHERE
    }
    kept["page.css"] += kept.pop("stage.css") + kept.pop("space.css")  # one request
    digest = hashlib.sha256(b"".join(f"{name} {len(data)}\n".encode() + data for name, data in kept.items()))
    folder = f"shell-{digest.hexdigest()[:10]}/"
    (made / folder).mkdir()
    for name, data in kept.items():
        (made / folder / name).write_bytes(data)
    files.update(
        style=f"{folder}page.css",
        boot=f"{folder}boot.js",
        pulse=f"{folder}lost-worker.js",
        worker=f"{folder}worker.js",
        icon=f"{folder}icon.svg",
    )


def _from_python(made: Path, scratch: Path, compiled: Path, files: dict[str, Any], with_tools: tools.Tools) -> None:
    """Run the application twice, as the browser will: first to see what it needs, then to keep the memory after its start."""
    run = scratch / "run"
    gather(run, compiled, files, with_tools)
    first = json.loads((run / "documents.json").read_text("utf-8"))
    tools.run_node(
        with_tools, "keeping Python's memory and rendering the page", "remember.mjs", compiled / "core", SHELL, run
    )
    second = json.loads((run / "documents.json").read_text("utf-8"))
    compare(first, second)
    shutil.copytree(run / "site", made, dirs_exist_ok=True)


def gather(run: Path, compiled: Path, files: dict[str, Any], with_tools: tools.Tools) -> None:
    """Run the application once and put all that it needs into `run`. `files.json` there names these files."""
    (run / "site").mkdir(parents=True)
    (run / "files.json").write_text(json.dumps({**files, "themes": THEMES}), "utf-8")
    tools.run_pyodide(
        with_tools,
        "running web.app",
        compiled / "core",
        "gather.py",
        library=compiled,
        sources=ROOT,
        runtime=Path(__file__).parent,
        out=run,
    )


def compare(first: dict[str, str], second: dict[str, str]) -> None:
    """Refuse documents that differ: the page shows those of one run, and Python's memory holds those of the other."""
    for theme, text in first.items():
        if text != second[theme]:
            at = len(os.path.commonprefix([text, second[theme]]))
            raise Failed(
                f"two runs of web.app.Application({theme!r}) made different documents, so the page could not be joined to them:\n"
                f"  {text[max(0, at - 60) : at + 60]}\n  {second[theme][max(0, at - 60) : at + 60]}"
            )


def write_service_worker(made: Path) -> None:
    """Write the names and digests of all files into the service worker, and one digest of them all."""
    paths = sorted(path for path in made.rglob("*") if path.is_file() and path.name != MARK)
    kept = {path.relative_to(made).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}
    kept.pop("service-worker.js", None)
    kept[""] = kept.pop("index.html")  # a browser requests the page by the address of its folder
    listed = json.dumps(kept, indent=1)
    text = (SHELL / "service-worker.js").read_text("utf-8")
    build = hashlib.sha256((text + listed).encode()).hexdigest()[:10]
    for placeholder, value in (("__BUILD__", build), ("__FILES__", listed)):
        if placeholder not in text:
            raise Failed(f"web/shell/service-worker.js has no {placeholder} for the build to fill in")
        text = text.replace(placeholder, value)
    (made / "service-worker.js").write_text(text, "utf-8")
