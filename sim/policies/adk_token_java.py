"""ADK's compaction by tokens after the Java rules.

Source: google/adk-java 1.8.1-SNAPSHOT, read and not executed. It fires strictly over the threshold and before
model calls only; the newest count is taken even if it is from before a compaction, so that it may fire
twice for one prompt; the summary counts among the events retained, and no pair is kept whole: a result
can lose its call, which a provider rejects. It never asks whether a summary is worth it.

Differences: there a summarizer's error fails the request and an orphan result at the tail throws, where here the
frame says so; as for the Python package, the system's turn is no event and rewinds are left out.
"""

from __future__ import annotations

from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.shared import COUNTS, RETENTION, SUMMARIZER, SUMMARY_TOKENS, THRESHOLD
from sim.replacements.recursive import ROLLING
from sim.selections.range import hiding
from sim.selections.tail_retention import tail_retention_java
from sim.triggers.checks import before_model_calls
from sim.triggers.threshold import over

ADK_TOKEN_JAVA = Policy(
    name="adk-token-java",
    title="ADK for Java by tokens",
    line="When the last prompt counted is over the threshold, all but the newest turns go into a rolling summary.",
    uses_fidelity=False,
    arrive=Composition(
        trigger=before_model_calls(over("threshold")), selection=tail_retention_java, replacement=ROLLING, hiding=hiding
    ).arrive,
    parameters=(THRESHOLD, RETENTION, COUNTS, SUMMARY_TOKENS, SUMMARIZER),
)
