"""The names that a step's text may use, each with its meaning.

The list is closed and says for every name whether it belongs to a moment, a turn, a fact or an agent. So an author's
editor can show it, and a misspelt name is found before anybody reads the text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from sim.analysis.failed_calls import Failures, failures
from sim.analysis.retention import retention
from sim.analysis.smallest_budget import near_miss, smallest_budget
from sim.analysis.survey import Survey
from sim.analysis.token_budget import Way, cost, savings, token_budget
from sim.analysis.viewpoint import Viewpoint
from sim.describe import guide as words
from sim.describe.evidence import fact_state
from sim.policies.alert import threshold
from sim.prompt.prompts import prompt
from sim.prompt.request import request
from sim.replay import Life
from sim.state.provenance import FactStatus

Subject = Literal["moment", "turn", "fact", "agent"]
Figure = int | float | str | tuple[str, ...] | None

SHORT = 3


class Name(msgspec.Struct, frozen=True, kw_only=True):
    """One name.

    - `subject`: what it is a property of.
    - `meaning`: what it means, in words.
    - `figure`: called as `figure(view, id)` with the id of the turn, the fact or the agent, or "" for a moment; gives a
      number, a text, or ids in order; None: there is no value at the moment.
    """

    subject: Subject
    meaning: str
    figure: Callable[[Viewpoint, str], Figure]


def _standing(view: Viewpoint, fact: str) -> FactStatus:
    return view.frame.facts[fact]


def _life(view: Viewpoint, turn: str) -> Life | None:
    """The turn's life in the whole replay, even if it departs only after the moment; None if there is no such turn."""
    return next((life for life in view.replay.lives() if life.id == turn), None)


def _left(view: Viewpoint, turn: str) -> float | None:
    life = _life(view, turn)
    return life.departed_at if life and life.departed_at is not None and life.departed_at <= view.seconds else None


def _arrives(view: Viewpoint, turn: str) -> float:
    return view.replay.frames[view.frame.context.session.position[turn] + 1].seconds


def _prompt(view: Viewpoint, turn: str) -> int | None:
    """What the agent read to write the turn, in teaching tokens; None unless it is an assistant's turn."""
    position = view.frame.context.session.position[turn]
    written = view.fixture.turns[position]
    return prompt(view.replay.frames[position].context, written).tokens if written.role == "assistant" else None


def _untrimmed(view: Viewpoint, turn: str) -> int | None:
    return next(one.untrimmed for one in view.fixture.turns if one.id == turn)


def _weight(view: Viewpoint, turn: str) -> int:
    return next(one.tokens for one in view.fixture.turns if one.id == turn)


def _miss(view: Viewpoint, fact: str) -> int | None:
    miss = near_miss(Survey(view.fixture, view.settings.chosen), view.settings, fact, view.seconds)
    return miss.tokens if miss else None


def _smallest(view: Viewpoint, fact: str) -> int | None:
    settings = view.settings
    return smallest_budget(Survey(view.fixture, settings.chosen), settings, fact, view.seconds).budget


def _lost_at(view: Viewpoint, fact: str) -> float | None:
    """When the fact last ceased to be backed or recorded, in seconds; None if it has not ceased, or is so again."""
    lost = None
    for before, frame in zip(view.replay.frames, view.replay.frames[1 : view.frame.index + 1]):
        if before.facts[fact].established and not frame.facts[fact].established:
            lost = frame.seconds
    return lost if not _standing(view, fact).established else None


def _wording(view: Viewpoint, fact: str) -> str | None:
    """The wording of the fact in the newest summary that mentions it; None if none does."""
    said = [summary.said.wordings.get(fact) for summary in view.frame.context.summaries]
    return next((words for words in reversed(said) if words), None)


def _fact(view: Viewpoint, fact: str) -> tuple[str, str]:
    return next((one.statement, one.answer) for one in view.fixture.facts if one.id == fact)


def _reads(view: Viewpoint, agent: str) -> int:
    reader = next(reader for reader in view.fixture.readers if reader.name == agent)
    return request(view.frame.context, reader).tokens


