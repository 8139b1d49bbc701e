"""Tests that our server behaves as a good host does, because tests and measurements use it, and that its errors are clear."""

import http.client
import os
import signal
import socket
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from web.runtime import tools


@pytest.fixture
def connection(site):
    host = http.client.HTTPConnection(urlsplit(site).netloc, timeout=10)
    yield host
    host.close()


def ask(connection, path: str, **headers: str):
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    return answer, answer.read()


@pytest.mark.parametrize(
    "pattern, kind",
    [
        ("*.wasm", "application/wasm"),
        ("shell-*/*.js", "text/javascript; charset=utf-8"),
        ("*.js", "text/javascript; charset=utf-8"),
        ("*.json", "application/json"),
        ("shell-*/*.css", "text/css; charset=utf-8"),
        ("*.pack", "application/octet-stream"),
        ("*.zip", "application/zip"),
        ("index.html", "text/html; charset=utf-8"),
    ],
)
def test_types(connection, site_folder, pattern, kind):
    path = next(site_folder.glob(pattern))
    answer, body = ask(connection, f"/{path.relative_to(site_folder).as_posix()}")
    assert answer.status == 200 and answer.getheader("Content-Type") == kind
    assert body == path.read_bytes()


def test_what_has_a_lasting_name_lasts_and_the_page_does_not(connection, site_folder):
    lasting = next(site_folder.glob("*.wasm")).name
    assert "immutable" in ask(connection, f"/{lasting}")[0].getheader("Cache-Control")
    for changing in ("/", "/index.html", "/service-worker.js", "/notices.txt", "/fixtures/report-preference.json"):
        answer, _ = ask(connection, changing)
        assert answer.getheader("Cache-Control") == "no-cache"
        again, body = ask(connection, changing, If_None_Match=answer.getheader("ETag"))
        assert (again.status, body) == (304, b"")


def test_brotli_for_who_takes_it(connection, site_folder):
    name = next(site_folder.glob("lessons.*.pack")).name
    plain, whole = ask(connection, f"/{name}", Accept_Encoding="gzip")
    small, packed = ask(connection, f"/{name}", Accept_Encoding="gzip, br")
    assert plain.getheader("Content-Encoding") is None and small.getheader("Content-Encoding") == "br"
    assert len(packed) < len(whole) / 2


@pytest.mark.parametrize(
    "path", ["/nothing", "/../build.py", "/%2e%2e/build.py", "//etc/passwd", "/shell-0/../index.html"]
)
def test_nothing_else_is_served(connection, path):
    assert ask(connection, path)[0].status == 404


def test_one_connection_serves_many(connection):
    ask(connection, "/")
    kept = connection.sock
    ask(connection, "/nothing")
    ask(connection, "/service-worker.js")
    assert connection.sock is kept


def serving(port: int) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "build.py", "serve", "--port", str(port)],
        cwd=tools.ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_serve_says_where_it_is_and_ends_quietly(site_folder, how):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = serving(port)
    try:
        said = next(line for line in process.stdout if "http" in line)
        assert f"http://127.0.0.1:{port}/" in said
        host = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        assert b"Palimpsest" in ask(host, "/")[1]
        host.close()
        os.kill(process.pid, how)
        _, complaints = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 0 and complaints == ""


@pytest.mark.parametrize("port", ["taken", 99999])
def test_a_port_that_is_not_to_be_had_is_one_sentence(port):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = serving(taken.getsockname()[1] if port == "taken" else port)
        said, complaint = process.communicate(timeout=20)
    assert process.returncode == 1 and said == ""
    assert len(complaint.splitlines()) == 1 and "is not free" in complaint
