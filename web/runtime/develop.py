"""Serves a page that follows the sources within about a second, because a whole build takes too long while somebody edits.

`draft.py` makes anew whatever depends on our sources. Everything else is made once for each state of the lock file, together with
a memory of Python that holds the packages and none of our code. The page is the one that the build makes, with one additional
script that reloads it when a newer page exists.
"""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

from web.runtime import assemble, fetch, library, serve, tools
from web.runtime.tools import ROOT, Failed

HERE = Path(__file__).parent
LOOK = 0.1  # seconds between two searches for changed sources
BREATH = 15  # seconds of silence, after which a write shows whether the page is still connected
NO_WORKER = """// In place of the worker that serves later visits: it would show what was.
addEventListener("install", () => skipWaiting());
addEventListener("activate", () => registration.unregister());
"""
Seen = dict[str, tuple[int, int]]  # path below the checkout -> time of change (nanoseconds) and size (bytes)


class Handler(serve.Handler):
    """Also answers `/changes` with server-sent events: one now and one after each change say which page is the current one."""

    server: "Server"

    def do_GET(self) -> None:
        if urlsplit(self.path).path != "/changes":
            super().do_GET()
            return
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        told = ""
        while True:
            news = self.server.wait(told)
            self.wfile.write((": are you there?\n\n" if news == told else f"data: {news}\n\n").encode())
            told = news


class Server(serve.Server):
    """A server whose site may change while pages are open."""

    handler = Handler

    def __init__(self, port: int):
        super().__init__(port)
        self._news = ""
        self._changed = threading.Condition()

    def tell(self, **news: str) -> None:
        """Tell every open page the current `page` and `style`, or a `fault`."""
        with self._changed:
            self._news = json.dumps(news)
            self._changed.notify_all()

    def wait(self, told: str) -> str:
        """Return the last news as soon as it differs from `told`, and after BREATH seconds in any case."""
        with self._changed:
            self._changed.wait_for(lambda: self._news != told, timeout=BREATH)
            return self._news


