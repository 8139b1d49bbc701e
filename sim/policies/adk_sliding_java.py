"""ADK's compaction by a sliding window of invocations, after the Java rules.

Source: google/adk-java 1.8.1-SNAPSHOT, read and not executed. The window is the Python package's, but it is not cut
back to whole pairs and nobody asks whether it is worth a summary: a call can be summarized while its result
stays, which a provider rejects.

Differences: there a summarizer's error fails the request, where here the frame says so; the token
threshold, which may fire beside it, is a policy of its own here.
"""

from __future__ import annotations

from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.shared import INTERVAL, OVERLAP, SUMMARIZER, SUMMARY_TOKENS
from sim.replacements.recursive import WINDOWED
from sim.selections.range import hiding
from sim.selections.window import window_java
from sim.triggers.checks import after_invocations
from sim.triggers.invocations import invocations

ADK_SLIDING_JAVA = Policy(
    name="adk-sliding-java",
    title="ADK for Java sliding window",
    line="Every few invocations, the new ones and some before them get a summary, whatever calls are open.",
    uses_fidelity=False,
    arrive=Composition(trigger=after_invocations(invocations), selection=window_java, replacement=WINDOWED, hiding=hiding).arrive,
    parameters=(INTERVAL, OVERLAP, SUMMARY_TOKENS, SUMMARIZER),
    several=True,
)
