"""Counts how often this engine and google-adk disagree, and reduces the first disagreement to a small one. It needs the package.

`python -m tests.adk.agreement 10000` compares 10,000 sessions for each question and prints the table. Names of questions after
the number limit it to these questions. PALIMPSEST_SEED (a number) makes other sessions than the usual ones.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase

from tests.adk import lessons, oracle, ours
from tests.adk.lessons import lesson_case
from tests.adk.replays import replay_case, replayed
from tests.adk.sessions import assembly_case, compaction_case, drawn, packed
from tests.adk.templates import template_case


@dataclass(frozen=True)
class Question:
    """A question to both sides, with the Hypothesis strategy that makes its cases."""

    cases: Any
    theirs: Callable[..., Any]
    ours: Callable[..., Any]


def _compaction(policy: str) -> Question:
    return Question(drawn(compaction_case, policy), oracle.compacted, ours.compacted)


def _replay(policy: str) -> Question:
    cases = drawn(replay_case, policy)
    return Question(cases, partial(replayed, oracle.compacted), partial(replayed, ours.compacted))


QUESTIONS = {
    "token": _compaction("token"),
    "sliding": _compaction("sliding"),
    "both": _compaction("both"),
    "token, replayed": _replay("token"),
    "sliding, replayed": _replay("sliding"),
    "token, a lesson's replay": Question(drawn(lesson_case, "token"), oracle.played, lessons.played),
    "sliding, a lesson's replay": Question(drawn(lesson_case, "sliding"), oracle.played, lessons.played),
    "assembly": Question(drawn(assembly_case), oracle.assembled, ours.assembled),
    "templates": Question(drawn(template_case), oracle.filled_in, ours.filled_in),
}


@dataclass
class Agreement:
    """The result for one question. `fired` counts the compacted sessions. `smallest` shows a disagreement."""

    question: str
    sessions: int = 0
    fired: int = 0
    disagreements: int = 0
    smallest: str = ""
    seconds: float = 0


def answered(ask: Callable[..., Any], case: tuple[Any, ...]) -> Any:
    """The answer to a case. An exception is an answer, too."""
    try:
        return ask(*case)
    except Exception as error:  # any exception is compared, because the other side must raise the same
        return f"raised {type(error).__name__}: {error}"


def fired(answer: Any) -> bool:
    """Whether the answer contains a compaction."""
    if isinstance(answer, dict):
        return bool(answer.get("fired"))
    return any("summarized" in it if isinstance(it, dict) else _has_summary(it) for it in answer)


def _has_summary(held: Any) -> bool:
    return any(isinstance(item, list) and isinstance(item[0], float) for item in held)


def compare(name: str, sessions: int) -> Agreement:
    """Compare both sides on that many cases. If they differ, keep the smallest case that Hypothesis finds."""
    question, agreement = QUESTIONS[name], Agreement(name)
    worst: list[Any] = []
    began = time.perf_counter()

    def differ(case: Any) -> bool:
        return bool(answered(question.theirs, case) != answered(question.ours, case))

    @hypothesis.seed(int(os.environ.get("PALIMPSEST_SEED", "0")))
    @_settings(sessions, Phase.generate)
    @hypothesis.given(question.cases)
    def count(case: Any) -> None:
        theirs = answered(question.theirs, case)
        agreement.sessions += 1
        agreement.fired += fired(theirs)
        if theirs != answered(question.ours, case):
            agreement.disagreements += 1
            worst[:] = worst or [case]

    count()
    agreement.seconds = time.perf_counter() - began
    if worst:
        try:
            settings = _settings(max(sessions, 1000), Phase.generate, Phase.shrink)
            case = hypothesis.find(question.cases, differ, settings=settings, random=Random(0))
        except hypothesis.errors.NoSuchExample:
            [case] = worst
        agreement.smallest = shown(question, case)
    return agreement


def _settings(examples: int, *phases: Phase) -> hypothesis.settings:
    return hypothesis.settings(
        max_examples=examples,
        phases=phases,
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
    )


def shown(question: Question, case: tuple[Any, ...]) -> str:
    """A case and both answers as text that can be read and pasted into a test."""
    lines = [json.dumps(packed(part), ensure_ascii=False) for part in case if not isinstance(part, tuple)]
    for part in case:
        if isinstance(part, tuple):
            lines += [f"  {json.dumps(packed(event), ensure_ascii=False)}" for event in part]
    for side, ask in (("package", question.theirs), ("ours", question.ours)):
        lines.append(f"{side:>7}: {json.dumps(answered(ask, case), ensure_ascii=False)}")
    return "\n".join(lines)


def table(agreements: list[Agreement]) -> str:
    """The agreement table, as Markdown."""
    lines = [
        "| package | version | question | sessions | of them compacted | disagreements |",
        "|---|---|---|---:|---:|---:|",
    ]
    for it in agreements:
        fired = f"{it.fired:,}" if it.fired else "–"
        lines.append(
            f"| {oracle.PACKAGE} | {oracle.VERSION} | {it.question} "
            f"| {it.sessions:,} | {fired} | {it.disagreements:,} |"
        )
    return "\n".join(lines)


def main(words: list[str]) -> int:
    sessions, *names = words or ["300"]
    agreements = []
    for name in names or QUESTIONS:
        agreement = compare(name, int(sessions))
        agreements.append(agreement)
        print(f"{name}: {agreement.sessions:,} in {agreement.seconds:.0f} s", file=sys.stderr, flush=True)
        if agreement.smallest:
            print(f"\n{name} differs, for instance:\n{agreement.smallest}\n", file=sys.stderr, flush=True)
    print(table(agreements))
    return int(any(agreement.disagreements for agreement in agreements))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
