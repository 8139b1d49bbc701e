"""Collects the licences of all files on the site: their authors require it, and a list kept by hand would soon be out of date.

The texts come from the verified files themselves. A wheel contains its own licence. For any other file, `notices` in the lock
names the locked files that contain its licence. A bundled script keeps the notices of its many authors as comments.
"""

import json
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path

from web.runtime import fetch
from web.runtime.compile import LEFT_OUT
from web.runtime.tools import ROOT, Failed

RULE = "=" * 80
LICENCE = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|THIRD.PARTY.LICEN[CS]ES)", re.IGNORECASE)
COMMENT = re.compile(r"/\*(?:(?!\*/).)*?(?:licen[cs]e|copyright).*?\*/", re.IGNORECASE | re.DOTALL)
INTRODUCTION = """\
This site of Palimpsest carries the files below, each under the licence of its authors. The number after a name is its version.

Pyodide is CPython and the C libraries that it needs (zlib, for example), compiled to WebAssembly. Its source text is at
https://github.com/pyodide/pyodide, that of CPython at https://github.com/python/cpython, and that of every package is
published under its name and version on PyPI or npm."""


def notices(entries: list[fetch.Entry], found: dict[str, Path], scripts: Sequence[tuple[str, str]]) -> str:
    """All licences as one text. `entries` is the lock, `found` its files, and `scripts` the bundled scripts as (wheel, member).

    Raises Failed for a file without a licence.
    """
    own = (ROOT / "LICENSE").read_text("utf-8").strip()
    parts = [INTRODUCTION, f"Palimpsest\n\n{own}"]
    first: dict[str, str] = {}
    for entry in entries:
        name = entry["file"]
        lines = [f"{name} {entry['version']}"]
        for title, text in _texts(entry, found, scripts):
            known = first.setdefault(text, f"{name}: {title}")
            lines.append(f"{title}\n\n{text}" if known == f"{name}: {title}" else f"{title}: the same as {known}")
        if len(lines) == 1:
            raise Failed(f"{name} has no licence: name one under `notices` in {ROOT.name}/web/runtime/lock.json")
        parts.append("\n\n".join(lines))
    return f"\n\n{RULE}\n\n".join(parts) + "\n"


def _texts(entry: fetch.Entry, found: dict[str, Path], scripts: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The licences of one file, each with a title."""
    sources = entry.get("notices", [entry["file"]])
    if unknown := [name for name in sources if name not in found]:
        raise Failed(f"lock.json names {unknown[0]} as a licence of {entry['file']}, and it is not in the lock")
    texts = []
    for name in sources:
        if name.endswith(".whl"):
            texts += _of_wheel(found[name], [member for wheel, member in scripts if name.startswith(f"{wheel}-")])
        else:
            texts.append((name, found[name].read_text("utf-8").strip()))
    return texts


def _of_wheel(path: Path, scripts: list[str]) -> list[tuple[str, str]]:
    with zipfile.ZipFile(path) as wheel:
        texts = [
            (name, _readable(name, wheel.read(name).decode("utf-8", "replace")))
            for name in sorted(wheel.namelist())
            if LICENCE.match(Path(name).name)
            and not name.endswith("/")
            and not name.startswith(LEFT_OUT)
            and ".data/" not in name
        ]
        for script in scripts:
            comments = dict.fromkeys(match.group() for match in COMMENT.finditer(wheel.read(script).decode("utf-8")))
            texts += [(f"in {script}", comment.replace(r"\n", "\n")) for comment in comments]
    return texts


def _readable(name: str, text: str) -> str:
    """Turn the JSON list that a bundler wrote into plain text. Any other text stays unchanged."""
    if not name.endswith(".json"):
        return text.strip()
    packages = json.loads(text)["packages"]
    return "\n\n".join(
        f"{package['name']} {package['versionInfo']} ({package['licenseId']})\n\n{package['extractedText']}".strip()
        for package in packages
    )
