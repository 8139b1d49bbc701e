"""The words for what establishes a fact: a user's own turn is evidence and backs it, a tool's own result is a record of it.

Every sentence about either takes its words from here. So the two are never mixed, and nobody reads that a user said what a tool
has recorded.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sim.describe import words
from sim.lesson.fact import Source
from sim.state.provenance import FactState


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """The words for one source.

    - `noun`: what establishes a fact: "evidence".
    - `proof`: the same where it is asked for or lost: "proof".
    - `speaker`: whose turn it is: "user".
    - `turn`: the turn: "turn".
    - `backs`: what the turn does to the fact.
    - `done`: what was done to the fact: "backed".
    - `gave`: what the turn did when it came: "said".
    - `keeps`: what a large enough budget does: "backs it".
    - `holds`: the same in the picture of every budget: "proves it".
    - `heading`: the same before a fact's statement: "backs".
    - `answered`: how an answer stands that the context proves: "can be proven".
    - `unanswered`: how it stands otherwise.
    - `stated`: as what the agent may state it: "as the user's own words".
    - `term`: the heading of the evidence.
    - `states`: the four states of a fact, for a first glance.
    """

    noun: str
    proof: str
    speaker: str
    turn: str
    backs: str
    done: str
    gave: str
    keeps: str
    holds: str
    heading: str
    answered: str
    unanswered: str
    stated: str
    term: str
    states: dict[FactState, str]

    def own(self, ids: Sequence[str] = ("",)) -> str:
        """ "the user's own turn", "the tool's own results"."""
        return f"the {self.speaker}'s own {self.turn if len(ids) == 1 else f'{self.turn}s'}"

    @property
    def none(self) -> str:
        """ "no user's turn backs it"."""
        return f"no {self.speaker}'s {self.turn} {self.backs} it"

    @property
    def never(self) -> str:
        """ "no user has said it yet"."""
        return f"no {self.speaker} has {self.gave} it yet"

    def carried(self, ids: Sequence[str]) -> str:
        """ "the user's T2"."""
        return f"the {self.speaker}'s {words.names(ids)}"


PROOFS: dict[Source, Proof] = {
    "user": Proof(
        noun="evidence",
        proof="proof",
        speaker="user",
        turn="turn",
        backs="backs",
        done="backed",
        gave="said",
        keeps="backs it",
        holds="proves it",
        heading="backs",
        answered="can be proven",
        unanswered="cannot be proven",
        stated="as the user's own words",
        term="user-backed evidence",
        states={"proven": "proven", "mentioned": "only mentioned", "gone": "gone", "unsaid": "never said"},
    ),
    "tool": Proof(
        noun="record",
        proof="record",
        speaker="tool",
        turn="result",
        backs="records",
        done="recorded",
        gave="recorded",
        keeps="keeps it recorded",
        holds="keeps it recorded",
        heading="keeps this recorded",
        answered="is recorded",
        unanswered="is not recorded",
        stated="as what a tool recorded",
        term="tool's record",
        states={"proven": "recorded", "mentioned": "only mentioned", "gone": "gone", "unsaid": "never recorded"},
    ),
}
