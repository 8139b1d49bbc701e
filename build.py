"""Why: one file says how Palimpsest is made, run and tested. The work is in `web/runtime`; this has the commands.

It needs Python 3.11 or newer and nothing else installed: what the build needs comes by hash into `.build`.
"""

import argparse
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

if sys.version_info < (3, 11):
    sys.exit("Palimpsest needs Python 3.11 or newer; this is " + sys.version.split()[0])

from web.runtime import assemble, browser, relock, serve, tools  # noqa: E402

BUILD = tools.ROOT / ".build"


@contextmanager
def step(what: str):
    """Say what is being done, and how long it took."""
    print(f"{what} ...", end=" ", flush=True)
    began = time.perf_counter()
    try:
        yield
    except BaseException:
        print("not done", flush=True)
        raise
    print(f"{time.perf_counter() - began:.1f} s", flush=True)


def serve_site(options: argparse.Namespace) -> int:
    """Serve it on this machine."""
    with serve.Server(options.port) as server:
        with_tools = tools.prepare(BUILD / "env", step, tools.FOR_BUILD)
        site = assemble.site(BUILD, with_tools, step)
        server.site = serve.Site(site, serve.compress(site, BUILD, with_tools, step))
        print(f"Palimpsest is at http://127.0.0.1:{server.server_port}/ (Ctrl-C ends it)", flush=True)
        server.serve_forever()
    return 0


def test(options: argparse.Namespace) -> int:
    """Build it, get a browser, and run every test; what follows goes to pytest."""
    if options.live:
        with_tools, chosen = tools.prepare(BUILD / "live", step, tools.FOR_LIVE), ["tests/adk/test_live.py"]
    else:
        with_tools, chosen = _ready(), []
    return subprocess.run([with_tools.python, "-m", "pytest", *chosen, *options.pytest], cwd=tools.ROOT).returncode


def write_site(options: argparse.Namespace) -> int:
    """Write the static files, ready for any host."""
    with_tools = tools.prepare(BUILD / "env", step, tools.FOR_BUILD)
    assemble.copy(assemble.site(BUILD, with_tools, step), options.out)
    print(f"The site is in {options.out}: any host can serve that folder, at any address.")
    return 0


def bench(options: argparse.Namespace) -> int:
    """Measure how fast the built site is, beside the same page without Python."""
    with_tools = _ready()
    command = [with_tools.python, "-m", "web.runtime.bench", "--loads", str(options.loads)]
    return subprocess.run(command, cwd=tools.ROOT).returncode


def lock(options: argparse.Namespace) -> int:
    """For developers: write the sizes and hashes of the versions that lock.json and pyproject.toml name."""
    relock.relock(BUILD, tools.prepare(BUILD / "env", step, tools.FOR_BUILD), step)
    return 0


def _ready() -> tools.Tools:
    """All that a browser needs to look at the built site."""
    with_tools = tools.prepare(BUILD / "env", step, tools.FOR_BUILD, tools.FOR_TESTS)
    browser.prepare(with_tools, step)
    serve.compress(assemble.site(BUILD, with_tools, step), BUILD, with_tools, step)
    return with_tools


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="build.py", description="Make, run and test Palimpsest.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run) -> argparse.ArgumentParser:
        found = commands.add_parser(name, help=run.__doc__, description=run.__doc__)
        found.set_defaults(run=run)
        return found

    command("serve", serve_site).add_argument("--port", type=int, default=8765, help="8765 if not given")
    tests = command("test", test)
    tests.add_argument("--live", action="store_true", help="ask google-adk itself instead; it is installed for that")
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
        signal.signal(ending, signal.default_int_handler)  # also where a shell started this with Ctrl-C ignored
    try:
        sys.exit(options.run(options))
    except tools.Failed as failed:
        sys.exit(f"build.py: {failed}")
    except KeyboardInterrupt:
        print()
        sys.exit(0 if options.run is serve_site else 130)
