"""A sub-agent that compresses: it acts for any of three reasons and writes a summary in sections.

Source: the pattern of a compression sub-agent before an agent's model calls, with these figures: it acts at 60 percent of
the window, at 40 percent after a heavy result, or 30 turns after the last time, but never with fewer than 15 turns. The
last five turns stay word for word, with calls and results together. The system's turn never changes and the summary
comes right after it, so that a provider's cache keeps the system's turn.

Differences: no model writes the sections. They contain the entries that the lesson's author annotated. What the lesson's
summarizer invents is marked, because no covered turn supports it.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sim.parameters import Parameters
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.replacements.structured import STRUCTURED
from sim.policies.selections.all_but_last import all_but_last
from sim.policies.shared import (
    Counts,
    Pairs,
    Placement,
    Retention,
    Summarizer,
    SummaryRole,
    SummaryTokens,
)
from sim.policies.triggers.any_of import any_of
from sim.policies.triggers.floor import floor
from sim.policies.triggers.heavy_result import heavy_result
from sim.policies.triggers.points import before_model_calls
from sim.policies.triggers.threshold import at_or_over
from sim.policies.triggers.trigger import Trigger
from sim.policies.triggers.turns_since import turns_since


def _share(title: str) -> Meta:
    return Meta(title=title, ge=0.000001, le=1_000_000_000, extra={"unit": "of the budget"})


class CompressionSubagentParameters(Parameters, frozen=True, kw_only=True):
    """The parameters of this policy.

    - `share`: the prompt size at which the policy acts, in teaching tokens; at most 1: a share of the budget.
    - `heavy_share`: the prompt size at which it acts after a heavy result, in the same units.
    - `heavy`: the weight from which a result is heavy, in the same units.
    - `every`: how many turns after the last compaction it acts.
    - `floor`: the number of unpinned turns under which it never acts; 0: none.
    - `retention`: how many turns stay at the end.
    - `pairs`: whether a call may leave without its results ("split") or only with them ("whole").
    - `counts`: where the prompt's size comes from: "simulated", "recorded" or "as-recorded", as `last_count` says.
    - `placement`: where the summary is placed: "after-system", "in-place" or "at-end".
    - `summary_role`: whose message the summary is: "system" or "user".
    - `summary_tokens`: what a summary weighs, in teaching tokens.
    - `summarizer`: whether the summarizer "works", "fails" or comes "late".
    """

    share: Annotated[float, _share("Threshold (at most 1 is a share of the budget)")] = 0.6
    heavy_share: Annotated[float, _share("Threshold after a heavy result")] = 0.4
    heavy: Annotated[float, _share("A result is heavy from")] = 0.1
    every: Annotated[
        int, Meta(title="Turns since the last compaction", ge=1, le=1_000_000_000, extra={"unit": "turns"})
    ] = 30
    floor: Annotated[int, Meta(title="Never under so many turns", ge=0, le=1_000_000_000, extra={"unit": "turns"})] = 15
    retention: Retention = 5
    pairs: Pairs = "whole"
    counts: Counts = "simulated"
    placement: Placement = "after-system"
    summary_role: SummaryRole = "system"
    summary_tokens: SummaryTokens = 6
    summarizer: Summarizer = "works"


def share(parameters: CompressionSubagentParameters) -> float:
    """The threshold that always counts; the lower one counts only after a heavy result."""
    return parameters.share


AT_SHARE: Trigger[CompressionSubagentParameters] = at_or_over(share)

COMPRESSION_SUBAGENT = Policy(
    name="compression-subagent",
    title="Compression sub-agent",
    line="At a share of the budget, after a heavy result or after many turns, all but the last turns go into sections.",
    declares=CompressionSubagentParameters,
    composition=Composition[CompressionSubagentParameters](
        trigger=before_model_calls(floor(any_of(AT_SHARE, heavy_result, turns_since))),
        selection=all_but_last,
        replacement=STRUCTURED,
    ),
    threshold=share,
)
