"""Tests that only the bytes which the lock names reach a learner, whatever a source sends."""

import hashlib
import io
import tarfile
import zipfile

import pytest

from tests.conftest import quietly
from web.runtime import fetch, tools

RIGHT = b"the right bytes"
TOOLS = None  # no test here may start a program


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@pytest.fixture
def answers(monkeypatch):
    """The answer of each source, which is bytes or an error to raise."""
    given, asked = {}, []

    def read(source, _tools):
        asked.append(source)
        if isinstance(given[source], Exception):
            raise given[source]
        return given[source]

    monkeypatch.setattr(fetch, "read", read)
    given["asked"] = asked
    return given


def entry(*sources: str, right: bytes = RIGHT) -> dict:
    return {
        "file": "thing.whl",
        "version": "1",
        "size": len(right),
        "sha256": hashlib.sha256(right).hexdigest(),
        "sources": list(sources),
    }


def test_the_right_bytes_are_kept_and_asked_for_once(answers):
    answers["one"] = RIGHT
    path = fetch.fetch(entry("one"), TOOLS, quietly)
    assert path.read_bytes() == RIGHT
    assert fetch.fetch(entry("one"), TOOLS, quietly) == path
    assert answers["asked"] == ["one"]


@pytest.mark.parametrize("wrong", [b"the wrong bytes", b"", RIGHT + b" ", RIGHT[:-1]])
def test_wrong_bytes_are_refused(answers, wrong):
    answers["one"] = wrong
    with pytest.raises(fetch.Unavailable) as refused:
        fetch.fetch(entry("one"), TOOLS, quietly)
    assert "thing.whl" in str(refused.value)
    assert f"one: {len(wrong)} bytes with SHA-256 {hashlib.sha256(wrong).hexdigest()}" in str(refused.value)
    assert not list(fetch.cache().rglob("thing*"))


def test_the_next_source_is_asked_when_one_fails_or_lies(answers):
    answers.update(down=OSError("no route to host"), liar=b"something else", good=RIGHT)
    assert fetch.fetch(entry("down", "liar", "good"), TOOLS, quietly).read_bytes() == RIGHT
    assert answers["asked"] == ["down", "liar", "good"]


def test_a_failure_is_one_message_that_names_every_source(answers):
    answers.update(down=OSError("no route to host"), liar=b"x")
    with pytest.raises(tools.Failed) as failed:
        fetch.fetch(entry("down", "liar"), TOOLS, quietly)
    first, *rest = str(failed.value).splitlines()
    assert first == "thing.whl could not be had:"
    assert [line.split(":")[0].strip() for line in rest] == ["down", "liar"]
    assert "no route to host" in rest[0]


def test_a_spoiled_cache_is_fetched_anew(answers):
    answers["one"] = RIGHT
    path = fetch.fetch(entry("one"), TOOLS, quietly)
    path.write_bytes(b"x" * len(RIGHT))
    assert fetch.fetch(entry("one"), TOOLS, quietly).read_bytes() == RIGHT


def package(kind: str, name: str, data: bytes) -> None:
    folder = fetch.cache() / "packages" / kind / name
    folder.mkdir(parents=True)
    (folder / "archive").write_bytes(data)


def wheel(**members: bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return data.getvalue()


def test_members_of_packages_are_read():
    package("wheel", "some==1", wheel(member=RIGHT))
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        info = tarfile.TarInfo("package/a/b.js")
        info.size = len(RIGHT)
        archive.addfile(info, io.BytesIO(RIGHT))
    package("npm", "other@1", data.getvalue())
    assert fetch.fetch(entry("wheel:some==1!member"), TOOLS, quietly).read_bytes() == RIGHT
    assert fetch.read("npm:other@1!a/b.js", TOOLS) == RIGHT


@pytest.mark.parametrize(
    "source, data",
    [
        ("wheel:bad==1!member", b"not a wheel"),
        ("npm:bad@1!member", b"not a package"),
        ("wheel:empty==1!member", wheel(other=b"")),
    ],
)
def test_a_package_that_cannot_be_read_leads_to_the_next_source(source, data):
    kind, name, _ = fetch.parts(source)
    package(kind, name, data)
    package("wheel", "good==1", wheel(member=RIGHT))
    assert fetch.fetch(entry(source, "wheel:good==1!member"), TOOLS, quietly).read_bytes() == RIGHT


def test_a_package_with_wrong_bytes_is_not_kept():
    package("wheel", "liar==1", wheel(member=b"else"))
    with pytest.raises(fetch.Unavailable):
        fetch.fetch(entry("wheel:liar==1!member"), TOOLS, quietly)
    assert not (fetch.cache() / "packages/wheel/liar==1").exists()


def test_the_lock_names_each_file_once_with_its_sources():
    files = fetch.lock()
    assert len({file["file"] for file in files}) == len(files)
    for file in files:
        assert file["size"] > 0 and len(file["sha256"]) == 64 and file["sources"], file["file"]
