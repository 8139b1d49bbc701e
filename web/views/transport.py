"""Shows the controls for playing, stepping and seeking."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.lesson.fixture import Fixture
from sim.replay import Replay

from ..components.transport import Transport
from ..experiment import Experiment
from ..keys import KEYS
from .markup import LARGE, html, joined, when
from .view import View

SPEEDS = (0.5, 1, 2, 4)


def transport(replay: Replay, ready: bool) -> Markup:
    """The buttons and the timeline, with the playhead at zero. The page draws everything that moves."""
    fixture = replay.fixture
    waiting, labels = when(not ready, " disabled"), describe.labels
    return html(
        """<section aria-labelledby="transport-heading" class="transport">
<h2 id="transport-heading" class="quiet">{heading}</h2>
<div class="buttons">
<button type="button" data-part="play" data-key-action="play" class="primary"{waiting}><span data-part="play-label">{play}</span></button>
<button type="button" data-part="previous" data-key-action="previous"{waiting}>{previous}</button>
<button type="button" data-part="next" data-key-action="next"{waiting}>{next}</button>
<button type="button" data-part="restart" data-key-action="restart"{waiting}>{restart}</button>
<label class="speed">{speed} <select data-part="speed"{waiting}>{speeds}</select></label>
</div>
<label class="timeline-label" for="timeline">{timeline}</label>
<div class="timeline">
<input type="range" id="timeline" data-part="timeline" min="0" max="{duration}" step="any" value="0" aria-describedby="overflows"{waiting}>
<div class="ticks" aria-hidden="true">{ticks}</div>
</div>
<div class="where"><p class="position" data-part="position">{position}</p>
<p class="overflows" id="overflows">{overflows}</p></div>
</section>""",
        heading=labels.TRANSPORT,
        previous=labels.PREVIOUS,
        next=labels.NEXT,
        restart=labels.RESTART,
        speed=labels.SPEED,
        timeline=labels.TIMELINE,
        waiting=waiting,
        play=describe.page.TRANSPORT["play"],
        speeds=joined(
            html(
                '<option value="{speed}"{chosen}>{label}</option>',
                speed=speed,
                label=labels.speed(speed),
                chosen=when(speed == 1, " selected"),
            )
            for speed in SPEEDS
        ),
        duration=f"{fixture.duration:g}",
        ticks=_ticks(replay),
        position=describe.position(replay.frames[0], replay),
        overflows=describe.page.overflows(replay),
    )


def _ticks(replay: Replay) -> Markup:
    """A mark for every arrival. In a long session the arrivals next to each other share a mark, so that none is left out."""
    budget, duration = replay.settings.budget, replay.fixture.duration
    shares, over = len(replay.frames) > LARGE + 1, dict[float, bool]()
    for frame in replay.frames[1:]:
        at = frame.seconds / duration
        place = round(at * LARGE) / LARGE if shares else at
        over[place] = over.get(place, False) or frame.before > budget
    return joined(
        html('<span class="tick{over}" style="--at:{at}"></span>', over=when(overflows, " over"), at=f"{at:.5g}")
        for at, overflows in over.items()
    )


def _arrivals(replay: Replay) -> list[float]:
    return list(replay.fixture.arrivals)


def _duration(fixture: Fixture) -> float:
    return fixture.duration


class TransportView(View):
    """The transport of an experiment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._panel = Transport(
            html=pn.bind(transport, p.replay, p.ready),
            arrivals=pn.bind(_arrivals, p.replay),
            duration=pn.bind(_duration, p.fixture),
            seconds=p.seconds,
            words=describe.page.TRANSPORT,
            keys={name: key.action for key in KEYS if key.place == "timeline" for name in key.keys},
            move=experiment.move,
            press=experiment.press,
        )
