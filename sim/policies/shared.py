"""The parameters that several policies have, so that one name means one thing everywhere."""

from __future__ import annotations

from sim.parameters import Parameter

PAIRS = Parameter(name="pairs", title="Calls and results", default="split", words=("split", "whole"))
PLACEMENT = Parameter(
    name="placement",
    title="Where the summary stands",
    default="after-system",
    words=("after-system", "in-place", "at-end"),
)
SUMMARY_ROLE = Parameter(name="summary_role", title="The summary's role", default="system", words=("system", "user"))
SUMMARY_TOKENS = Parameter(
    name="summary_tokens", title="The summary's weight", default=6, unit="teaching tokens", lowest=1, highest=1_000_000
)
SUMMARIZER = Parameter(name="summarizer", title="The summarizer", default="works", words=("works", "fails", "late"))
SUMMARY = (PLACEMENT, SUMMARY_ROLE, SUMMARY_TOKENS, SUMMARIZER)

THRESHOLD = Parameter(
    name="threshold",
    title="Threshold (at most 1 is a share of the budget)",
    default=0.7,
    unit="teaching tokens",
    lowest=0.000001,
    fraction=True,
)
RETENTION = Parameter(name="retention", title="Turns kept at the end", default=5, unit="turns", highest=1_000_000)
COUNTS = Parameter(
    name="counts", title="Where the prompt's size comes from", default="simulated", words=("simulated", "recorded")
)
INTERVAL = Parameter(
    name="interval", title="New invocations to act on", default=3, unit="invocations", lowest=1, highest=1_000_000
)
OVERLAP = Parameter(
    name="overlap", title="Invocations summarized again", default=1, unit="invocations", highest=1_000_000
)
