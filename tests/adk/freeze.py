"""Writes google-adk's answers into `golden/`, so that tests can run without the package: `python -m tests.adk.freeze`.

The sessions come from a fixed seed, so a second run with the same version of the package changes nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.adk import oracle
from tests.adk.lessons import POLICIES, lesson_case
from tests.adk.sessions import Choices, assembly_case, compaction_case, packed
from tests.adk.templates import TEMPLATES

GOLDEN = Path(__file__).parent / "golden"
SEED = 2_013_000
SESSIONS = {"token": 140, "sliding": 140, "both": 20}
ASSEMBLIES = 60
LESSONS = 20


def compactions(policy: str) -> list[dict[str, Any]]:
    """Sessions, and what the policy does to each.

    In at most a quarter of them the policy does nothing, and at most a quarter have no earlier compaction.
    """
    cases: list[dict[str, Any]] = []
    idle = fresh = 0
    quarter = SESSIONS[policy] // 4
    seed = SEED
    while len(cases) < SESSIONS[policy]:
        settings, session = compaction_case(Choices.seeded(seed), policy)
        seed += 1
        answer = oracle.compacted(settings, session)
        is_idle, is_fresh = not answer["fired"], all(event.summary is None for event in session)
        if (is_idle and idle >= quarter) or (is_fresh and fresh >= quarter):
            continue
        idle, fresh = idle + is_idle, fresh + is_fresh
        cases.append({"settings": packed(settings), "session": packed(session), "answer": answer})
    return cases


def assemblies() -> list[dict[str, Any]]:
    """Sessions, and what a reader's request contains of each. At most a tenth of the requests are empty."""
    cases: list[dict[str, Any]] = []
    bare = 0
    seed = SEED
    while len(cases) < ASSEMBLIES:
        reader, session = assembly_case(Choices.seeded(seed))
        seed += 1
        answer = oracle.assembled(reader, session)
        if not answer:
            if bare >= ASSEMBLIES // 10:
                continue
            bare += 1
        cases.append({"reader": packed(reader), "session": packed(session), "answer": answer})
    return cases


def lesson_replays() -> list[dict[str, Any]]:
    """Sessions that a lesson can contain and that are compacted, with the context after every event."""
    cases: list[dict[str, Any]] = []
    for policy in POLICIES:
        kept: list[dict[str, Any]] = []
        seed = SEED
        while len(kept) < LESSONS:
            settings, session = lesson_case(Choices.seeded(seed), policy)
            seed += 1
            answer = oracle.played(settings, session)
            if any(isinstance(item, list) for held in answer for item in held):
                kept.append({"settings": packed(settings), "session": packed(session), "answer": answer})
        cases += kept
    return cases


def templates() -> list[dict[str, Any]]:
    """Instructions, and how the package fills them in."""
    return [
        {"template": text, "state": state, "artifacts": artifacts, "answer": oracle.filled_in(text, state, artifacts)}
        for text, state, artifacts in TEMPLATES
    ]


def document(cases: list[dict[str, Any]]) -> str:
    """The text of a golden file. Each case has a line of its own, so that a difference can be read."""
    lines = ",\n".join(json.dumps(case, separators=(",", ":"), ensure_ascii=False) for case in cases)
    return f'{{"package":"{oracle.PACKAGE}","version":"{oracle.VERSION}","cases":[\n{lines}\n]}}\n'


def documents() -> dict[str, str]:
    """The correct content of every golden file."""
    files = {policy: compactions(policy) for policy in SESSIONS}
    files |= {"assembly": assemblies(), "lessons": lesson_replays(), "templates": templates()}
    return {f"{name}.json": document(cases) for name, cases in files.items()}


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, text in documents().items():
        (GOLDEN / name).write_text(text, encoding="utf-8")
        print(f"{name}: {text.count(chr(10)) - 2} cases, {len(text.encode()):,} bytes")
