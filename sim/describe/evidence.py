"""Mentions and evidence, each with its source, and what the agent may answer because of them."""

from __future__ import annotations

from sim.analysis.retention import Retention
from sim.describe import states, words
from sim.lesson.fact import Fact, Probe
from sim.state.provenance import FactState, FactStatus

STATE: dict[FactState, str] = {
    "proven": "proven",
    "mentioned": "only mentioned",
    "gone": "gone",
    "unsaid": "never said",
}


def fact_state(standing: FactStatus) -> str:
    """The first glance at a fact, one of four: "proven", "only mentioned", "gone" or "never said"."""
    return STATE[standing.state]


def mention(standing: FactStatus) -> str:
    """Where the fact occurs in the context, and through which key of the state it does."""
    if not standing.mentioned_by:
        return "Nothing in the context mentions it."
    return " ".join(
        filter(None, (f"Mentioned by {words.names(standing.mentioned_by)}.", states.kept(standing.kept_by)))
    )


def evidence(standing: FactStatus) -> str:
    """Which user's turns prove the fact, and through which items."""
    if not standing.through:
        return "No user's turn backs it."
    kept = [source for item, source in standing.through if item == source]
    carried = list(dict.fromkeys(source for item, source in standing.through if item != source))
    parts = []
    if kept:
        parts.append(f"{words.names(kept)}, {_own(kept)} in the context")
    if carried:
        parts.append(f"{words.names(carried)}, carried by {_holders(standing)}")
    return f"Backed by {' and by '.join(parts)}."


def item_backs(item_id: str, standings: dict[str, FactStatus]) -> str:
    """What one item of the context proves: "backed by the user's turn T2"; empty if it proves nothing."""
    sources = tuple(dict.fromkeys(source for s in standings.values() for item, source in s.through if item == item_id))
    if not sources:
        return ""
    if sources == (item_id,):
        return f"evidence: the user's own turn {item_id}"
    return f"evidence: carries the user's {words.names(sources)}"


def may_answer(fact: Fact, standing: FactStatus) -> str:
    """Whether the agent may answer with the fact because its context proves it, and why."""
    answer = f"\N{LEFT DOUBLE QUOTATION MARK}{fact.answer}\N{RIGHT DOUBLE QUOTATION MARK}"
    kept = [source for item, source in standing.through if item == source]
    carried = list(dict.fromkeys(source for item, source in standing.through if item != source))
    may, may_not = f"The agent may answer {answer}: ", f"The agent may not answer {answer}: "
    if kept:
        is_are = "is" if len(kept) == 1 else "are"
        return f"{may}{_own(kept)} {words.names(kept)} {is_are} in the context."
    if carried:
        is_are = "is" if len(carried) == 1 else "are"
        return f"{may}{_own(carried)} {words.names(carried)} {is_are} carried by {_holders(standing)}."
    if standing.mentioned_by and len(standing.worded) == len(standing.mentioned_by):
        return f"{may_not}{wordings(standing)}, and no user's turn backs it."
    if standing.mentioned_by:
        repeats = "repeats" if len(standing.mentioned_by) == 1 else "repeat"
        return f"{may_not}{words.names(standing.mentioned_by)} {repeats} it, but no user's turn backs it."
    if standing.said_by:
        has = "has" if len(standing.said_by) == 1 else "have"
        return f"{may_not}{words.names(standing.said_by)} {has} left, and nothing in the context mentions it any more."
    return f"{may_not}no user has said it yet."


def retention(retention: Retention) -> str:
    """How many probes are answerable and how many proven."""
    if not retention.asked:
        return "This lesson asks no questions."
    return (
        f"Of {words.counted(retention.asked, 'question')}, {retention.answerable} can be answered "
        f"from the context and {retention.proven} can be proven."
    )


def probe(probe: Probe, standing: FactStatus) -> str:
    """One question, and whether the context can answer it and prove the answer."""
    question = f"\N{LEFT DOUBLE QUOTATION MARK}{probe.question}\N{RIGHT DOUBLE QUOTATION MARK}"
    answerable = "can be answered from the context" if standing.answerable else "cannot be answered from the context"
    proven = "can be proven" if standing.backed else "cannot be proven"
    joint = "and" if standing.answerable == standing.backed else "but"
    return f"{question} {answerable}, {joint} the answer {proven}."


def wordings(standing: FactStatus) -> str:
    """The other words that summaries use for the fact: "S says only ..."; empty if there are none."""
    left, right = "\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"
    return " and ".join(f"{item} says only {left}{text}{right}" for item, text in standing.worded)


def _holders(standing: FactStatus) -> str:
    """The ids of the summaries that carry evidence for the fact."""
    holders = tuple(dict.fromkeys(item for item, source in standing.through if item != source))
    return f"the {'summary' if len(holders) == 1 else 'summaries'} {words.names(holders)}"


def _own(ids: list[str]) -> str:
    return "the user's own turn" if len(ids) == 1 else "the user's own turns"
