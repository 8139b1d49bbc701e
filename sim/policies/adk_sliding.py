"""ADK's compaction by a sliding window of invocations, after the Python package.

Source: google-adk 2.13.0, `compaction_interval` and `overlap_size`. After an invocation, if enough of them are new
since the last summary, they are summarized together with some before them; the window is cut back to where
every call has its result. Summaries are written from the raw events and never from one another, and stand
side by side, so with an overlap a turn is covered by two of them.

Flaws kept on purpose: a tied timestamp hides an event that nobody summarized, branches are ignored, and one
call that is never answered in the newest invocation holds everything up.

Differences: sizes are teaching tokens and not characters of JSON; the system's turn is no event; rewinds, isolation
scopes and approvals are left out, as is the token threshold that the package would try first. Invocations
that overlap in time are numbered by where they begin.
"""

from __future__ import annotations

from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.shared import INTERVAL, OVERLAP, SUMMARIZER, SUMMARY_TOKENS
from sim.replacements.recursive import WINDOWED
from sim.selections.range import hiding
from sim.selections.window import window
from sim.triggers.checks import after_invocations
from sim.triggers.invocations import invocations

ADK_SLIDING = Policy(
    name="adk-sliding",
    title="ADK sliding window",
    line="Every few invocations, the new ones and some before them get a summary of their own.",
    uses_fidelity=False,
    arrive=Composition(trigger=after_invocations(invocations), selection=window, replacement=WINDOWED, hiding=hiding).arrive,
    parameters=(INTERVAL, OVERLAP, SUMMARY_TOKENS, SUMMARIZER),
    several=True,
)
