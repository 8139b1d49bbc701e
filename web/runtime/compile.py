"""Compiles Python sources ahead, because a browser that has to parse and compile them takes twice as long to start.

It runs in Pyodide (see `node.mjs`), so that the byte code comes from the same interpreter that will read it.
`/in` holds the core's `python_stdlib.zip` and the wheels. `/out` receives
  python_stdlib.zip   the whole standard library, compiled, and stored without compression so that Brotli can compress it better
  packages.pack       every package, compiled: 4 bytes of header length, a JSON header [[path, size], ...], the files
"""

import ast
import importlib.util
import json
import marshal
import warnings
import zipfile
from pathlib import Path

LEFT_OUT = (
    "panel/dist/",
    "panel/tests/",
    "panel/package-lock.json",
    "bokeh/server/static/",
    "numpy/tests/",
    "numpy/_core/lib/",
    "numpy/_core/include/",
    "numpy/f2py/",
    "numpy/random/lib/",
    "numpy/distutils/",
)
NOT_READ = (".ts", ".map", ".less", ".pyi", ".pxd", ".pyx", ".c", ".h", ".a", ".scss")
ASSERTS_OFF = ("numpy/ma/",)  # its asserts read docstrings, which are removed here


def compiled(source: bytes, name: str) -> bytes:
    """Unchecked, hash-based byte code. Docstrings are left out, because they are a quarter of the bytes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(source, name)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                node.body = node.body[1:] or [ast.copy_location(ast.Pass(), first)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = compile(tree, name, "exec", dont_inherit=True, optimize=1 if name.startswith(ASSERTS_OFF) else 0)
    # The layout of a .pyc file: magic number, flags (1 = hash-based, unchecked), the hash of the source, the code.
    return (
        importlib.util.MAGIC_NUMBER
        + (1).to_bytes(4, "little")
        + importlib.util.source_hash(source)
        + marshal.dumps(code)
    )


def standard_library(source: Path, target: Path) -> None:
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as new:
        for name in sorted(old.namelist()):
            if name.endswith("/"):
                continue
            data = old.read(name)
            if name.endswith(".py"):
                name, data = name + "c", compiled(data, name)
            new.writestr(zipfile.ZipInfo(name), data)


def pack(files: dict[str, bytes]) -> bytes:
    header = json.dumps([[name, len(files[name])] for name in sorted(files)], separators=(",", ":")).encode()
    return b"".join([len(header).to_bytes(4, "little"), header, *(files[name] for name in sorted(files))])


def packages(folder: Path) -> dict[str, bytes]:
    kept = {}
    for wheel in sorted(folder.glob("*.whl")):
        foreign = "manylinux" in wheel.name  # its native code is for Linux, and the package also works without it
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if (
                    name.endswith(("/", *NOT_READ))
                    or name.startswith(LEFT_OUT)
                    or "/tests/" in name
                    or ".data/" in name
                ):
                    continue
                if ".dist-info/" in name and not name.endswith(("METADATA", "entry_points.txt")):
                    continue
                if name.endswith(".so") and foreign:
                    continue
                data = archive.read(name)
                if name.endswith(".py"):
                    kept[name + "c"] = compiled(data, name)
                else:
                    kept[name] = data
    return kept


if __name__ == "__main__":
    standard_library(Path("/in/python_stdlib.zip"), Path("/out/python_stdlib.zip"))
    Path("/out/packages.pack").write_bytes(pack(packages(Path("/in"))))
