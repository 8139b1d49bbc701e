"""What the agent may have to prove, and the questions that ask for it."""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.lesson.quantities import Id

Source = Literal["user", "tool"]
"""Who alone can establish a fact: a user, who says it, or a tool, whose result records it."""


class Paraphrase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one more summary leaves of a fact.

    - `text`: the wording that is left; empty: nothing.
    - `answers`: whether the exact answer can still be read from it.
    """

    text: str
    answers: bool = False


class Fact(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that the agent may later have to prove.

    - `id`: a word that names the fact, unique among the facts.
    - `statement`: the fact as a sentence.
    - `answer`: its exact wording.
    - `critical`: whether a pinning summarizer may pin it.
    - `ladder`: what each further summary leaves of the fact, beginning with the first summary; a step whose text equals
      `statement` carries it word for word. Empty: the first summary has the statement, later ones nothing.
    - `ticket`: the ticket for which the fact is pinned; None: it belongs to no ticket.
    - `source`: "user": only a user's turn is evidence for it. "tool": only a tool's result records it.
    """

    id: Id
    statement: str
    answer: str
    critical: bool = False
    ladder: tuple[Paraphrase, ...] = ()
    ticket: Id | None = None
    source: Source = "user"


class Probe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question written from the early turns.

    - `id`: a word that names the probe, unique among the probes.
    - `question`: what is asked.
    - `answer`: its exact answer.
    - `fact`: the id of the fact that the answer needs.
    """

    id: Id
    question: str
    answer: str
    fact: str
