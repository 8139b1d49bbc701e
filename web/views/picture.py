"""Shows the chart, and its content as words and a table for people who do not see it."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.analysis.failed_calls import Failures, failures
from sim.policies.alert import alert
from sim.replay import Frame, Replay

from ..components.region import Region
from ..experiment import Experiment
from .by_kind import DRAWN
from .drawing import MARKERS, Drawing
from .markup import LARGE, html, joined, when
from .view import View

BLOCKS = ("pinned", "backed", "recorded", "mentioned", "summary", "plain")
COLUMNS = {
    "seconds": describe.labels.SECONDS,
    "context": describe.labels.CONTEXT,
    "before": describe.labels.BEFORE,
    "after": describe.labels.AFTER,
    "did": describe.labels.DID,
}


def picture(replay: Replay) -> Markup:
    """The chart's content in words and as a table, for people who do not see the chart."""
    drawn, settings = len(replay.fixture.turns) <= DRAWN, replay.settings
    line = "alert" if alert(settings) is not None else ""
    return html(
        """<section aria-labelledby="picture-heading" class="picture{undrawn}">
<h2 id="picture-heading">{heading}</h2>
<p class="until hint">{until}</p>
<p class="long later">{words}</p>
<ul class="legend" aria-hidden="true">{legend}</ul>
<details class="later"><summary>{table_heading}</summary>
<table class="data"><caption>{caption}</caption>
<thead><tr>{columns}</tr></thead>
<tbody>{rows}</tbody></table></details>
</section>""",
        undrawn=when(not drawn, " undrawn"),
        heading=describe.labels.PICTURE,
        until=describe.guide.UNTIL,
        columns=joined(
            html('<th scope="col">{name}</th>', name=name) for name in (describe.labels.MESSAGE, *COLUMNS.values())
        ),
        words=_words(replay) if drawn else describe.pictures.no_picture(replay.fixture),
        legend=joined(
            html('<li class="{kind}">{words}</li>', kind=kind, words=describe.page.LEGEND[kind])
            for kind in filter(None, (*BLOCKS, "budget", line, *MARKERS))
            if kind != "recorded" or "tool" in replay.fixture.sources
        ),
        table_heading=describe.page.PICTURE_TABLE,
        caption=" ".join(filter(None, (describe.settings(settings), describe.pictures.alert_sentence(settings)))),
        rows=joined(_row(frame, failures(replay, frame)) for frame in replay.frames[: LARGE + 1]),
    )


def _words(replay: Replay) -> str:
    cut = describe.pictures.table_is_cut(LARGE) if len(replay.fixture.turns) > LARGE else ""
    return f"{describe.pictures.picture(replay)} {cut}".strip()


def _row(frame: Frame, failed: Failures) -> Markup:
    values = {
        "seconds": describe.words.number(frame.seconds),
        "context": describe.words.names(frame.context.ids),
        "before": frame.before,
        "after": frame.tokens,
        "did": " ".join(filter(None, (describe.operations(frame), describe.failures.in_row(failed)))),
    }
    return html(
        '<tr><th scope="row">{what}</th>{cells}</tr>',
        what=frame.arrived.id if frame.arrived else describe.page.START,
        cells=joined(
            html('<td data-label="{label}">{value}</td>', label=COLUMNS[name], value=value)
            for name, value in values.items()
        ),
    )


class PictureView(View):
    """The chart, and its content as words and a table."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        self._experiment = experiment
        self._drawing = Drawing()
        self._colour()
        experiment.param.watch(self._colour, "theme")
        self.chart = pn.pane.Bokeh(self._drawing.layout, sizing_mode="stretch_both")
        self._panel = Region(html=pn.bind(picture, experiment.param.replay), drawn=self._show)

    def _show(self, *_: object) -> None:
        self._drawing.show(self._experiment.replay, self._experiment.theme)

    def _colour(self, *_: object) -> None:
        self._show()
        self._drawing.colour(self._experiment.theme)
