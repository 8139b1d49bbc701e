"""Serves the site as a good host does (right types, lasting caches, Brotli, kept-alive connections), so that tests see the same.

The build writes the Brotli form of each file into a folder beside the site, so that the site itself holds no compressed files.
"""

import hashlib
import http.server
import json
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

from web.runtime.tools import Failed, Step, Tools, alone

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".txt": "text/plain; charset=utf-8",
}
# Files whose names begin so may change their content under the same name, so browsers must ask again.
CHANGING = ("index.html", "service-worker.js", "fixtures/", "notices.txt", "palimpsest.txt")
LASTING = "public, max-age=31536000, immutable"


def compress(site: Path, build: Path, tools: Tools, step: Step) -> Path:
    """The folder of Brotli forms, each named by the SHA-256 of the plain file. Forms that no file uses any more are deleted."""
    with alone(build):
        return _compress(site, build, tools, step)


def _compress(site: Path, build: Path, tools: Tools, step: Step) -> Path:
    folder = build / "brotli"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {hashlib.sha256(path.read_bytes()).hexdigest(): path for path in site.rglob("*") if path.is_file()}
    for form in folder.iterdir():
        if form.name not in wanted:
            form.unlink()
    missing = [(str(path), str(folder / digest)) for digest, path in wanted.items() if not (folder / digest).is_file()]
    if missing:
        with step(f"compressing {len(missing)} files"):
            done = subprocess.run(
                [tools.node, str(Path(__file__).with_name("compress.mjs"))],
                input=json.dumps(missing),
                capture_output=True,
                text=True,
                timeout=900,
            )
        if done.returncode:
            raise Failed(f"compressing failed:\n{done.stderr.strip()[-2000:]}")
    return folder


class Site:
    """The addresses that are served, all below `prefix`, and for each the paths of its plain and its Brotli form."""

    def __init__(self, folder: Path, brotli: Path | None = None, prefix: str = "/"):
        self.files: dict[str, tuple[str, Path, Path | None, str]] = {}
        for path in folder.rglob("*"):
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                digest = hashlib.sha256(path.read_bytes()).hexdigest()
                form = brotli / digest if brotli else None
                self.files[prefix + name] = (name, path, form if form and form.is_file() else None, f'"{digest[:16]}"')
        if index := self.files.get(prefix + "index.html"):
            self.files[prefix] = index


class Handler(http.server.BaseHTTPRequestHandler):
    server: "Server"
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def _answer(self, with_body: bool) -> None:
        entry = self.server.site.files.get(unquote(urlsplit(self.path).path))
        if entry is None:
            self._send(404, {"Content-Type": TYPES[".txt"]}, b"There is no such file.\n", with_body)
            return
        name, path, form, tag = entry
        headers = {
            "Content-Type": TYPES.get(path.suffix, "application/octet-stream"),
            "ETag": tag,
            "Vary": "Accept-Encoding",
            "Cache-Control": "no-cache" if name.startswith(CHANGING) else LASTING,
        }
        if self.headers.get("If-None-Match") == tag:
            self._send(304, headers, b"", with_body)
            return
        if form and "br" in self.headers.get("Accept-Encoding", "").replace(" ", "").split(","):
            headers["Content-Encoding"] = "br"
            path = form
        self._send(200, headers, path.read_bytes(), with_body)

    def _send(self, status: int, headers: dict[str, str], body: bytes, with_body: bool) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Access logs are silenced: they would drown the output of the tests and of the build."""


class Server(http.server.ThreadingHTTPServer):
    """Takes the port at once, so that a port in use is reported before the build. `site` is set when it is built."""

    daemon_threads = True
    request_queue_size = 64
    handler: type[http.server.BaseHTTPRequestHandler] = Handler
    site: Site

    def __init__(self, port: int = 0):
        try:
            super().__init__(("127.0.0.1", port), self.handler)
        except (OSError, OverflowError):
            raise Failed(f"port {port} is not free: name another with --port") from None

    def handle_error(self, request: object, client_address: object) -> None:
        """Errors of a connection are silenced too: a browser may close it in the middle of an answer, which is no fault."""