class Draft:
    """The process that makes the page anew."""

    def __init__(self, with_tools: tools.Tools, panel: str):
        environment = {**os.environ, "PANEL_CDN_ROOT": panel, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
        self._process = subprocess.Popen(
            [with_tools.python, "-m", "web.runtime.draft"],
            cwd=ROOT,
            env=environment,
            text=True,
            encoding="utf-8",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C must reach only the parent, which then ends this process
        )

    def make(self, folder: Path) -> str:
        """Make the page in `folder`. Return what went wrong, or an empty string."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{folder}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise Failed("the process that makes the page has ended; what it said is above")
        fault: str = json.loads(line)
        return fault

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


def look() -> Seen:
    """The current state of the page's sources."""
    seen = {}
    for folder in assemble.OURS:
        for parent, folders, names in os.walk(ROOT / folder):
            folders[:] = [name for name in folders if name not in ("__pycache__", "runtime")]
            for name in names:
                path = os.path.join(parent, name)
                try:
                    stat = os.stat(path)
                except FileNotFoundError:  # an editor's temporary file that is already deleted
                    continue
                seen[os.path.relpath(path, ROOT)] = (stat.st_mtime_ns, stat.st_size)
    return seen


def digest(seen: Seen) -> str:
    """A digest that changes when the content of one of these files changes."""
    made_of = hashlib.sha256()
    for name in sorted(seen):
        data = (ROOT / name).read_bytes()
        made_of.update(f"{name} {len(data)}\n".encode() + data)
    return made_of.hexdigest()[:10]


def unchanging(build: Path, with_tools: tools.Tools, step: tools.Step) -> Path:
    """The folder of the files that do not depend on our sources. `files.json` names them. It is made only if it is missing."""
    sources = [
        HERE / "gather.py",
        HERE / "remember.mjs",
        HERE / "assemble.py",
        *sorted(assemble.SHELL.glob("python.*")),
    ]
    made_of = hashlib.sha256(library.key().encode() + b"".join(path.read_bytes() for path in sources))
    folder = build / "dev" / made_of.hexdigest()[:16]
    with tools.alone(build):
        if folder.is_dir():
            return folder
        shutil.rmtree(folder.parent, ignore_errors=True)
        folder.parent.mkdir()
        found = fetch.fetch_all(with_tools, step)
        compiled = library.compiled(build, found, with_tools, step)
        with tempfile.TemporaryDirectory(dir=build) as scratch, step("keeping a memory of the packages"):
            made, run = Path(scratch, "made"), Path(scratch, "run")
            made.mkdir()
            assemble.gather(run, compiled, assemble.from_elsewhere(made, compiled, found), with_tools)
            tools.run_node(
                with_tools, "keeping a memory", "remember.mjs", compiled / "core", assemble.SHELL, run, "packages"
            )
            shutil.copytree(run / "site", made, dirs_exist_ok=True)
            shutil.copy(run / "files.json", made)
            made.rename(folder)
    return folder


class Page:
    """The served site: the page of the current sources, added to the files that do not depend on them."""

    def __init__(self, server: Server, folder: Path, draft: Draft):
        self._server, self._draft = server, draft
        self._site = serve.Site(folder)
        self._files = json.loads((folder / "files.json").read_text("utf-8"))
        self._drafts = folder.parent / "drafts"
        shutil.rmtree(self._drafts, ignore_errors=True)

    def make(self, seen: Seen) -> str:
        """Make the page anew and tell the open pages. Return the fault, or an empty string. After a fault the old page stays."""
        version = digest(seen)
        page = digest({name: at for name, at in seen.items() if not name.endswith(".css")})
        shutil.rmtree(self._drafts / version, ignore_errors=True)
        made = self._drafts / version
        made.mkdir(parents=True)
        packs = [self._files["packs"][0], f"lessons.{page}.pack", self._files["packs"][2]]
        files = {
            **self._files,
            "packs": packs,
            "documents": {theme: f"document-{theme}.{page}.json" for theme in assemble.THEMES},
        }
        assemble.from_shell(made, files)
        (made / "files.json").write_text(json.dumps(files), "utf-8")
        if fault := self._draft.make(made):
            self._server.tell(fault=fault)
            return fault
        index = made / "index.html"
        script = f'<script type="module" src="develop.js?page={page}"></script>\n</head>'
        index.write_text(index.read_text("utf-8").replace("</head>", script, 1), "utf-8")
        shutil.copy(HERE / "develop.js", made)
        shutil.copytree(ROOT / "fixtures", made / "fixtures")
        (made / "service-worker.js").write_text(NO_WORKER, "utf-8")
        # A page of an earlier version may still be loading, so its files stay available under their own names.
        site = serve.Site(made)
        site.files = self._site.files | site.files
        self._server.site = self._site = site
        self._server.tell(page=page, style=files["style"])
        return ""


def run(server: Server, build: Path, with_tools: tools.Tools, step: tools.Step) -> None:
    """Serve the page of the sources, and make it anew whenever they change, until somebody ends it."""
    folder = unchanging(build, with_tools, step)
    draft = Draft(with_tools, json.loads((folder / "files.json").read_text("utf-8"))["panel"])
    try:
        page = Page(server, folder, draft)
        seen = look()
        with step("making the page"):
            fault = page.make(seen)
        if fault:
            raise Failed(f"the page could not be made:\n{fault}")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(
            f"Palimpsest is at http://127.0.0.1:{server.server_port}/ and follows the sources (Ctrl-C ends it)",
            flush=True,
        )
        while True:
            time.sleep(LOOK)
            if (now := look()) == seen:
                continue
            while (later := look()) != now:  # an editor or a checkout may still be writing files
                now = later
                time.sleep(LOOK / 2)
            changed = sorted(name for name in {**seen, **now} if seen.get(name) != now.get(name))
            seen = now
            began = time.perf_counter()
            fault = page.make(seen)
            print(f"{', '.join(changed)}: {fault or f'{time.perf_counter() - began:.1f} s'}", flush=True)
    finally:
        draft.end()
        server.shutdown()
