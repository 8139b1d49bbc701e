"""Why: what a host serves is one folder of static files, and the same sources must give the same bytes.

Everything but the page itself and the service worker has a name that changes with its content, or with its version.
"""

import hashlib
import json
import os
import shutil
import tempfile
import zipfile
from pathlib import Path

from web.runtime import fetch, library, tools
from web.runtime.tools import ROOT, Failed

OURS = ("sim", "fixtures", "web")
SHELL = ROOT / "web/shell"
SERVED_FROM_SHELL = (".mjs", ".css", ".js", ".svg")
SCRIPTS = (("bokeh", "bokeh/server/static/js/bokeh.min.js"), ("bokeh", "bokeh/server/static/js/bokeh-widgets.min.js"),
           ("bokeh", "bokeh/server/static/js/bokeh-tables.min.js"), ("panel", "panel/dist/panel.min.js"))
THEMES = ("light", "dark")  # as in shell/python.mjs
PANEL_FOLDERS = ("panel/dist/css/", "panel/dist/bundled/theme/", "panel/dist/assets/")
MARK = "palimpsest.txt"  # tells a folder of ours from anybody else's


def key() -> str:
    """Changes when any source of the site does."""
    made_of = hashlib.sha256(library.key().encode())
    for path in sorted(path for folder in OURS for path in (ROOT / folder).rglob("*") if path.is_file()):
        if "__pycache__" not in path.parts:
            data = path.read_bytes()
            made_of.update(f"{path.relative_to(ROOT)} {len(data)}\n".encode() + data)
    return made_of.hexdigest()[:16]


def site(build: Path, with_tools: tools.Tools, step) -> Path:
    """The site of these sources, made if it is not there yet."""
    with tools.alone(build):
        return _site(build, with_tools, step)


def _site(build: Path, with_tools: tools.Tools, step) -> Path:
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
        files = _from_elsewhere(made, compiled, found)
        _from_shell(made, files)
        shutil.copytree(ROOT / "fixtures", made / "fixtures")  # the page links to each lesson's data
        _from_python(made, Path(scratch), compiled, files, with_tools)
        _service_worker(made)
        note.unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        made.rename(folder)
        note.write_text(wanted)
    return folder


def copy(site_folder: Path, target: Path) -> None:
    """The site into a folder of the person's choice, which may hold an earlier site and nothing else."""
    if target.exists() and (not target.is_dir() or any(target.iterdir()) and not (target / MARK).is_file()):
        raise Failed(f"{target} is not empty and is not a site of Palimpsest: choose another folder, or empty it")
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(site_folder, target)


def _name(stem: str, suffix: str, data: bytes) -> str:
    return f"{stem}.{hashlib.sha256(data).hexdigest()[:10]}{suffix}"


