"""A contributor finds all commands that make, run and test Palimpsest in this one file. `web/runtime` does the work.

It needs Linux or macOS and Python 3.11 or newer. Packages are verified by hash and installed into `.build`. Verified downloads
stay in the user's cache folder. The tests need a browser: if none is found, `apt-get` installs Chromium on Debian and Ubuntu.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    sys.exit("build.py runs on Linux and macOS, not on Windows: use WSL (the Windows Subsystem for Linux) there")
if sys.version_info < (3, 11):  # noqa: UP036 (an older Python may run this file all the same)
    sys.exit("Palimpsest needs Python 3.11 or newer; this is " + sys.version.split()[0])

from web.runtime import assemble, browser, checks, develop, relock, serve, tools

BUILD = tools.ROOT / ".build"
SLOWEST = ["--durations=10", "--durations-min=1"]
SIDE_BY_SIDE = ["--numprocesses=auto", "--maxprocesses=4"]
TOGETHER = "--dist=loadfile"  # the tests of one file share a page, which takes seconds to start
QUICK = [
    "tests/engine",
    "tests/adk",
    "tests/interface/test_state.py",
    "tests/interface/test_views.py",
    "--ignore=tests/engine/test_scale.py",
]


@contextmanager
def step(what: str) -> Iterator[None]:
    """Print what is being done, and then how long it took."""
    print(f"{what} ...", end=" ", flush=True)
    began = time.perf_counter()
    try:
        yield
    except BaseException:
        print("not done", flush=True)
        raise
    print(f"{time.perf_counter() - began:.1f} s", flush=True)


def serve_site(options: argparse.Namespace) -> int:
    """Build the site, serve it on this machine and print its address."""
    with serve.Server(options.port) as server:
        with_tools = tools.prepare(BUILD / "env", step, tools.FOR_BUILD)
        site = assemble.site(BUILD, with_tools, step)
        server.site = serve.Site(site, serve.compress(site, BUILD, with_tools, step))
        print(f"Palimpsest is at http://127.0.0.1:{server.server_port}/ (Ctrl-C ends it)", flush=True)
        server.serve_forever()
    return 0


def dev(options: argparse.Namespace) -> int:
    """Serve a page that is made anew and reloaded whenever the sources change."""
    with develop.Server(options.port) as server:
        with_tools = tools.prepare(BUILD / "env", step, tools.FOR_BUILD, tools.FOR_TESTS)
        develop.run(server, BUILD, with_tools, step)
    return 0


def test(options: argparse.Namespace) -> int:
    """Check the sources, build the site, find a browser, and run every test. Other arguments go to pytest."""
    if options.live:
        return _pytest(tools.prepare(BUILD / "live", step, tools.FOR_LIVE), "tests/adk/test_live.py", *options.pytest)
    with_tools = tools.prepare(BUILD / "env", step, tools.FOR_BUILD, tools.FOR_TESTS)
    well = checks.run(with_tools)
    if options.quick:
        os.environ["PALIMPSEST_EXAMPLES"] = "quick"
        failed = _pytest(with_tools, *SIDE_BY_SIDE, *QUICK, *options.pytest)
    else:
        _ready()
        failed = _pytest(with_tools, TOGETHER, *(options.pytest or SIDE_BY_SIDE))
    return failed or not well


def _pytest(with_tools: tools.Tools, *words: str) -> int:
    return subprocess.run([with_tools.python, "-m", "pytest", *SLOWEST, *words], cwd=tools.ROOT).returncode


def write_site(options: argparse.Namespace) -> int:
    """Write the static site into a folder that any host can serve."""
    with_tools = tools.prepare(BUILD / "env", step, tools.FOR_BUILD)
    assemble.copy(assemble.site(BUILD, with_tools, step), options.out)
    print(f"The site is in {options.out}: any host can serve that folder, at any address.")
    return 0


def bench(options: argparse.Namespace) -> int:
    """Measure how fast the built site is, and compare it with the same page without Python."""
    with_tools = _ready()
    command = [with_tools.python, "-m", "web.runtime.bench", "--loads", str(options.loads)]
    return subprocess.run(command, cwd=tools.ROOT).returncode


def lock(options: argparse.Namespace) -> int:
    """Write the sizes and hashes of the versions that lock.json and pyproject.toml name. Only developers need this."""
    relock.relock(BUILD, tools.prepare(BUILD / "env", step, tools.FOR_BUILD), step)
    return 0


def _ready() -> tools.Tools:
    """Build the site and prepare everything that a browser test needs."""
    with_tools = tools.prepare(BUILD / "env", step, tools.FOR_BUILD, tools.FOR_TESTS)
    browser.prepare(with_tools, step)
    serve.compress(assemble.site(BUILD, with_tools, step), BUILD, with_tools, step)
    return with_tools


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="build.py", description="Make, run and test Palimpsest.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        found = commands.add_parser(name, help=run.__doc__, description=run.__doc__)
        found.set_defaults(run=run)
        return found

    for name, run in (("serve", serve_site), ("dev", dev)):
        command(name, run).add_argument("--port", type=int, default=8765, help="8765 if not given")
    tests = command("test", test)
    tests.add_argument("--live", action="store_true", help="ask google-adk itself instead; it is installed for that")
    tests.add_argument(
        "--quick", action="store_true", help="engine and state alone, on few examples, without site and browser"
    )
    tests.epilog = "Other arguments go to pytest."
    command("site", write_site).add_argument("--out", type=Path, required=True, metavar="DIR")
    command("bench", bench).add_argument("--loads", type=int, default=5, help="of each kind; 5 if not given")
    command("lock", lock)
    options, rest = parser.parse_known_args(words)
    if rest and options.run is not test:
        parser.error(f"not understood: {' '.join(rest)}")
    options.pytest = rest
    return options


if __name__ == "__main__":
    options = arguments(sys.argv[1:])
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)  # a shell may have started this with Ctrl-C ignored
    try:
        sys.exit(options.run(options))
    except tools.Failed as failed:
        sys.exit(f"build.py: {failed}")
    except KeyboardInterrupt:
        print()
        sys.exit(0 if options.run in (serve_site, dev) else 130)
