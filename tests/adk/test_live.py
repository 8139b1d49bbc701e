"""Compares the engine with the installed package. PALIMPSEST_LIVE sets the number of sessions; 10000 is the full comparison."""

from __future__ import annotations

import importlib.util
import os

import pytest

if importlib.util.find_spec("google") is None or importlib.util.find_spec("google.adk") is None:
    pytest.skip("google-adk is not installed; the golden answers stand for it", allow_module_level=True)

from tests.adk import agreement, freeze, known, oracle
from tests.adk.replays import replayed

pytestmark = pytest.mark.filterwarnings("ignore:.*EXPERIMENTAL")
SESSIONS = int(os.environ.get("PALIMPSEST_LIVE") or 300)


@pytest.mark.parametrize("question", agreement.QUESTIONS)
def test_the_engine_decides_as_the_package_does(question: str, agreements: list[agreement.Agreement]) -> None:
    found = agreement.compare(question, SESSIONS)
    agreements.append(found)
    assert found.sessions >= SESSIONS
    assert not found.disagreements, f"\n{found.smallest}"


def test_the_golden_answers_are_what_the_package_says() -> None:
    for name, text in freeze.documents().items():
        assert (freeze.GOLDEN / name).read_text(encoding="utf-8") == text, f"{name}: run python -m tests.adk.freeze"


def test_what_is_known_of_the_package_is_so() -> None:
    for settings, session, course in known.REPLAYS.values():
        assert replayed(oracle.compacted, settings, session) == course
    for settings, session, answer in known.COMPACTIONS.values():
        assert oracle.compacted(settings, session) == answer
    for reader, session, request in known.ASSEMBLIES.values():
        assert oracle.assembled(reader, session) == request
