"""Shows where every turn of the session is now. No turn that arrived is ever removed from the transcript."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.analysis.failed_calls import NONE_FAILED, Failures
from sim.lesson.turn import Turn
from sim.replay import Frame, Replay

from ..components.region import Region
from ..experiment import Experiment
from .folding import folded
from .markup import BEYOND, FACT, LARGE, about, html, joined, row, when
from .view import View


def transcript(
    frame: Frame, replay: Replay, unfolded: frozenset[str] = frozenset(), failures: Failures = NONE_FAILED
) -> Markup:
    """Every turn with its state, and those that have arrived since a call failed as never reached.

    A very long lesson shows only the newest turns that have arrived.
    """
    turns = replay.fixture.turns
    last = frame.index if len(turns) > LARGE else len(turns)
    rows = slice(max(0, last - LARGE), last)
    beyond = range(failures.first.index + 1, frame.index + 1) if failures.first else range(0)
    left = {turn for operation in frame.operations for turn in operation.turns}
    return html(
        """<section aria-labelledby="transcript-heading" class="transcript">
<h2 id="transcript-heading" tabindex="-1">{heading}</h2>
<p class="hint">{hint}</p>
<ol aria-labelledby="transcript-heading" tabindex="0" data-follow>{turns}</ol>
</section>""",
        heading=describe.labels.TRANSCRIPT,
        hint=describe.page.transcript(frame, LARGE),
        turns=joined(
            row(
                """<li class="turn {fate}{now}{left}{past}" tabindex="-1" data-id="{id}" data-of="{of}"><p class="head"><b>{id}</b> <span class="role">{role}</span> <span class="weight">{weight}</span>
<span class="state">{state}</span>{beyond}</p>{text}</li>""",
                fate=frame.fate(turn.id),
                now=when(turn is frame.arrived, " now"),
                left=when(turn.id in left, " left"),
                past=when(number in beyond, " beyond"),
                beyond=BEYOND if number in beyond else "",
                of=about((*_summary(frame, turn), *(f"{FACT}{fact}" for fact in turn.facts))),
                id=turn.id,
                role=describe.words.speaker(turn),
                weight=describe.words.tokens(turn.tokens),
                state=describe.turn_state(frame, turn, life),
                text=folded(turn, unfolded),
            )
            for number, turn, life in zip(range(rows.start + 1, last + 1), turns[rows], replay.lives()[rows])
        ),
    )


def _summary(frame: Frame, turn: Turn) -> tuple[str, ...]:
    """The summary that covers the turn, if one does."""
    if frame.fate(turn.id) != "folded":
        return ()
    covering = frame.context.covering(frame.context.session.position[turn.id])
    return (covering.id,) if covering else ()


class TranscriptView(View):
    """The transcript at the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._panel = Region(
            html=pn.bind(transcript, p.frame, p.replay, p.unfolded, p.failures),
            act=lambda _, turn: experiment.unfold(turn),
        )
