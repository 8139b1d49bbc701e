"""A sub-agent that compresses: it acts for any of three reasons and writes a summary in sections.

Source: the pattern of a compression sub-agent before an agent's model calls, with these figures: it acts at 60 percent of
the window, at 40 percent after a heavy result, or 30 turns after the last time, but never with fewer than 15 turns. The
last five turns stay word for word, with calls and results together. The system's turn never changes and the summary
comes right after it, so that a provider's cache keeps the system's turn.

The learner can also take one of the three reasons alone, count only every few turns, name heavy tools, limit the number of
turns, or forget to reset the counter.

Differences: no model writes the sections. They contain the entries that the lesson's author annotated. What the lesson's
summarizer invents is marked, because no covered turn supports it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sim.parameters import Parameters
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.replacements.structured import STRUCTURED
from sim.policies.selections.all_but_last import all_but_last
from sim.policies.shared import (
    Counts,
    Cut,
    Larger,
    MostTurns,
    Pairs,
    Placement,
    Request,
    Retention,
    Summarizer,
    SummaryRole,
    SummaryTokens,
)
from sim.policies.triggers.any_of import any_of
from sim.policies.triggers.by_choice import ByChoice
from sim.policies.triggers.counted_every import counted_every
from sim.policies.triggers.floor import floor
from sim.policies.triggers.heavy_result import HeavyBy, heavy_result
from sim.policies.triggers.points import before_model_calls
from sim.policies.triggers.threshold import at_or_over
from sim.policies.triggers.trigger import Trigger
from sim.policies.triggers.turn_limit import turn_limit
from sim.policies.triggers.turns_since import Counter, turns_since


def _share(title: str) -> Meta:
    return Meta(title=title, ge=0.000001, le=1_000_000_000, extra={"unit": "of the budget"})


class CompressionSubagentParameters(Parameters, frozen=True, kw_only=True):
    """The parameters of this policy.

    - `trigger`: what makes the policy act: its prompt's "tokens", the "turns" since the last compaction, the "event" of a
      heavy result, or any of the three ("hybrid").
    - `share`: the prompt size at which the policy acts, in teaching tokens; at most 1: a share of the budget.
    - `heavy_share`: the prompt size at which it acts after a heavy result, in the same units.
    - `heavy`: the weight from which a result is heavy, in the same units.
    - `heavy_by`: whether a result is heavy by its "weight", by the "name" of its tool, or by "either".
    - `every`: how many turns after the last compaction it acts.
    - `counter`: whether the counter of these turns "resets" at a compaction or "never-resets", which is a mistake.
    - `check_every`: it counts only at the first look after every so many turns; 1: at every look.
    - `floor`: the number of unpinned turns under which it never acts; 0: none.
    - `most_turns`: the most unpinned turns that the model may read, whatever they weigh, and whatever the other parameters
      say; 0: no limit.
    - `retention`: how many turns stay at the end.
    - `pairs`: whether a call may leave without its results ("split") or only with them ("whole").
    - `request`: whether the user's newest turn "may-leave" or "stays" word for word.
    - `cut`: where the history is cut: "anywhere", or only where a "user-turn" begins.
    - `counts`: where the prompt's size comes from: "simulated", "recorded" or "as-recorded", as `last_count` says.
    - `placement`: where the summary is placed: "after-system", "in-place" or "at-end".
    - `summary_role`: whose message the summary is: "system" or "user".
    - `summary_tokens`: what a summary weighs, in teaching tokens.
    - `summarizer`: whether the summarizer "works", "fails" or comes "late".
    - `larger`: what is done with a summary that weighs more than what it replaces: "keep" or "discard".
    """

    trigger: Annotated[Literal["hybrid", "tokens", "turns", "event"], Meta(title="What makes it act")] = "hybrid"
    share: Annotated[float, _share("Threshold (at most 1 is a share of the budget)")] = 0.6
    heavy_share: Annotated[float, _share("Threshold after a heavy result")] = 0.4
    heavy: Annotated[float, _share("A result is heavy from")] = 0.1
    heavy_by: Annotated[HeavyBy, Meta(title="A result is heavy by")] = "weight"
    every: Annotated[
        int, Meta(title="Turns since the last compaction", ge=1, le=1_000_000_000, extra={"unit": "turns"})
    ] = 30
    counter: Annotated[Counter, Meta(title="The counter of turns")] = "resets"
    check_every: Annotated[
        int, Meta(title="Counts only every so many turns", ge=1, le=1_000_000_000, extra={"unit": "turns"})
    ] = 1
    floor: Annotated[int, Meta(title="Never under so many turns", ge=0, le=1_000_000_000, extra={"unit": "turns"})] = 15
    most_turns: MostTurns = 0
    retention: Retention = 5
    pairs: Pairs = "whole"
    request: Request = "may-leave"
    cut: Cut = "anywhere"
    counts: Counts = "simulated"
    placement: Placement = "after-system"
    summary_role: SummaryRole = "system"
    summary_tokens: SummaryTokens = 6
    summarizer: Summarizer = "works"
    larger: Larger = "keep"


def share(parameters: CompressionSubagentParameters) -> float:
    """The threshold that always counts; the lower one counts only after a heavy result."""
    return parameters.share


def line(parameters: CompressionSubagentParameters) -> float | None:
    """That threshold where it makes the policy act; None if only turns or an event do."""
    return parameters.share if parameters.trigger in ("hybrid", "tokens") else None


AT_SHARE: Trigger[CompressionSubagentParameters] = at_or_over(share)
BY_CHOICE: Trigger[CompressionSubagentParameters] = ByChoice[CompressionSubagentParameters](
    {
        "hybrid": any_of(AT_SHARE, heavy_result, turns_since),
        "tokens": AT_SHARE,
        "turns": turns_since,
        "event": heavy_result,
    }
)

COMPRESSION_SUBAGENT = Policy(
    name="compression-subagent",
    title="Compression sub-agent",
    line="At a share of the budget, after a heavy result or after many turns, all but the last turns go into sections.",
    declares=CompressionSubagentParameters,
    composition=Composition[CompressionSubagentParameters](
        trigger=before_model_calls(turn_limit(counted_every(floor(BY_CHOICE)))),
        selection=all_but_last,
        replacement=STRUCTURED,
    ),
    threshold=line,
)
