"""A probe that is put to the agent: what it could answer from its context, and what the answer is based on.

Nothing is generated. The verdict follows from the lesson's annotations. The exact answer is proven if a user's turn backs
the fact or, for a tool's fact, a result records it; it can be said if it can still be read; otherwise it is unknown.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.analysis.offered import offered
from sim.analysis.smallest_budget import NearMiss, near_miss
from sim.analysis.survey import Survey
from sim.lesson.fact import Fact, Probe
from sim.replay import Frame, Replay, replay
from sim.settings import Settings
from sim.state.operations import OperationKind
from sim.state.provenance import FactStatus

# The arrivals that are replayed at most: long sessions take time to replay, and somebody waits for the answer.
MOST_ARRIVALS = 50_000

Reach = Literal["proven", "said", "unknown"]


class Rest(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer is based on.

    - `item`: the id of the item.
    - `text`: the words in it.
    - `source`: the id of the user's turn or the result that the item is or carries; empty: the words only repeat the fact.
    """

    item: str
    text: str
    source: str = ""


class Loss(msgspec.Struct, frozen=True, kw_only=True):
    """How a fact was lost.

    - `seconds`: when, in seconds.
    - `arrival`: the id of the turn whose arrival caused it.
    - `turn`: the id of the turn that had established the fact; for a fact that was never established, of the last item that
      mentioned it.
    - `kind`: the kind of the operation.
    - `into`: the id of the summary that covers the turns that left; None: no summary does.
    """

    seconds: float
    arrival: str
    turn: str
    kind: OperationKind
    into: str | None = None


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What the agent could answer to a probe.

    - `probe`: the probe.
    - `fact`: the fact that it needs.
    - `reach`: "proven": the fact is backed or recorded, as its source demands. "said": it is not, but the exact answer can be
      read. "unknown": it cannot be read.
    - `settings`: the settings of the replay.
    - `origins`: the ids of the user's turns that have said the fact, or of the results that have recorded it.
    - `rest`: what the answer is based on; if "unknown", what a summary says of the fact. None: nothing mentions it.
    - `loss`: how the proof was lost, or for a fact that was never established, the fact itself; None: it is there or never
      was.
    - `miss`: the larger budget that would have kept the turn under the same policy; None: there is none, or nothing was lost.
    - `instead`: the nearest other settings that keep the fact within the same budget; None: none was found, or nothing was
      lost.
    """

    probe: Probe
    fact: Fact
    reach: Reach
    settings: Settings
    origins: tuple[str, ...] = ()
    rest: Rest | None = None
    loss: Loss | None = None
    miss: NearMiss | None = None
    instead: Settings | None = None


def reach(standing: FactStatus) -> Reach:
    """How well the agent could answer about a fact with this status."""
    return "proven" if standing.established else "said" if standing.answerable else "unknown"


def ask(replay: Replay, seconds: float, probe_id: str) -> Verdict:
    """The verdict on a probe at that moment; KeyError if the lesson has no such probe."""
    fixture, frame = replay.fixture, replay.at(seconds)
    probe = next((probe for probe in fixture.probes if probe.id == probe_id), None)
    if probe is None:
        raise KeyError(probe_id)
    fact = next(fact for fact in fixture.facts if fact.id == probe.fact)
    standing = frame.facts[fact.id]
    found = reach(standing)
    loss = None if _holds(frame, fact.id) else _loss(replay, frame, fact.id)
    return Verdict(
        probe=probe,
        fact=fact,
        reach=found,
        settings=replay.settings,
        origins=standing.origins,
        rest=_rest(frame, fact, standing),
        loss=loss,
        miss=near_miss(Survey(fixture, replay.settings.chosen), replay.settings, fact.id, seconds) if loss else None,
        instead=_instead(frame, fact.id) if loss else None,
    )


def _rest(frame: Frame, fact: Fact, standing: FactStatus) -> Rest | None:
    texts = {turn.id: turn.text for turn in frame.context.turns if turn.says(fact.id)}
    summaries = {summary.id: summary.said for summary in frame.context.summaries}
    if standing.through:
        own = [item for item, source in standing.through if item == source]
        item, source = (own[-1], own[-1]) if own else standing.through[-1]
        text = texts[item] if own else summaries[item].wordings.get(fact.id, fact.statement)
        return Rest(item=item, text=text, source=source)
    for item in reversed(standing.mentioned_by):
        if item in texts:
            return Rest(item=item, text=texts[item])
        if fact.id in summaries[item].answers or not standing.answerable:
            return Rest(item=item, text=summaries[item].wordings[fact.id])
    return None


def _holds(frame: Frame, fact: str) -> bool:
    """Whether the proof of the fact is there, or for a fact that was never established, its exact answer."""
    standing = frame.facts[fact]
    return standing.established if standing.origins else standing.answerable


def _loss(whole: Replay, now: Frame, fact: str) -> Loss | None:
    """The last arrival by now at which the fact ceased to hold; None if it never held."""
    proof = bool(now.facts[fact].origins)
    for index in range(now.index, 0, -1):
        frame, before = whole.frames[index], whole.frames[index - 1].facts[fact]
        standing = frame.facts[fact]
        # A turn that leaves as it arrives is in no frame, but it counts as lost too.
        new = standing.origins[len(before.origins) :]
        had = (before.established_by or new) if proof else before.mentioned_by if before.answerable else ()
        if had and not (standing.established if proof else standing.answerable):
            return _departure(frame, had[-1])
    return None


def _departure(frame: Frame, source: str) -> Loss | None:
    if frame.arrived is None or not frame.operations:
        return None
    step = next((one for one in frame.operations if source in one.turns), frame.operations[-1])
    return Loss(seconds=frame.seconds, arrival=frame.arrived.id, turn=source, kind=step.kind, into=step.into)


def _instead(frame: Frame, fact: str) -> Settings | None:
    """The offered settings that differ least from the current ones and keep the fact within the same budget.

    For a very long session, only the nearest are tried, or none.
    """
    now, fixture = frame.settings.query(), frame.fixture
    others = [settings for settings in offered(fixture, [frame.settings.budget]) if settings != frame.settings]
    # The sort is stable, so equally near settings stay in the lesson's order.
    others.sort(key=lambda one: len(now.items() ^ one.query().items()))
    for settings in others[: MOST_ARRIVALS // len(fixture.turns)]:
        other = replay(fixture, settings).at(frame.seconds)
        if _holds(other, fact) and other.tokens <= settings.budget:
            return settings
    return None
