"""Compares the engine with the package's frozen answers, so that this is tested even where the package is not installed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.adk import known, lessons, ours
from tests.adk.replays import replayed
from tests.adk.sessions import Reader, Settings, unpacked

GOLDEN = Path(__file__).parent / "golden"
VERSION = "2.13.0"


def cases(name: str) -> list[Any]:
    """The cases of a golden file, each with its number as the test's id."""
    document = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert (document["package"], document["version"]) == ("google-adk", VERSION)
    return [pytest.param(case, id=f"{name}-{number}") for number, case in enumerate(document["cases"])]


@pytest.mark.parametrize("case", [*cases("token"), *cases("sliding"), *cases("both")])
def test_a_compaction_takes_what_the_package_takes(case: dict[str, Any]) -> None:
    assert ours.compacted(Settings(**case["settings"]), unpacked(case["session"])) == case["answer"]


@pytest.mark.parametrize("case", cases("lessons"))
def test_a_lesson_is_played_as_the_package_would(case: dict[str, Any]) -> None:
    assert lessons.played(Settings(**case["settings"]), unpacked(case["session"])) == case["answer"]


@pytest.mark.parametrize("case", cases("assembly"))
def test_a_request_reads_what_the_package_reads(case: dict[str, Any]) -> None:
    assert ours.assembled(Reader(**case["reader"]), unpacked(case["session"])) == case["answer"]


@pytest.mark.parametrize("case", cases("templates"))
def test_an_instruction_is_filled_in_as_the_package_does(case: dict[str, Any]) -> None:
    assert ours.filled_in(case["template"], case["state"], case["artifacts"]) == case["answer"]


@pytest.mark.parametrize("name", known.REPLAYS)
def test_a_known_replay(name: str) -> None:
    settings, session, found = known.REPLAYS[name]
    assert replayed(ours.compacted, settings, session) == found


@pytest.mark.parametrize("name", known.COMPACTIONS)
def test_a_known_compaction(name: str) -> None:
    settings, session, found = known.COMPACTIONS[name]
    assert ours.compacted(settings, session) == found


@pytest.mark.parametrize("name", known.ASSEMBLIES)
def test_a_known_request(name: str) -> None:
    reader, session, found = known.ASSEMBLIES[name]
    assert ours.assembled(reader, session) == found
