"""Runs the application once to see which modules it imports, because the files that the browser needs depend on that.

It runs in Pyodide (see `node.mjs`). `/library` is the compiled library and `/sources` the checkout. `/out/files.json` has the
`themes` and the names of the site's files so far. This module adds files to `/out/site` and their names to `files.json`:
  packs       the library's data; our own packages, compiled; the library's code without the native modules of `native`
  native      the native modules that the start imports
  documents   each theme's document
  imports     no files: the modules of the library that the start imports, in their order
"""

import hashlib
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, "/runtime")
from compile import compiled, pack  # type: ignore[import-not-found]  # compile.py in this folder

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
    """Our own packages, compiled in the same way as the library."""
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
        files[name] = data[at : at + size]
        at += size
    return files


def mount(files: dict[str, bytes]) -> None:
    for name, data in files.items():
        path = SITE_PACKAGES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def native_modules() -> list[str]:
    """The compiled extensions that the start imports, as paths in site-packages."""
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return sorted(file.removeprefix(f"{SITE_PACKAGES}/") for file in files if file and file.endswith(".so"))


def main() -> None:
    files = json.loads((OUT / "files.json").read_text("utf-8"))
    os.environ["PANEL_CDN_ROOT"] = files["panel"]
    library, ours = unpack(Path("/library/packages.pack").read_bytes()), our_files()
    mount(library)
    mount(ours)
    before = set(sys.modules)
    from web.app import Application

    documents = {theme: Application(theme).document() for theme in files.pop("themes")}
    (OUT / "documents.json").write_text(json.dumps(documents), "utf-8")
    files["native"] = [
        [name, hashed(Path(name).name.split(".")[0].strip("_"), ".wasm", library.pop(name))]
        for name in native_modules()
    ]
    code = {name: library.pop(name) for name in list(library) if name.endswith((".pyc", ".so"))}
    files["packs"] = [
        hashed("package-data", ".pack", pack(library)),
        hashed("lessons", ".pack", pack(ours)),
        hashed("packages", ".pack", pack(code)),
    ]
    files["imports"] = [name for name in sys.modules if name not in before and name.partition(".")[0] not in OURS]
    files["documents"] = {
        theme: hashed(f"document-{theme}", ".json", text.encode()) for theme, text in documents.items()
    }
    (OUT / "files.json").write_text(json.dumps(files), "utf-8")


main()
