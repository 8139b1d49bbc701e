"""Makes the page with this machine's own Python while somebody edits, because Pyodide under Node takes ten times as long.

The document made here has the same content as the browser's. Only the order of elements inside sets differs, and the page does
not depend on that order. `develop.py` runs this in the environment of the tests, which has the browser's package versions.

Packages are imported once. Each line of standard input names a folder. For each line, two child processes, one for each theme,
import our current code. They are separate because each theme's session must be the first session of its process, as in a browser.
They write the page, one document for each theme and the pack of our code into the folder. The answer is one line of JSON text:
what went wrong, or an empty string.
"""

import json
import os
import sys
import traceback
from pathlib import Path

import bokeh.models  # noqa: F401 (imported here once, so that no child process has to)
import panel  # noqa: F401

from web.runtime.assemble import OURS, THEMES
from web.runtime.compile import pack
from web.runtime.tools import ROOT

NOT_SHIPPED = ("web/runtime/", "web/shell/")


def our_files() -> dict[str, bytes]:
    """Our own packages as sources. They are not compiled here: the browser compiles the modules that it imports."""
    files = {}
    for path in sorted(path for folder in OURS for path in (ROOT / folder).rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        if path.is_file() and "__pycache__" not in path.parts and not name.startswith(NOT_SHIPPED):
            files[name] = path.read_bytes()
    return files


def make(folder: Path, theme: str) -> None:
    """Make one theme's part of the page from the current sources. `files.json` in `folder` names all files of the page."""
    files = json.loads((folder / "files.json").read_text("utf-8"))
    from web.app import Application

    session = Application(theme)
    (folder / files["documents"][theme]).write_text(session.document(), "utf-8")
    if theme == "light":
        from web.shell.first_frame import render

        (folder / files["packs"][1]).write_bytes(pack(our_files()))
        (folder / "index.html").write_text(render(session, files), "utf-8")


def child(folder: Path, theme: str) -> int:
    """Start a child process and return the reading end of a pipe, which holds the child's fault, or nothing if it succeeded."""
    reading, writing = os.pipe()
    if os.fork():
        os.close(writing)
        return reading
    try:
        make(folder, theme)
    except BaseException:
        os.write(writing, traceback.format_exc(limit=-4).encode()[-8000:])
    os._exit(0)


def answer(folder: Path) -> str:
    """Make both themes side by side. Return the fault of the first that failed, or an empty string."""
    said = []
    for reading in [child(folder, theme) for theme in THEMES]:
        with open(reading, "rb") as pipe:
            said.append(pipe.read().decode("utf-8", "replace"))
        os.wait()
    return next(filter(None, said), "")


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(Path(line.strip()))), flush=True)
