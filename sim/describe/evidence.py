"""Mentions, evidence and records, each with its source, and two things that follow from them.

Whether the exact answer can be read in the context, and whether the agent may state it as the user's own words or as what a
tool recorded, are different questions, so no sentence says only that the agent can or may answer.
"""

from __future__ import annotations

from sim.analysis.failed_calls import NONE_FAILED, Failures
from sim.analysis.retention import Retention
from sim.describe import words
from sim.describe.failures import after
from sim.describe.proofs import PROOFS
from sim.lesson.fact import Fact, Probe
from sim.state.provenance import FactStatus


def fact_state(standing: FactStatus, failures: Failures = NONE_FAILED) -> str:
    """The first glance at a fact: "proven", "only mentioned", "gone" or "never said"; of a tool's fact "recorded" or "never recorded".

    A fact that stands at a moment that would never have been reached says so: "proven, after a call that failed".
    """
    return f"{PROOFS[standing.source].states[standing.state]}{after(standing, failures)}"


def mention(standing: FactStatus) -> str:
    """Where the fact occurs in the context."""
    if not standing.mentioned_by:
        return "Nothing in the context mentions it."
    return f"Mentioned by {words.names(standing.mentioned_by)}."


def evidence(standing: FactStatus) -> str:
    """Which user's turns back the fact, or which tool's results record it, and through which items."""
    proof = PROOFS[standing.source]
    if not standing.through:
        return f"{words.begun(proof.none)}."
    kept = [source for item, source in standing.through if item == source]
    carried = list(dict.fromkeys(source for item, source in standing.through if item != source))
    parts = []
    if kept:
        parts.append(f"{words.names(kept)}, {proof.own(kept)} in the context")
    if carried:
        parts.append(f"{words.names(carried)}, carried by {_holders(standing)}")
    return f"{words.begun(proof.done)} by {' and by '.join(parts)}."


def item_backs(item_id: str, standings: dict[str, FactStatus]) -> str:
    """What one item of the context proves or records: "evidence: the user's own turn T2"; empty if it does neither."""
    parts = []
    for source, proof in PROOFS.items():
        through = (pair for standing in standings.values() if standing.source == source for pair in standing.through)
        ids = tuple(dict.fromkeys(turn for item, turn in through if item == item_id))
        if ids == (item_id,):
            parts.append(f"{proof.noun}: {proof.own()} {item_id}")
        elif ids:
            parts.append(f"{proof.noun}: carries {proof.carried(ids)}")
    return "; ".join(parts)


def may_answer(fact: Fact, standing: FactStatus) -> str:
    """Whether the agent may state the fact's answer, because its context proves or records it, and why."""
    proof = PROOFS[standing.source]
    answer = f"\N{LEFT DOUBLE QUOTATION MARK}{fact.answer}\N{RIGHT DOUBLE QUOTATION MARK}"
    kept = [source for item, source in standing.through if item == source]
    carried = list(dict.fromkeys(source for item, source in standing.through if item != source))
    may, may_not = (f"The agent {may} state {answer} {proof.stated}: " for may in ("may", "may not"))
    if kept:
        is_are = "is" if len(kept) == 1 else "are"
        return f"{may}{proof.own(kept)} {words.names(kept)} {is_are} in the context."
    if carried:
        is_are = "is" if len(carried) == 1 else "are"
        return f"{may}{proof.own(carried)} {words.names(carried)} {is_are} carried by {_holders(standing)}."
    if standing.mentioned_by and len(standing.worded) == len(standing.mentioned_by):
        return f"{may_not}{wordings(standing)}, and {proof.none}."
    if standing.mentioned_by:
        repeats = "repeats" if len(standing.mentioned_by) == 1 else "repeat"
        return f"{may_not}{words.names(standing.mentioned_by)} {repeats} it, but {proof.none}."
    if standing.origins:
        has = "has" if len(standing.origins) == 1 else "have"
        return f"{may_not}{words.names(standing.origins)} {has} left, and nothing in the context mentions it any more."
    return f"{may_not}{proof.never}."


def retention(retention: Retention) -> str:
    """To how many probes the exact answer can be read in the context, and for how many it can be proven or has a record."""
    if not retention.asked:
        return "This lesson asks no questions."
    recorded = f", {retention.recorded} of them by a tool's record" if retention.recorded else ""
    return (
        f"Of {words.counted(retention.asked, 'question')}, the exact answer to {retention.answerable} can be read "
        f"in the context, and {retention.proven} can be proven{recorded}."
    )


def probe(probe: Probe, standing: FactStatus) -> str:
    """One question, whether its exact answer can be read in the context, and whether that is proven or recorded."""
    proof = PROOFS[standing.source]
    question = f"\N{LEFT DOUBLE QUOTATION MARK}{probe.question}\N{RIGHT DOUBLE QUOTATION MARK}"
    can = "can" if standing.answerable else "cannot"
    proven = proof.answered if standing.established else proof.unanswered
    joint = "and" if standing.answerable == standing.established else "but"
    return f"{question} The exact answer {can} be read in the context, {joint} it {proven}."


def wordings(standing: FactStatus) -> str:
    """The other words that summaries use for the fact: "S says only ..."; empty if there are none."""
    left, right = "\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"
    return " and ".join(f"{item} says only {left}{text}{right}" for item, text in standing.worded)


def _holders(standing: FactStatus) -> str:
    """The ids of the summaries that carry evidence for the fact or a record of it."""
    holders = tuple(dict.fromkeys(item for item, source in standing.through if item != source))
    return f"the {'summary' if len(holders) == 1 else 'summaries'} {words.names(holders)}"
