"""Where every turn of the session is now: nothing that arrived is ever deleted from here."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup
from panel.viewable import Viewer

from sim import describe
from sim.replay import Frame, Replay

from ..components.region import Region
from ..experiment import Experiment
from .markup import LARGE, html, joined, when


def transcript(frame: Frame, replay: Replay) -> Markup:
    """Every turn with its state; of a very long lesson the newest that have arrived."""
    turns = replay.fixture.turns
    last = frame.index if len(turns) > LARGE else len(turns)
    rows = slice(max(0, last - LARGE), last)
    return html(
        """<section aria-labelledby="transcript-heading" class="transcript">
<h2 id="transcript-heading">Transcript</h2>
<p class="hint">{hint}</p>
<ol aria-labelledby="transcript-heading" tabindex="0" data-follow>{turns}</ol>
</section>""",
        hint=describe.page.transcript(frame, LARGE),
        turns=joined(
            html(
                """<li class="turn {fate}{now}"><p class="head"><b>{id}</b> <span class="role">{role}</span> <span class="weight">{weight}</span>
<span class="state">{state}</span></p><p class="text">{text}</p></li>""",
                fate=frame.fate(turn.id),
                now=when(turn is frame.arrived, " now"),
                id=turn.id,
                role=turn.role,
                weight=describe.words.tokens(turn.tokens),
                state=describe.turn_state(frame, turn, life),
                text=turn.text,
            )
            for turn, life in zip(turns[rows], replay.lives()[rows])
        ),
    )


class TranscriptView(Viewer):
    """The transcript at the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._panel = Region(html=pn.bind(transcript, p.frame, p.replay))

    def __panel__(self) -> Region:
        return self._panel
