"""Runs linter, formatter and type checker before the tests, so that a reviewer need not report what a program can find."""

import subprocess
import sys
import time

from web.runtime.tools import ROOT, Tools

COMMANDS = {
    "lint": ["ruff", "check", "--quiet", "--output-format=concise", "."],
    "format": ["ruff", "format", "--quiet", "--check", "--diff", "."],
    "types": ["mypy", "--no-error-summary", "--hide-error-context"],
}
LINES = 40  # the most that is shown of one check's output, so that a person can still read it


def run(tools: Tools) -> bool:
    """Run all checks side by side. Each prints one line, and below it what is wrong. Return whether all succeeded."""
    began = time.perf_counter()
    started = {
        name: subprocess.Popen(
            [tools.python, "-m", *command],
            cwd=ROOT,
            text=True,
            encoding="utf-8",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        for name, command in COMMANDS.items()
    }
    well = True
    for name, process in started.items():
        said = process.communicate()[0].splitlines()
        passed = process.returncode == 0
        well = well and passed
        print(f"{name} {'...' if passed else 'FAILED after'} {time.perf_counter() - began:.1f} s", flush=True)
        if not passed:
            rest = [f"... and {len(said) - LINES} lines more"] if len(said) > LINES else []
            print(*said[:LINES], *rest, sep="\n", file=sys.stderr, flush=True)
    return well
