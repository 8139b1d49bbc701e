"""The parameters that several policies have, so that one name means the same everywhere.

Each is defined twice: as the annotated type of a policy's field, and as a protocol for the triggers, selections and
replacements that read the field. So a type checker refuses a policy that lacks a parameter that its parts read.
"""

from __future__ import annotations

from typing import Annotated, Literal, Protocol

from msgspec import Meta

from sim.state.summary import Placement as Place

PairsKept = Literal["split", "whole"]
SummarizerState = Literal["works", "fails", "late"]
CountSource = Literal["simulated", "recorded", "as-recorded"]

Pairs = Annotated[PairsKept, Meta(title="Calls and results")]
Placement = Annotated[Place, Meta(title="Where the summary stands")]
SummaryRole = Annotated[Literal["system", "user"], Meta(title="The summary's role")]
SummaryTokens = Annotated[
    int, Meta(title="The summary's weight", ge=1, le=1_000_000, extra={"unit": "teaching tokens"})
]
Summarizer = Annotated[SummarizerState, Meta(title="The summarizer")]
Threshold = Annotated[
    float,
    Meta(
        title="Threshold (at most 1 is a share of the budget)",
        ge=0.000001,
        le=1_000_000_000,
        extra={"unit": "teaching tokens"},
    ),
]
Retention = Annotated[int, Meta(title="Turns kept at the end", ge=0, le=1_000_000, extra={"unit": "turns"})]
Counts = Annotated[CountSource, Meta(title="Where the prompt's size comes from")]
Interval = Annotated[int, Meta(title="New invocations to act on", ge=1, le=1_000_000, extra={"unit": "invocations"})]
Overlap = Annotated[int, Meta(title="Invocations summarized again", ge=0, le=1_000_000, extra={"unit": "invocations"})]


def in_tokens(figure: float, budget: int) -> float:
    """A parameter in teaching tokens; at most 1 is a share of the budget."""
    return figure * budget if figure <= 1 else figure


class HasPairs(Protocol):
    """Whether calls and results leave together."""

    @property
    def pairs(self) -> PairsKept: ...


class HasRetention(Protocol):
    """How many turns stay at the end."""

    @property
    def retention(self) -> int: ...


class HasTail(HasRetention, HasPairs, Protocol):
    """How many turns stay at the end, and whether the cut may separate a call from its results."""


class HasCounts(Protocol):
    """Where the prompt's size comes from."""

    @property
    def counts(self) -> CountSource: ...


class HasThreshold(HasCounts, Protocol):
    """The prompt size at which a policy acts, and where that size comes from."""

    @property
    def threshold(self) -> float: ...


class HasWindow(Protocol):
    """How many new invocations make a policy act, and how many earlier ones are summarized again."""

    @property
    def interval(self) -> int: ...

    @property
    def overlap(self) -> int: ...


class HasSummarizer(Protocol):
    """What a summary weighs, and whether it comes."""

    @property
    def summary_tokens(self) -> int: ...

    @property
    def summarizer(self) -> SummarizerState: ...


class HasPlacement(HasSummarizer, Protocol):
    """Also where the summary is placed, and whose message it is."""

    @property
    def placement(self) -> Placement: ...

    @property
    def summary_role(self) -> Literal["system", "user"]: ...
