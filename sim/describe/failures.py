"""The calls of a model that would fail, in words: why, how many so far, and which turns would never have been reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.analysis.failed_calls import Cause, FailedCall, Failures
from sim.describe import words
from sim.state.provenance import FactStatus

_CAUSES: dict[Cause, str] = {
    "rejected": "a provider rejects its form",
    "unsent": "an instruction lacks a value",
    "summarizer": "the summarizer fails, and the request with it",
}
NONE = "none"
NOT_REACHED = "never reached"
FROM_HERE = "never reached from here on"
GOES_ON = "the recording goes on"


def why(call: FailedCall) -> str:
    """Why a call would fail, as a clause."""
    over = f"its prompt is {call.tokens} of {words.tokens(call.budget)}"
    return " and ".join(over if cause == "over" else _CAUSES[cause] for cause in call.causes)


def failed(call: FailedCall) -> str:
    """Why one call would fail, as a sentence."""
    if call.answered:
        return f"The request of {call.answer} would fail after its answer: {why(call)}."
    return f"The call for {call.answer} would fail: {why(call)}."


def so_far(failures: Failures) -> str:
    """ "2 calls failed, first at 24 s", or "none"."""
    if failures.first is None:
        return NONE
    at = f"{words.number(failures.first.seconds)} s"
    return f"{words.counted(failures.count, 'call')} failed, {'first ' if failures.count > 1 else ''}at {at}"


def listed(calls: Sequence[FailedCall], count: int) -> Iterator[str]:
    """The calls that failed, one line for each, after a line with their number; `count` calls are in the recording."""
    if calls:
        yield f"Of {words.counted(count, 'call')} in the recording, {len(calls)} failed up to this moment; {GOES_ON}."
    for call in calls:
        yield f"At {words.seconds(call.seconds)}: {failed(call)}"


def at_arrival(failures: Failures) -> tuple[str, ...]:
    """What has failed at this arrival, one sentence for each: the newest turn's own call, and the call that follows.

    If its own call did not fail but an earlier one did, the newest turn would not have been reached either. Empty: nothing
    has failed.
    """
    own, first = failures.own, failures.first
    found = []
    if own and own.answered:
        found.append(f"{own.answer} is written, and then its request would fail: {why(own)}; {GOES_ON}.")
    elif own:
        found.append(f"No model would have written {own.answer}: {why(own)}; {GOES_ON}.")
    elif failures.beyond and first:
        what = "request" if first.answered else "call"
        at = words.seconds(first.seconds)
        found.append(f"These settings never reach this turn: the {what} for {first.answer} failed at {at}.")
    if failures.now:
        found.append(f"The call that follows would fail: {why(failures.now)}.")
    return tuple(found)


def in_row(failures: Failures) -> str:
    """What stands in the row of an arrival: that the turn is never reached, and its own call if that failed; else empty."""
    own = [failed(failures.own)] if failures.own else []
    beyond = [f"{NOT_REACHED.capitalize()}."] if failures.beyond and failures.own != failures.first else []
    return " ".join((*beyond, *own))


def after(standing: FactStatus, failures: Failures) -> str:
    """What follows the state of a fact that stands at a moment which would never have been reached; else empty."""
    return ", after a call that failed" if failures.beyond and (standing.established or standing.mentioned) else ""