def _way(way: Way, of: Literal["results", "context"]) -> Callable[[Viewpoint, str], Figure]:
    def figure(view: Viewpoint, _: str) -> Figure:
        return next((getattr(saving, of) for saving in savings(view.frame) if saving.way == way), None)

    return figure


def _retained(view: Viewpoint, _: str) -> tuple[str, ...]:
    return tuple(turn.id for turn in view.frame.context.turns)


def listed(view: Viewpoint, ids: tuple[str, ...]) -> str | tuple[str, ...]:
    """The ids of turns; if there are more than three and only pinned turns are between them, in words as a run."""
    context = view.frame.context
    positions = [context.session.unpinned_before(context.session.position[name]) for name in ids]
    if len(ids) > SHORT and positions == list(range(positions[0], positions[0] + len(ids))):
        return words.run(ids)
    return ids


def leaving(view: Viewpoint) -> tuple[str, ...]:
    """The ids of the turns that leave at this arrival, in the order in which they arrived."""
    left = {turn for operation in view.frame.operations for turn in operation.turns}
    return tuple(turn.id for turn in view.fixture.turns if turn.id in left)


def _first_overflow(view: Viewpoint, _: str) -> float | None:
    return view.replay.overflows[0] if view.replay.overflows else None


def _rejected(view: Viewpoint) -> int:
    return sum(fault.certain for fault in view.frame.faults)


def _failures(view: Viewpoint) -> Failures:
    return failures(view.replay, view.frame)


def _first_failed(of: Literal["answer", "seconds"]) -> Callable[[Viewpoint, str], Figure]:
    def figure(view: Viewpoint, _: str) -> Figure:
        first = _failures(view).first
        return getattr(first, of) if first else None

    return figure


def _arrived(view: Viewpoint, _: str) -> str | None:
    return view.frame.arrived.id if view.frame.arrived else None


def _summary_tokens(view: Viewpoint, _: str) -> int | None:
    return view.frame.context.summary.tokens if view.frame.context.summary else None


def _invocation(view: Viewpoint, _: str) -> int | None:
    return cost(view.replay, view.frame.index).tokens if view.frame.index else None


def _moment(meaning: str, figure: Callable[[Viewpoint, str], Figure]) -> Name:
    return Name(subject="moment", meaning=meaning, figure=figure)


def _turn(meaning: str, figure: Callable[[Viewpoint, str], Figure]) -> Name:
    return Name(subject="turn", meaning=meaning, figure=figure)


def _of_fact(meaning: str, figure: Callable[[Viewpoint, str], Figure]) -> Name:
    return Name(subject="fact", meaning=meaning, figure=figure)


