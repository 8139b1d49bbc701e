"""Downloads the files that others published, and makes sure that each is exactly the file that was tested.

`lock.json` names every file with its size and SHA-256. The sources of a file are tried in turn until one gives a file that
matches. A file that does not match is refused, whatever its source. Verified files stay in a cache outside the checkout, so that
a second clone downloads none of them again.

A source is one line:
  https://...                      the file itself
  npm:NAME@VERSION!MEMBER          a member of that npm package
  wheel:NAME==VERSION              the wheel itself
  wheel:NAME==VERSION!MEMBER       a member of that wheel
"""

import hashlib
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

from web.runtime.tools import Failed, Step, Tools

Entry = dict[str, Any]  # an entry of the lock has file, version, size, sha256, sources, and sometimes notices
LOCK = Path(__file__).with_name("lock.json")
PATIENCE = 6  # seconds; a host that is not reachable must not hold up the build
PLATFORM = [
    "--platform",
    "pyemscripten_2026_0_wasm32",
    "--platform",
    "manylinux2014_x86_64",
    "--platform",
    "manylinux_2_28_x86_64",
    "--python-version",
    "3.14",
    "--implementation",
    "cp",
    "--abi",
    "cp314",
    "--abi",
    "none",
]
UNREADABLE = (OSError, subprocess.SubprocessError, KeyError, StopIteration, tarfile.TarError, zipfile.BadZipFile)


class Unavailable(Failed):
    """No source gave the file that the lock names. The message lists the answer of each source."""


def cache() -> Path:
    """The folder of downloads, shared by every checkout of this user."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "palimpsest"


def lock() -> list[Entry]:
    """The entries of the lock. Sizes are in bytes; `sources` are in the order in which they are tried."""
    files: list[Entry] = json.loads(LOCK.read_text("utf-8"))["files"]
    return files


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fetch_all(tools: Tools, step: Step) -> dict[str, Path]:
    """The path of every file of the lock, by its name. All are verified."""
    return {entry["file"]: fetch(entry, tools, step) for entry in lock()}


def fetch(entry: Entry, tools: Tools, step: Step) -> Path:
    """The verified path of one file of the lock, from the cache or from the first source whose bytes match."""
    path: Path = cache() / entry["sha256"][:16] / entry["file"]
    if path.is_file() and path.stat().st_size == entry["size"] and digest(path) == entry["sha256"]:
        return path
    refusals = []
    with step(f"fetching {entry['file']} ({entry['size'] / 1e6:.1f} MB)"):
        for source in entry["sources"]:
            try:
                data = read(source, tools)
            except UNREADABLE as reason:
                refusals.append(f"{source}: {reason}")
                continue
            sha256 = hashlib.sha256(data).hexdigest()
            if len(data) == entry["size"] and sha256 == entry["sha256"]:
                path.parent.mkdir(parents=True, exist_ok=True)
                partial = path.with_suffix(".partial")
                partial.write_bytes(data)
                partial.replace(path)
                return path
            refusals.append(f"{source}: {len(data)} bytes with SHA-256 {sha256}, not what the lock names")
            forget(source)
    raise Unavailable(f"{entry['file']} could not be had:\n  " + "\n  ".join(refusals))


def read(source: str, tools: Tools) -> bytes:
    """The bytes of one source, not yet verified. Raises one of UNREADABLE if they cannot be read."""
    if source.startswith("https:"):
        with urllib.request.urlopen(source, timeout=PATIENCE) as answer:
            data: bytes = answer.read()
            return data
    kind, package, member = parts(source)
    folder = _folder(kind, package)
    if not folder.is_dir():
        _download(kind, package, folder, tools)
    archive = next(folder.iterdir())
    if not member:
        return archive.read_bytes()
    if kind == "npm":
        with tarfile.open(archive) as tar:
            file = tar.extractfile(f"package/{member}")
            if file is None:
                raise KeyError(f"{member} is no file")
            return file.read()
    with zipfile.ZipFile(archive) as wheel:
        return wheel.read(member)


def forget(source: str) -> None:
    """Delete a package that held wrong bytes, so that the next run downloads it again."""
    if not source.startswith("https:"):
        kind, package, _ = parts(source)
        shutil.rmtree(_folder(kind, package), ignore_errors=True)


def parts(source: str) -> tuple[str, str, str]:
    kind, _, rest = source.partition(":")
    package, _, member = rest.partition("!")
    return kind, package, member


def _folder(kind: str, package: str) -> Path:
    return cache() / "packages" / kind / package.replace("/", "+")


def _download(kind: str, package: str, folder: Path, tools: Tools) -> None:
    """Download a package's archive into a folder of its own. `fetch` verifies the bytes that are taken from it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        into = Path(scratch) / "package"
        into.mkdir()
        if kind == "npm":
            command = [*tools.npm, "pack", "--silent", "--pack-destination", str(into), package]
        else:
            command = [
                tools.python,
                "-m",
                "pip",
                "download",
                "--quiet",
                "--disable-pip-version-check",
                "--no-deps",
                "--only-binary=:all:",
                "--ignore-requires-python",
                *PLATFORM,
                "--dest",
                str(into),
                package,
            ]
        done = subprocess.run(command, capture_output=True, text=True, cwd=scratch, timeout=900)
        if done.returncode:
            raise OSError((done.stderr.strip() or done.stdout.strip() or "no answer").splitlines()[-1])
        into.rename(folder)
