"""ADK's compaction by tokens, with tail retention, after the Python package.

Source: google-adk 2.13.0, `token_threshold` and `event_retention_size`. The count is the last one recorded since
the last compaction, characters / 4 without one; it fires at the threshold or over it, before every model call
and after each invocation. The newest events stay, with pairs whole; the previous summary is fed to the next,
which is where drift comes from. A summary is written only if what leaves weighs more than the last one.

Flaws kept on purpose: the count lags one call; with a tied timestamp an event is hidden that nobody
summarized; branches are ignored; with a small retention the user's present request is itself summarized; an
oversized summary is kept. A summarizer that fails leaves the history whole.

Differences: a count of any agent is taken, not only the present one's; the system's turn is an instruction and no
event; sizes are teaching tokens and not characters of JSON; the estimate leaves out the words that quote another agent
(and after an invocation the package quotes every tool's result); rewinds, isolation scopes and approvals are left out.
"""

from __future__ import annotations

from sim.policies.composition import Composition
from sim.policies.policy import Policy
from sim.policies.shared import COUNTS, RETENTION, SUMMARIZER, SUMMARY_TOKENS, THRESHOLD
from sim.replacements.recursive import ROLLING
from sim.selections.range import hiding
from sim.selections.tail_retention import tail_retention
from sim.triggers.any_of import any_of
from sim.triggers.checks import after_invocations, before_model_calls
from sim.triggers.threshold import at_or_over

CROSSED = at_or_over("threshold")

ADK_TOKEN = Policy(
    name="adk-token",
    title="ADK by tokens",
    line="When the last prompt counted is at the threshold, all but the newest turns go into a rolling summary.",
    uses_fidelity=False,
    arrive=Composition(
        trigger=any_of(before_model_calls(CROSSED), after_invocations(CROSSED)),
        selection=tail_retention,
        replacement=ROLLING,
        hiding=hiding,
    ).arrive,
    parameters=(THRESHOLD, RETENTION, COUNTS, SUMMARY_TOKENS, SUMMARIZER),
)
