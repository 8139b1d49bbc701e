"""Why a turn left, why there was no summary, and why a policy did nothing, in words.

A trigger's reason is first made a clause, so that it can be part of a sentence about the turns that left.
"""

from __future__ import annotations

from sim.describe import words
from sim.state.reasons import (
    AtThreshold,
    BelowThreshold,
    Count,
    Earliest,
    HeavyResult,
    Held,
    Hidden,
    LacksSections,
    NeverActs,
    NewInvocations,
    NoHeavyResult,
    NotChecked,
    NotDue,
    NothingNew,
    NotWorth,
    OverBudget,
    Reason,
    SummarizerFailed,
    SummarizerLate,
    TailStays,
    TooFewTurns,
    TooHeavy,
    Trigger,
    TurnsSince,
    Unread,
    WaitsForResult,
    WithinBudget,
)


def reason(reason: Reason) -> str:
    """Why something happened or did not happen, as a sentence."""
    match reason:
        case Earliest():
            belongs = f", with {words.names(reason.others)}, which belong together" if reason.others else ""
            return f"{_clause(reason.trigger)}, and {reason.turn} was the earliest turn that is not pinned{belongs}."
        case TooHeavy():
            return _too_heavy(reason)
        case Hidden():
            shares = "shares" if len(reason.turns) == 1 else "share"
            hidden = f"{words.names(reason.turns)} {shares} the last timestamp of {reason.summary}"
            return f"{hidden}: hidden by it, and summarized by nobody."
        case LacksSections():
            lacks = f"{reason.summary} lacks {words.names(reason.sections)}, which it must have"
            return f"{lacks}: it is refused, and nothing was compacted."
        case SummarizerFailed():
            what = "and its error fails the request" if reason.fails_call else "nothing was compacted"
            return f"{_sentence(reason.trigger)} The summarizer failed: {what}."
        case SummarizerLate():
            late = "The summarizer is late: nothing is compacted before the next arrival."
            return f"{_sentence(reason.trigger)} {late}"
    return _sentence(reason)


def _sentence(trigger: Trigger) -> str:
    clause = _clause(trigger)
    return f"{clause[0].upper()}{clause[1:]}."


def _clause(trigger: Trigger) -> str:
    """What made a policy act, as a clause."""
    match trigger:
        case OverBudget():
            return f"{trigger.tokens} is over the budget of {trigger.budget}"
        case AtThreshold():
            relation = "over" if trigger.strictly else "at or over"
            return f"{_counted(trigger.count)}, {relation} the threshold of {words.number(trigger.limit)}"
        case HeavyResult():
            heavy = f"{trigger.turn} is a tool's result of {words.tokens(trigger.tokens)}"
            lower = f"at or over the lower threshold of {words.number(trigger.limit)}"
            return f"{heavy}, and {_counted(trigger.count)}, {lower}"
        case TurnsSince():
            arrived = f"{words.counted(trigger.since, 'turn')} have arrived since the last compaction"
            return f"{arrived}, and it is due every {trigger.every}"
        case NewInvocations():
            is_are = "is" if trigger.number == 1 else "are"
            new = f"{words.counted(trigger.number, 'invocation')} {is_are} new since the last summary"
            return f"{new}, and it is due every {trigger.interval}"


def _too_heavy(reason: TooHeavy) -> str:
    """Why a turn cannot stay, as a sentence."""
    if reason.tokens > reason.budget:
        return f"{reason.turn} weighs {reason.tokens}, more than the whole budget of {reason.budget}."
    stays = f"what must stay already weighs {reason.rest} of the budget of {reason.budget}"
    return f"{reason.turn} weighs {reason.tokens}, and {stays}."


def why_held(held: Held) -> str:
    """Why a policy did nothing, as a clause."""
    match held:
        case NotChecked(point="model-call"):
            return "it looks only before a model call, and none is next"
        case NotChecked():
            return "it looks only when an invocation is over"
        case WithinBudget():
            return "the context fits"
        case BelowThreshold():
            if held.count is None:
                return f"no prompt has been counted, so the threshold of {words.number(held.limit)} is not reached"
            return f"{_counted(held.count)}, below the threshold of {words.number(held.limit)}"
        case NoHeavyResult():
            return "the newest turn is no heavy result"
        case TooFewTurns():
            return f"it acts on {held.floor} unpinned turns or more, and there are {held.turns}"
        case NotDue():
            have_come = f"{words.counted(held.since, held.unit)} {'has' if held.since == 1 else 'have'} come"
            return f"{have_come} since the last time, and it is due every {held.every}"
        case TailStays():
            return f"the last {words.counted(held.retention, 'turn')} stay, with what belongs to them"
        case WaitsForResult():
            return f"the call {held.call} is waiting for its result, and stays until that has been read"
        case Unread():
            return f"{words.names(held.turns)} belong together and have not been read yet"
        case NotWorth():
            return f"what could leave weighs {held.saved}, no more than the last summary with {held.summary}"
        case NeverActs():
            return "it removes nothing"
        case NothingNew():
            return "nothing is left that it may choose"


def _counted(count: Count) -> str:
    if count.turn is None:
        return f"no prompt has been counted since, and its characters divided by four are {count.tokens}"
    if count.recorded:
        return f"the prompt recorded with {count.turn} was {words.tokens(count.tokens)}"
    counted = f"the prompt counted with {count.turn} was {words.tokens(count.tokens)}"
    if count.outdated is None:
        return counted
    return f"{counted} (the {count.outdated} recorded there are of a history that is no longer this one)"
