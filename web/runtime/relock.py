"""Writes new sizes and hashes after somebody changed a version in `lock.json` or `pyproject.toml`.

It trusts the sources and verifies nothing, so read the difference before you commit it.
"""

import hashlib
import json
from pathlib import Path

from web.runtime import fetch, tools

GROUPS = {"build": tools.FOR_BUILD, "test": tools.FOR_TESTS, "live": tools.FOR_LIVE}


def relock(build: Path, with_tools: tools.Tools, step: tools.Step) -> None:
    _requirements(build, with_tools, step)
    files = fetch.lock()
    for entry in files:
        with step(f"asking for {entry['file']}"):
            data = _first(entry, with_tools)
        entry.update(size=len(data), sha256=hashlib.sha256(data).hexdigest())
    fetch.LOCK.write_text(json.dumps({"format": "palimpsest/lock", "files": files}, indent=1) + "\n", "utf-8")


def _first(entry: fetch.Entry, with_tools: tools.Tools) -> bytes:
    refusals = []
    for source in entry["sources"]:
        try:
            return fetch.read(source, with_tools)
        except fetch.UNREADABLE as reason:
            refusals.append(f"{source}: {reason}")
    raise fetch.Unavailable(f"{entry['file']} could not be had:\n  " + "\n  ".join(refusals))


def _requirements(build: Path, with_tools: tools.Tools, step: tools.Step) -> None:
    """Write the versions and hashes of all packages that each group of pyproject.toml needs, for every platform."""
    uv = build / "uv"
    with step("resolving the requirements"):
        tools.run(
            [with_tools.python, "-m", "pip", "install", "--quiet", "--upgrade", "--target", str(uv), "uv"],
            "pip could not install uv",
        )
        for group, target in GROUPS.items():
            tools.run(
                [
                    str(uv / "bin/uv"),
                    "pip",
                    "compile",
                    "--quiet",
                    "--universal",
                    "--generate-hashes",
                    "--no-annotate",
                    "--no-header",
                    "--python-version",
                    "3.11",
                    "--group",
                    f"{tools.ROOT / 'pyproject.toml'}:{group}",
                    "--output-file",
                    str(target),
                ],
                f"uv could not resolve {group}",
            )