MOMENT: dict[str, Name] = {
    "seconds": _moment("the moment, in seconds", lambda view, _: view.seconds),
    "budget": _moment("the budget", lambda view, _: view.settings.budget),
    "tokens": _moment("what the context weighs", lambda view, _: view.frame.tokens),
    "before": _moment("what it weighed before the policy acted", lambda view, _: view.frame.before),
    "arrived": _moment("the newest turn", _arrived),
    "arrived_count": _moment("how many turns have arrived", lambda view, _: view.frame.index),
    "leaving": _moment("the turns that leave at this arrival", lambda view, _: listed(view, leaving(view))),
    "context": _moment("the items of the context", lambda view, _: view.frame.context.ids),
    "retained": _moment("the turns in the context", _retained),
    "retained_count": _moment("how many turns those are", lambda view, _: len(view.frame.context.turns)),
    "evicted": _moment("the turns that were removed", lambda view, _: listed(view, view.frame.evicted)),
    "evicted_count": _moment("how many turns those are", lambda view, _: len(view.frame.evicted)),
    "covered": _moment("the turns that the summaries stand for", lambda view, _: listed(view, view.frame.covered)),
    "covered_count": _moment("how many turns those are", lambda view, _: len(view.frame.covered)),
    "summary_tokens": _moment("what the newest summary weighs", _summary_tokens),
    "summaries_written": _moment("summaries written so far", lambda view, _: view.frame.context.ledger.compactions),
    "stored": _moment("what the session stores", lambda view, _: view.frame.stored),
    "read": _moment("what all prompts so far come to", lambda view, _: view.frame.read),
    "summarized": _moment("what the summarizer has read so far", lambda view, _: view.frame.summarized),
    "uncached": _moment("the part of all prompts so far that no cache could keep", lambda view, _: view.frame.uncached),
    "reusable": _moment("the start of the context that a cache could reuse", lambda view, _: view.frame.reusable),
    "counted": _moment("the count recorded with the last prompt", lambda view, _: view.frame.context.ledger.counted),
    "threshold": _moment("the policy's threshold, in teaching tokens", lambda view, _: threshold(view.settings)),
    "first_overflow": _moment("when the budget first overflows, in seconds", _first_overflow),
    "faults": _moment("what every provider would reject in the context", lambda view, _: _rejected(view)),
    "failed_calls": _moment("how many of the model's calls have failed so far", lambda view, _: _failures(view).count),
    "first_failed": _moment("the turn for which the first of them was made", _first_failed("answer")),
    "first_failed_at": _moment("when that call failed, in seconds", _first_failed("seconds")),
    "asked": _moment("how many probes the lesson has", lambda view, _: retention(view.frame).asked),
    "answerable": _moment(
        "for how many the exact answer can be read", lambda view, _: retention(view.frame).answerable
    ),
    "proven": _moment("how many can be proven", lambda view, _: retention(view.frame).proven),
    "recorded": _moment("how many of these by a tool's record", lambda view, _: retention(view.frame).recorded),
    "fixed": _moment("instructions and tool declarations", lambda view, _: token_budget(view.frame).fixed),
    "history": _moment("the turns before the newest invocation", lambda view, _: token_budget(view.frame).history),
    "current": _moment("the turns of the newest invocation", lambda view, _: token_budget(view.frame).current),
    "invocation_read": _moment("what the newest invocation has read so far", _invocation),
    "results_trimmed": _moment("the results in the context, as they are", _way("trimmed", "results")),
    "results_untrimmed": _moment("the same before they were trimmed", _way("untrimmed", "results")),
    "context_untrimmed": _moment("the context with whole results", _way("untrimmed", "context")),
    "context_artifact": _moment("the context with results in an artifact", _way("artifact", "context")),
    "context_state": _moment("the context with results in the state", _way("state", "context")),
}

TURN: dict[str, Name] = {
    "tokens": _turn("the turn's weight", _weight),
    "untrimmed": _turn("its weight before it was trimmed", _untrimmed),
    "fate": _turn("where it is: waiting, retained, evicted or folded", lambda view, turn: view.frame.fate(turn)),
    "arrives": _turn("when it arrives, in seconds", _arrives),
    "left": _turn("when it left, in seconds", _left),
    "prompt": _turn("what its agent read to write it", _prompt),
}

FACT: dict[str, Name] = {
    "statement": _of_fact("the fact in words", lambda view, fact: _fact(view, fact)[0]),
    "answer": _of_fact("its exact wording", lambda view, fact: _fact(view, fact)[1]),
    "state": _of_fact("its state in words", lambda view, fact: fact_state(_standing(view, fact))),
    "mentioned_by": _of_fact("the items that mention it", lambda view, fact: _standing(view, fact).mentioned_by),
    "backed_by": _of_fact("the turns that back it", lambda view, fact: _standing(view, fact).backed_by),
    "recorded_by": _of_fact("the results that record it", lambda view, fact: _standing(view, fact).recorded_by),
    "said_by": _of_fact("the user's turns that said it", lambda view, fact: _standing(view, fact).said_by),
    "wording": _of_fact("what the newest summary makes of it", _wording),
    "lost_at": _of_fact("when it ceased to be backed or recorded, in seconds", _lost_at),
    "smallest_budget": _of_fact("the smallest budget that backs it or keeps it recorded", _smallest),
    "near_miss": _of_fact("how many more tokens would have kept the turn that established it", _miss),
}

AGENT: dict[str, Name] = {
    "reads": Name(subject="agent", meaning="what the agent would read", figure=_reads),
}

NAMES: dict[Subject, dict[str, Name]] = {"moment": MOMENT, "turn": TURN, "fact": FACT, "agent": AGENT}
