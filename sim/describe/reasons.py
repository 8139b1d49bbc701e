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
    LargerSummary,
    Largest,
    NeverActs,
    NewInvocations,
    NoHeavyResult,
    NotChecked,
    NotCounted,
    NotDue,
    NothingNew,
    NotWorth,
    OverBudget,
    OverLimit,
    Reason,
    SummarizerFailed,
    SummarizerLate,
    Supposed,
    TooFewTurns,
    TooHeavy,
    TooManyTurns,
    Trigger,
    TurnsSince,
    WithinBudget,
    WithinLimit,
    WithinTurnLimit,
)
from sim.state.staying import EndsStay, NoUsersTurn, RequestStays, ResultsStay, TailStays, Unread, WaitsForResult


def reason(reason: Reason) -> str:
    """Why something happened or did not happen, as a sentence."""
    match reason:
        case Earliest():
            belongs = f", with {words.names(reason.others)}, which belong together" if reason.others else ""
            return f"{clause(reason.trigger)}, and {reason.turn} was the earliest turn that is not pinned{belongs}."
        case Largest():
            were = "was the largest result" if len(reason.turns) == 1 else "were the largest results"
            return f"{clause(reason.trigger)}, and {words.names(reason.turns)} {were} that may be cleared."
        case TooHeavy():
            return _too_heavy(reason)
        case Hidden():
            shares = "shares" if len(reason.turns) == 1 else "share"
            hidden = f"{words.names(reason.turns)} {shares} the last timestamp of {reason.summary}"
            return f"{hidden}: hidden by it, and summarized by nobody."
        case LacksSections():
            lacks = f"{reason.summary} lacks {words.names(reason.sections)}, which it must have"
            return f"{lacks}: it is refused, and nothing was compacted."
        case LargerSummary():
            larger = (
                f"{reason.summary} would weigh {reason.tokens}, more than the {reason.replaced} that it would replace"
            )
            return f"{larger}: it is discarded, and the history stays as it was."
        case Supposed():
            return "Nothing left: it was only asked what would leave."
        case SummarizerFailed():
            what = "and its error fails the request" if reason.fails_call else "nothing was compacted"
            return f"{_sentence(reason.trigger)} The summarizer failed: {what}."
        case SummarizerLate():
            late = "The summarizer is late: nothing is compacted before the next arrival."
            return f"{_sentence(reason.trigger)} {late}"
    return _sentence(reason)


def _sentence(trigger: Trigger) -> str:
    said = clause(trigger)
    return f"{said[0].upper()}{said[1:]}."


def clause(trigger: Trigger) -> str:
    """What made a policy act, as a clause."""
    match trigger:
        case OverBudget():
            return f"{trigger.tokens} is over the budget of {trigger.budget}"
        case OverLimit():
            return f"{trigger.tokens} is over the threshold of {words.number(trigger.limit)}"
        case AtThreshold():
            relation = "over" if trigger.strictly else "at or over"
            return f"{_counted(trigger.count)}, {relation} the threshold of {words.number(trigger.limit)}"
        case HeavyResult():
            heavy = f"{trigger.turn} is a tool's result of {words.tokens(trigger.tokens)}"
            if trigger.tool is not None:
                heavy = f"{trigger.turn} is a result of {trigger.tool}, which the lesson names as a heavy tool"
            lower = f"at or over the lower threshold of {words.number(trigger.limit)}"
            return f"{heavy}, and {_counted(trigger.count)}, {lower}"
        case TurnsSince(runs_on=True):
            arrived = f"{words.counted(trigger.since, 'turn')} have arrived since the start"
            return f"{arrived}, for this counter is never reset, and it acts from {trigger.every} on"
        case TurnsSince():
            arrived = f"{words.counted(trigger.since, 'turn')} have arrived since the last compaction"
            return f"{arrived}, and it is due every {trigger.every}"
        case TooManyTurns():
            return f"the context holds {trigger.turns} unpinned turns, and the limit is {trigger.most}"
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
        case WithinLimit():
            return f"{held.tokens} is not over the threshold of {words.number(held.limit)}"
        case BelowThreshold():
            if held.count is None:
                return f"no prompt has been counted, so the threshold of {words.number(held.limit)} is not reached"
            lower = f"the lower threshold after {held.after}" if held.after else "the threshold"
            return f"{_counted(held.count)}, {_short(held)} {lower} of {words.number(held.limit)}"
        case NoHeavyResult():
            return "the newest turn is no heavy result"
        case WithinTurnLimit():
            turns = words.counted(held.turns, "unpinned turn")
            return f"the context holds {turns}, and the limit is {held.most}"
        case NotCounted():
            return f"it counts only every {words.counted(held.every, 'turn')}, and next when {held.due} have arrived"
        case TooFewTurns():
            return f"it acts on {held.floor} unpinned turns or more, and there are {held.turns}"
        case NotDue():
            have_come = f"{words.counted(held.since, held.unit)} {'has' if held.since == 1 else 'have'} come"
            if held.runs_on:
                return f"{have_come} since the start, and it acts from {held.every} on"
            return f"{have_come} since the last time, and it is due every {held.every}"
        case TailStays():
            return f"the last {words.counted(held.retention, 'turn')} stay, with what belongs to them"
        case EndsStay():
            first = words.counted(held.head, "turn")
            return f"the first {first} and the last {words.counted(held.retention, 'turn')} stay, with what belongs to them"
        case ResultsStay():
            all_others = (
                f"the newest {words.counted(held.keep, 'result')} stay, and every other" if held.keep else "every"
            )
            return (
                f"{all_others} result is cleared already, has not been read yet, proves a fact, or would save nothing"
            )
        case WaitsForResult():
            return f"the call {held.call} is waiting for its result, and stays until that has been read"
        case Unread():
            return f"{words.names(held.turns)} belong together and have not been read yet"
        case RequestStays():
            return f"only {held.turn} could leave, the request at hand, and it stays word for word"
        case NoUsersTurn():
            return "it cuts only where a user's turn begins, and no such place is left"
        case NotWorth():
            return f"what could leave weighs {held.saved}, no more than the last summary with {held.summary}"
        case NeverActs():
            return "it removes nothing"
        case NothingNew():
            return "nothing is left that it may choose"


def _short(held: BelowThreshold) -> str:
    return "not over" if held.strictly and held.count and held.count.tokens == held.limit else "below"


def _counted(count: Count) -> str:
    if count.turn is None:
        return f"no prompt has been counted since, and its characters divided by four are {count.tokens}"
    if count.recorded:
        return f"the prompt recorded with {count.turn} was {words.tokens(count.tokens)}"
    counted = f"the prompt counted with {count.turn} was {words.tokens(count.tokens)}"
    if count.outdated is None:
        return counted
    return f"{counted} (the {count.outdated} recorded there are of a history that is no longer this one)"
