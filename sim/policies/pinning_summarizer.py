"""A summarizer that pins: ADK's tail retention, with critical facts carried word for word.

Source: google-adk 2.13.0 for when and what (`adk_token`); the pins are what a custom `BaseEventsSummarizer` may add:
facts that must not drift are set apart from the prose, taken over from the previous summary and united with
the newer ones. The cap is part of the policy: all, the newest n, or until the fact's ticket closes.

Differences: which facts are critical is the lesson's annotation, where a real summarizer has to find them; where the
summary stands is a choice here, and the package's is "in-place".
"""

from __future__ import annotations

from sim.parameters import Parameter
from sim.policies.adk_token import CROSSED
from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.shared import COUNTS, RETENTION, SUMMARY, THRESHOLD
from sim.replacements.pinning import PINNING
from sim.selections.range import hiding
from sim.selections.tail_retention import tail_retention
from sim.triggers.any_of import any_of
from sim.triggers.checks import after_invocations, before_model_calls

PINNED = Parameter(
    name="pinned", title="Pinned facts", default="all", words=("all", "none", "newest", "open-tickets")
)
CAP = Parameter(name="cap", title="At most so many pins", default=3, unit="facts", lowest=1, highest=1_000)

PINNING_SUMMARIZER = Policy(
    name="pinning-summarizer",
    title="Pinning summarizer",
    line="As ADK by tokens, but the summary carries critical facts word for word until a cap lets them go.",
    uses_fidelity=False,
    arrive=Composition(
        trigger=any_of(before_model_calls(CROSSED), after_invocations(CROSSED)),
        selection=tail_retention,
        replacement=PINNING,
        hiding=hiding,
    ).arrive,
    parameters=(THRESHOLD, RETENTION, COUNTS, PINNED, CAP, *SUMMARY),
)