def _from_elsewhere(made: Path, compiled: Path, found: dict[str, Path]) -> dict:
    """Copy what the lock brought, and give the page's names for it."""
    versions = {entry["file"]: entry["version"] for entry in fetch.lock()}
    wheels = {name.partition("-")[0]: zipfile.ZipFile(path) for name, path in found.items() if name.endswith(".whl")}
    core = f"core-{versions['pyodide.mjs']}/"
    (made / core).mkdir()
    for name in library.CORE[:3]:
        shutil.copyfile(compiled / "core" / name, made / core / name)

    def keep(stem: str, suffix: str, data: bytes) -> str:
        name = _name(stem, suffix, data)
        (made / name).write_bytes(data)
        return name

    scripts = [keep(Path(member).name.partition(".")[0], ".js", wheels[wheel].read(member)) for wheel, member in SCRIPTS]
    scripts.append(keep("morphdom", ".js", found["morphdom.js"].read_bytes()))
    panel = wheels["panel"]
    version = next(entry["version"] for entry in fetch.lock() if entry["file"].startswith("panel-"))
    for member in panel.namelist():
        if member.startswith(PANEL_FOLDERS) and not member.endswith((".map", "/")):
            path = made / "panel" / version / member.removeprefix("panel/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(panel.read(member))
    (made / MARK).write_text(_licences(wheels), "utf-8")
    for wheel in wheels.values():
        wheel.close()
    return {"core": core, "library": keep("python-library", ".zip", (compiled / "core/python_stdlib.zip").read_bytes()),
            "scripts": scripts, "panel": "panel/"}


def _licences(wheels: dict[str, zipfile.ZipFile]) -> str:
    """The licences of what the site carries, which their authors ask to travel along."""
    parts = ["A site of Palimpsest. It carries Pyodide (Mozilla Public License 2.0), CPython (PSF License 2), morphdom (MIT)\n"
             "and the packages below, each under its own licence.\n"]
    for package, wheel in sorted(wheels.items()):
        for member in sorted(wheel.namelist()):
            inner = member.partition(".dist-info/")[2]
            if inner and Path(inner).name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE")):
                parts.append(f"{package}: {inner}\n\n{wheel.read(member).decode('utf-8', 'replace').strip()}\n")
    return f"\n{'-' * 80}\n\n".join(parts)


def _from_shell(made: Path, files: dict) -> None:
    """The page's own files, together in one folder named by its content, so that they can import one another."""
    kept = {path.name: path.read_bytes() for path in sorted(SHELL.iterdir())
            if path.suffix in SERVED_FROM_SHELL and path.name != "service-worker.js"}
    digest = hashlib.sha256(b"".join(f"{name} {len(data)}\n".encode() + data for name, data in kept.items()))
    folder = f"shell-{digest.hexdigest()[:10]}/"
    (made / folder).mkdir()
    for name, data in kept.items():
        (made / folder / name).write_bytes(data)
    files.update(style=f"{folder}page.css", boot=f"{folder}boot.mjs", worker=f"{folder}worker.mjs", icon=f"{folder}icon.svg")


def _from_python(made: Path, scratch: Path, compiled: Path, files: dict, with_tools: tools.Tools) -> None:
    """Run the application as the browser will: first to see what it needs, then to keep what its start leaves in memory."""
    run = scratch / "run"
    (run / "site").mkdir(parents=True)
    (run / "files.json").write_text(json.dumps({**files, "themes": THEMES}), "utf-8")
    tools.run_pyodide(with_tools, "running web.app", compiled / "core", "gather.py",
                      library=compiled, sources=ROOT, runtime=Path(__file__).parent, out=run)
    first = json.loads((run / "documents.json").read_text("utf-8"))
    tools.run_node(with_tools, "keeping Python's memory and rendering the page", "remember.mjs", compiled / "core", SHELL, run)
    second = json.loads((run / "documents.json").read_text("utf-8"))
    compare(first, second)
    shutil.copytree(run / "site", made, dirs_exist_ok=True)


def compare(first: dict[str, str], second: dict[str, str]) -> None:
    """The page shows the documents of one run and Python has those of another, so they must be the same."""
    for theme, text in first.items():
        if text != second[theme]:
            at = len(os.path.commonprefix([text, second[theme]]))
            raise Failed(f"two runs of web.app.Session({theme!r}) made different documents, so the page could not be joined to them:\n"
                         f"  {text[max(0, at - 60):at + 60]}\n  {second[theme][max(0, at - 60):at + 60]}")


def _service_worker(made: Path) -> None:
    """The names of all files, and one digest of them, written into the service worker."""
    names = sorted(path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + hashlib.sha256((made / name).read_bytes()).digest())
    kept = [name for name in names if name not in ("index.html", MARK)]
    text = (SHELL / "service-worker.js").read_text("utf-8")
    for placeholder, value in (("__BUILD__", digest.hexdigest()[:10]), ("__FILES__", json.dumps(kept, indent=1))):
        if placeholder not in text:
            raise Failed(f"web/shell/service-worker.js has no {placeholder} for the build to fill in")
        text = text.replace(placeholder, value)
    (made / "service-worker.js").write_text(text, "utf-8")
