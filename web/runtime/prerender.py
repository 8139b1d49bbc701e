"""Why: the page is readable before Python is up, because the same `Session` that the browser will run ran here first.

Runs in Pyodide (see `node.mjs`). `/library` is the compiled library, `/sources` the checkout, and `/out/task.json` says in which
order to make the themes' documents and the names of the site's `files` so far. `/out` receives `documents.json`, to be compared
with that of a run in another order, and in `/out/site` the packs, the native modules that are imported at the start, a document
for each theme and `index.html`.
"""

import hashlib
import importlib
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, "/runtime")
from compile import compiled, pack  # noqa: E402  (this folder's, not the builtin)

sys.path.remove("/runtime")
OUT = Path("/out")
SITE_PACKAGES = Path("/lib/python3.14/site-packages")
OURS = ("sim", "fixtures", "web")
NOT_SHIPPED = ("web/runtime/", "web/shell/")
DATA = (".js", ".json", ".css", ".html", ".svg", ".md")


def hashed(stem: str, suffix: str, data: bytes) -> str:
    name = f"{stem}.{hashlib.sha256(data).hexdigest()[:10]}{suffix}"
    (OUT / "site" / name).write_bytes(data)
    return name


def our_files() -> dict[str, bytes]:
    """Our own packages, compiled the way the library was."""
    files = {}
    for path in sorted(path for folder in OURS for path in Path("/sources", folder).rglob("*")):
        name = path.relative_to("/sources").as_posix()
        if name.startswith(NOT_SHIPPED) or "__pycache__" in name:
            continue
        if path.suffix == ".py":
            files[name + "c"] = compiled(path.read_bytes(), name)
        elif path.suffix in DATA:
            files[name] = path.read_bytes()
    return files


def unpack(data: bytes) -> dict[str, bytes]:
    header_end = 4 + int.from_bytes(data[:4], "little")
    files, at = {}, header_end
    for name, size in json.loads(data[4:header_end]):
        files[name] = data[at:at + size]
        at += size
    return files


def mount(files: dict[str, bytes]) -> None:
    for name, data in files.items():
        path = SITE_PACKAGES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def documents(themes: list[str]) -> dict[str, str]:
    """The document of a session in each theme, as it is when no session came before it: the counters start over."""
    import bokeh.util.serialization as serialization
    import param.parameterized as parameterized
    from web.app import Session

    counts = serialization._simple_id, parameterized.object_count
    made = {}
    for theme in themes:
        serialization._simple_id, parameterized.object_count = counts
        made[theme] = Session(theme).document()
    return made


def native_modules() -> list[str]:
    """The compiled extensions that the start imports, as paths in site-packages."""
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return sorted(file.removeprefix(f"{SITE_PACKAGES}/") for file in files if file and file.endswith(".so"))


def main(themes: list[str], files: dict) -> None:
    os.environ["PANEL_CDN_ROOT"] = files["panel"]
    library, ours = unpack(Path("/library/packages.pack").read_bytes()), our_files()
    mount(library)
    mount(ours)
    made = documents(themes)
    (OUT / "documents.json").write_text(json.dumps(made, sort_keys=True), "utf-8")

    (OUT / "site").mkdir()
    files["native"] = [[name, hashed(Path(name).name.split(".")[0].strip("_"), ".wasm", library.pop(name))]
                       for name in native_modules()]
    files["packs"] = [hashed("packages", ".pack", pack(library)), hashed("lessons", ".pack", pack(ours))]
    files["documents"] = {theme: hashed(f"document-{theme}", ".json", text.encode()) for theme, text in made.items()}

    mount({f"web/shell/{path.name}": path.read_bytes() for path in Path("/sources/web/shell").iterdir() if path.is_file()})
    importlib.invalidate_caches()
    from web.app import Session
    from web.shell.page import render

    (OUT / "site/index.html").write_text(render(Session("light"), files), "utf-8")


main(**json.loads((OUT / "task.json").read_text("utf-8")))
