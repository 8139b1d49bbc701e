"""A sub-agent that compresses: it acts for any of three reasons and writes a summary in sections.

Source: the pattern of a compression sub-agent in front of an agent's model calls, with these figures: 60 percent of the
window, 40 percent when a heavy result has just come in, 30 turns since the last time; never under 15 turns;
the last five turns stay word for word, with calls and results together; the system's turn is never
touched and the summary stands right after it, so that a provider's cache keeps the system's turn.

Differences: no model writes the sections. They hold the entries that the lesson's author annotated, and what the
lesson's summarizer invents is marked, because no covered turn supports it.
"""

from __future__ import annotations

import msgspec

from sim.parameters import Parameter
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.shared import COUNTS, PAIRS, RETENTION, SUMMARY
from sim.replacements.structured import STRUCTURED
from sim.selections.all_but_last import all_but_last
from sim.triggers.any_of import any_of
from sim.triggers.checks import before_model_calls
from sim.triggers.floor import floor
from sim.triggers.heavy_result import heavy_result
from sim.triggers.threshold import at_or_over
from sim.triggers.turns_since import turns_since


def _share(name: str, title: str, default: float) -> Parameter:
    return Parameter(name=name, title=title, default=default, unit="of the budget", lowest=0.000001, fraction=True)


OWN = (
    _share("share", "Threshold (at most 1 is a share of the budget)", 0.6),
    _share("heavy_share", "Threshold after a heavy result", 0.4),
    _share("heavy", "A result is heavy from", 0.1),
    Parameter(name="every", title="Turns since the last compaction", default=30, unit="turns", lowest=1),
    Parameter(name="floor", title="Never under so many turns", default=15, unit="turns"),
)

COMPRESSION_SUBAGENT = Policy(
    name="compression-subagent",
    title="Compression sub-agent",
    line="At a share of the budget, after a heavy result or after many turns, all but the last turns go into sections.",
    uses_fidelity=False,
    arrive=Composition(
        trigger=before_model_calls(floor(any_of(at_or_over("share"), heavy_result, turns_since))),
        selection=all_but_last,
        replacement=STRUCTURED,
    ).arrive,
    parameters=(*OWN, RETENTION, msgspec.structs.replace(PAIRS, default="whole"), COUNTS, *SUMMARY),
)
