"""A lesson's guide as data: its steps, and the questions that a step may ask before it shows its text.

The author writes where to look and why it matters. Every number comes from the replay, by a name in braces, so that
a text cannot contradict the page. The engine also works out the right answer to a question.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sim.parameters import Value

MOST_WORDS = 60

Panel = Literal[
    "settings",
    "picture",
    "context",
    "evidence",
    "transcript",
    "compare",
    "window",
    "prompts",
    "generations",
    "requests",
]
Title = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(min_length=1)]
At = Annotated[float, Meta(ge=0, le=1_000_000_000, description="Seconds.")]
OtherName = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$", max_length=32)]


class Chosen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings that replace the lesson's defaults.

    - `budget`: in teaching tokens; None: the default.
    - `policy`: the policy's name; None: the default.
    - `fidelity`: "preserve" or "drop"; None: the default.
    - `parameters`: values of the policy's parameters, by name; for the others the lesson's defaults hold.
    """

    budget: int | None = None
    policy: str | None = None
    fidelity: Literal["preserve", "drop"] | None = None
    parameters: dict[str, Value] = {}


class Other(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings and a moment that a step's text compares with.

    - `settings`: the settings; by default those of the lesson.
    - `at`: the moment, in seconds; None: the moment of the step.
    """

    settings: Chosen = Chosen()
    at: At | None = None


class _Question(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind"
):
    """The base of all questions: the field `kind` says what is asked."""


class WhatLeaves(_Question, frozen=True, tag="leaves"):
    """The question which turns leave the context at the step's moment."""


class StillBacked(_Question, frozen=True, tag="backed"):
    """The question whether a fact is backed at another moment, or a tool's fact recorded.

    - `fact`: the fact's id.
    - `at`: that moment, in seconds; None: the end of the lesson.
    """

    fact: str
    at: At | None = None


class SmallestBudget(_Question, frozen=True, tag="smallest-budget"):
    """The question for the smallest budget that still backs a fact, or keeps it recorded, at the step's moment; `fact` is the fact's id."""

    fact: str


class WhatAnswer(_Question, frozen=True, tag="answer"):
    """The question what the agent could answer to a probe at the step's moment; `probe` is the probe's id."""

    probe: str


Question = WhatLeaves | StillBacked | SmallestBudget | WhatAnswer


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One page of the guide.

    - `title`: its heading.
    - `text`: what to read, at most 60 words; names in braces stand for numbers from the replay.
    - `at`: the moment to look at, in seconds.
    - `panel`: the panel to look at.
    - `settings`: the settings to look at; by default those of the lesson.
    - `others`: settings and moments that the text compares with, by the names that it uses for them.
    - `question`: what is asked first, so that the text follows the answer; None: nothing is asked.
    """

    title: Title
    text: Text
    at: At
    panel: Panel
    settings: Chosen = Chosen()
    others: dict[OtherName, Other] = {}
    question: Question | None = None
