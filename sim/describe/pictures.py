"""The chart in words for people who do not see it, the few words in it, and why a very long lesson has no chart."""

from __future__ import annotations

from sim.analysis.compactions import compactions
from sim.analysis.failed_calls import calls
from sim.describe import failures, words
from sim.lesson.fixture import Fixture
from sim.policies.alert import alert
from sim.replay import Replay
from sim.settings import Settings

_LANES = {
    "pinned": "pinned",
    "backed": "user's own evidence",
    "recorded": "tool's own record",
    "mentioned": "mentions only",
    "plain": "other turns",
    "summary": "turns in a summary",
}


def picture(replay: Replay) -> str:
    """The chart in words."""
    frames, budget = replay.frames, replay.settings.budget
    peak = max(frames, key=lambda frame: frame.before)
    over = replay.overflows
    passed = f"never passes the budget of {budget}"
    if over:
        passed = f"first passes the budget of {budget} at {words.seconds(over[0])}"
    if len(over) > 1:
        passed += f", and at {len(over)} arrivals in all"
    sentences = [
        f"The context {passed}; at most it weighs {peak.before}, at {words.seconds(peak.seconds)}.",
        alert_sentence(replay.settings),
        _departures(replay),
        _compactions(replay),
        _failures(replay),
        f"At the end the context holds {words.tokens(frames[-1].tokens)}: {words.names(frames[-1].context.ids)}.",
    ]
    return " ".join(filter(None, sentences))


def alert_sentence(settings: Settings) -> str:
    """The alert line in words; empty if there is none."""
    weight = alert(settings)
    if weight is None:
        return ""
    return f"The alert line is at {words.number(weight)}: a prompt of that size makes the policy act."


def _departures(replay: Replay) -> str:
    lost = [life for life in replay.lives() if life.departed_at is not None and life.how != "elsewhere"]
    if not lost:
        return ""
    first = min(lost, key=lambda life: life.departed_at or 0)
    left = f"{first.id} is the first to leave ({first.how} at {words.seconds(first.departed_at or 0)})"
    return f"{left}, {words.counted(len(lost), 'turn')} in all."


def _compactions(replay: Replay) -> str:
    moments = compactions(replay)
    if not moments:
        return ""
    if len(moments) == 1:
        return f"There is one compaction: a summary is written at {words.seconds(moments[0])}."
    return (
        f"There are {len(moments)} compactions, each at an arrival at which a summary is written or rewritten: "
        f"the first at {words.seconds(moments[0])}."
    )


def _failures(replay: Replay) -> str:
    found = calls(replay)
    if not found.failed:
        return ""
    first, count = found.failed[0], len(found.failed)
    told = f"Of {words.counted(found.count, 'call')} of the model, {count} would fail"
    when = f"at {words.seconds(first.seconds)}, for {first.answer}: {failures.why(first)}."
    beyond = f"No turn after that would have been reached; {failures.GOES_ON}."
    return f"{told}, {'' if count == 1 else 'the first '}{when} {beyond}"


def budget_line(settings: Settings) -> str:
    """What stands at the budget line: "budget 24"."""
    return f"budget {settings.budget}"


def alert_line(settings: Settings) -> str:
    """What stands at the alert line: "alert line 280"; empty if there is none."""
    weight = alert(settings)
    return "" if weight is None else f"alert line {words.number(weight)}"


def lane(kind: str, most: int) -> str:
    """What stands in a lane of all turns of a kind: "other turns, at most 37"."""
    return f"{_LANES[kind]}, at most {most}"


def table_is_cut(most: int) -> str:
    """A note that the table of a long lesson is not whole."""
    return f"The table below has the first {most} messages, the export has all."


def no_picture(fixture: Fixture) -> str:
    """Why a very long lesson has no chart."""
    return f"This lesson has {len(fixture.turns)} turns, too many to draw. The table below has the first ones, the export has all."
