"""Compiles Python's own library and the packages only once, because they do not change when somebody edits our sources.

`compile.py` does the work in Pyodide. This module decides when that is necessary.
"""

import hashlib
import shutil
import tempfile
from pathlib import Path

from web.runtime import tools

HERE = Path(__file__).parent
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")


def key() -> str:
    """A digest that changes when anything changes that the compiled library is made from."""
    made_of = hashlib.sha256()
    for name in ("lock.json", "compile.py", "node.mjs"):
        made_of.update((HERE / name).read_bytes())
    return made_of.hexdigest()[:16]


def compiled(build: Path, found: dict[str, Path], with_tools: tools.Tools, step: tools.Step) -> Path:
    """The folder with `packages.pack` and `core/`, both for the current lock. The standard library in `core/` is compiled."""
    folder = build / "library" / key()
    if folder.is_dir():
        return folder
    shutil.rmtree(folder.parent, ignore_errors=True)
    folder.parent.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch, step("compiling Python's library and the packages"):
        sources, core, out = (Path(scratch) / name for name in ("in", "core", "out"))
        for place in (sources, core, out):
            place.mkdir()
        for name, path in found.items():
            shutil.copyfile(path, (core if name in CORE else sources) / name)
        shutil.copyfile(found["python_stdlib.zip"], sources / "python_stdlib.zip")
        tools.run_pyodide(with_tools, "compiling the library", core, "compile.py", **{"in": sources, "out": out})
        (out / "python_stdlib.zip").replace(core / "python_stdlib.zip")
        core.rename(out / "core")
        out.rename(folder)
    return folder
