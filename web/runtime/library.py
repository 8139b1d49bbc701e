"""Why: Python's own library and every package are the same whatever lesson is written, so they are compiled once.

The work is `compile.py`'s, in Pyodide; this decides when it is due.
"""

import hashlib
import shutil
import tempfile
from pathlib import Path

from web.runtime import fetch, tools

HERE = Path(__file__).parent
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")


def key() -> str:
    """Changes when anything that the compiled library is made of does."""
    made_of = hashlib.sha256()
    for name in ("lock.json", "compile.py", "node.mjs"):
        made_of.update((HERE / name).read_bytes())
    return made_of.hexdigest()[:16]


def compiled(build: Path, found: dict[str, Path], with_tools: tools.Tools, step) -> Path:
    """The folder with `packages.pack` and `core/`, whose library is compiled, as this lock has them."""
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
