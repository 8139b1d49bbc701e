"""The context over time as stacked turns under the budget line, and each turn's life as a bar.

The page moves the playhead itself (`shell/page.mjs`), by the names that are given here.
"""

from __future__ import annotations

import panel as pn
from bokeh.core.properties import value
from bokeh.layouts import column
from bokeh.models import BoxAnnotation, ColumnDataSource, FactorRange, Range1d, Span
from bokeh.plotting import figure
from markupsafe import Markup
from panel.viewable import Viewer

from sim import describe
from sim.context import Summary
from sim.fixture import Turn
from sim.replay import Frame, Replay

from ..components.region import Region
from ..experiment import Experiment
from .markup import LARGE, html, joined

KINDS = ("pinned", "backed", "mentioned", "summary", "plain")
# A fill for each kind and then the line, the text, the budget and the veil over what has not happened yet. Every fill
# and line stands at 3:1 or more against the page.
PALETTES = {
    "light": dict(pinned="#6d6a63", backed="#2e7d4f", mentioned="#b26a00", summary="#5a5fa8", plain="#8d887d",
                  edge="#fbf9f4", ink="#2b2823", budget="#b3261e", veil="#fbf9f4", label="#ffffff"),
    "dark": dict(pinned="#aaa69c", backed="#6cc592", mentioned="#e0a33e", summary="#a3a8f0", plain="#7f7b72",
                 edge="#1a1815", ink="#d9d3c7", budget="#ff8a80", veil="#1a1815", label="#141210"),
}  # fmt: skip
FONT = "system-ui, sans-serif"


def picture(replay: Replay) -> Markup:
    """The same in words and as a table, for whoever does not see the chart."""
    large = len(replay.fixture.turns) > LARGE
    return html(
        """<section aria-labelledby="picture-heading" class="picture">
<h2 id="picture-heading">Picture</h2>
<p class="long">{words}</p>
<ul class="legend" aria-hidden="true">{legend}</ul>
<details><summary>{table_heading}</summary>
<table class="data"><caption>{caption}</caption>
<thead><tr><th scope="col">Message</th><th scope="col">Seconds</th><th scope="col">Context</th><th scope="col">Before</th><th scope="col">After</th><th scope="col">The policy</th></tr></thead>
<tbody>{rows}</tbody></table></details>
</section>""",
        words=describe.page.no_picture(replay.fixture) if large else describe.page.picture(replay),
        legend=joined(html('<li class="{kind}">{words}</li>', kind=kind, words=describe.page.LEGEND[kind]) for kind in (*KINDS, "evicted", "folded")),
        table_heading=describe.page.PICTURE_TABLE,
        caption=describe.settings(replay.settings),
        rows=joined(_row(frame) for frame in replay.frames[: LARGE + 1]),
    )


def _row(frame: Frame) -> Markup:
    return html(
        '<tr><th scope="row">{what}</th><td data-label="Seconds">{seconds}</td><td data-label="Context">{context}</td>'
        '<td data-label="Before">{before}</td><td data-label="After">{after}</td><td data-label="The policy">{did}</td></tr>',
        what=frame.arrived.id if frame.arrived else describe.page.START,
        seconds=describe.words.number(frame.seconds),
        context=describe.words.names(frame.context.ids),
        before=frame.before,
        after=frame.tokens,
        did=describe.operations(frame),
    )


def _kind(item: Turn | Summary) -> str:
    if isinstance(item, Summary):
        return "backed" if item.carries else "summary"
    if item.pinned:
        return "pinned"
    return "backed" if item.evidence else "mentioned" if item.mentions else "plain"


def stacks(replay: Replay) -> dict[str, list]:
    """One block an item and frame: from its arrival to the next, at its height in the stack. Seconds and tokens."""
    blocks: dict[str, list] = {name: [] for name in ("left", "right", "bottom", "top", "x", "y", "kind", "label", "hatch")}
    ends = [frame.seconds for frame in replay.frames[1:]] + [replay.fixture.duration]
    for frame, end in zip(replay.frames, ends):
        bottom = 0
        for item in frame.context.items() if end > frame.seconds else ():
            top = bottom + item.tokens
            row = (frame.seconds, end, bottom, top, (frame.seconds + end) / 2, (bottom + top) / 2,
                   _kind(item), item.id, "/" if isinstance(item, Summary) else " ")  # fmt: skip
            for column_, cell in zip(blocks.values(), row):
                column_.append(cell)
            bottom = top
    return blocks


def departures(replay: Replay) -> dict[str, list]:
    """One mark an arrival at which something left, at the weight before it did."""
    frames = [frame for frame in replay.frames if frame.operations]
    return {
        "x": [frame.seconds for frame in frames],
        "y": [frame.before for frame in frames],
        "marker": [_marker(frame.operations[0].into) for frame in frames],
    }


def lives(replay: Replay) -> dict[str, list]:
    """One bar a turn, from its arrival to when it left or the end. Seconds."""
    spans = replay.lives()
    return {
        "turn": [life.id for life in spans],
        "left": [life.arrived for life in spans],
        "right": [replay.fixture.duration if life.left is None else life.left for life in spans],
        "kind": [_kind(turn) for turn, _ in zip(replay.fixture.turns, spans)],
    }


def ends(replay: Replay) -> dict[str, list]:
    """One mark a turn that left."""
    spans = [life for life in replay.lives() if life.left is not None]
    return {
        "turn": [life.id for life in spans],
        "x": [life.left for life in spans],
        "marker": ["x" if life.how == "evicted" else "diamond" for life in spans],
    }


def _marker(into: str | None) -> str:
    return "diamond" if into else "x"


class PictureView(Viewer):
    """The chart, and the words and table that say the same. The models are kept and changed, never rebuilt."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        self._experiment = experiment
        self._data = {name: ColumnDataSource() for name in ("stacks", "departures", "lives", "ends")}
        self._veils: list[BoxAnnotation] = []
        self._playheads: list[Span] = []
        self._x = Range1d(0, 1, bounds="auto")
        self._context = self._plot("context", height=250, y_range=Range1d(0, 1))
        self._lives = self._plot("lives", height=230, y_range=FactorRange())
        self._draw()
        self._colour()
        experiment.param.watch(self._show, "replay")
        experiment.param.watch(self._colour, "theme")
        self.chart = pn.pane.Bokeh(column(self._context, self._lives, sizing_mode="stretch_width"), sizing_mode="stretch_width")
        self.words = Region(html=pn.bind(picture, experiment.param.replay))

    def __panel__(self) -> Region:
        return self.words

    def _plot(self, name: str, **options: object) -> figure:
        plot = figure(
            x_range=self._x, sizing_mode="stretch_width", toolbar_location=None, tools="", outline_line_color=None,
            background_fill_alpha=0, border_fill_alpha=0, min_border_left=46, min_border_right=12, **options,
        )  # fmt: skip
        plot.grid.visible = False
        plot.axis.axis_line_color = None
        plot.axis.minor_tick_line_color = None
        plot.axis.major_label_text_font = FONT
        plot.axis.axis_label_text_font = FONT
        plot.axis.axis_label_text_font_style = "normal"
        veil = BoxAnnotation(name=f"future-{name}", left=0, fill_alpha=0.62, line_color=None, level="overlay")
        playhead = Span(name=f"playhead-{name}", location=0, dimension="height", line_width=2, level="overlay")
        for mark in (veil, playhead):
            plot.add_layout(mark)
        self._veils.append(veil)
        self._playheads.append(playhead)
        return plot

    def _draw(self) -> None:
        data, plot = self._data, self._context
        plot.yaxis.axis_label = describe.page.AXES["tokens"]
        self._blocks = plot.quad(
            source=data["stacks"], left="left", right="right", bottom="bottom", top="top", fill_color="fill",
            line_width=1, hatch_pattern="hatch", hatch_alpha=0.5,
        )  # fmt: skip
        self._labels = plot.text(
            source=data["stacks"], x="x", y="y", text="label", text_align="center", text_baseline="middle",
            text_font_size="11px", text_font=value(FONT),
        )  # fmt: skip
        self._budget = Span(dimension="width", line_width=2, line_dash="dashed")
        plot.add_layout(self._budget)
        self._left = plot.scatter(source=data["departures"], x="x", y="y", marker="marker", size=11, line_width=2, fill_alpha=0)
        plot = self._lives
        plot.xaxis.axis_label = describe.page.AXES["seconds"]
        self._bars = plot.hbar(source=data["lives"], y="turn", left="left", right="right", height=0.55, fill_color="fill", line_color=None)
        self._ends = plot.scatter(source=data["ends"], x="x", y="turn", marker="marker", size=11, line_width=2, fill_alpha=0)

    def _show(self, *_: object) -> None:
        replay = self._experiment.replay
        if len(replay.fixture.turns) > LARGE:
            replay = Replay(fixture=replay.fixture, settings=replay.settings, frames=replay.frames[:1])
        palette = PALETTES[self._experiment.theme]
        for name, columns in (("stacks", stacks(replay)), ("departures", departures(replay)), ("lives", lives(replay)), ("ends", ends(replay))):
            if "kind" in columns:
                columns["fill"] = [palette[kind] for kind in columns["kind"]]
            self._data[name].data = columns
        self._x.update(end=replay.fixture.duration)
        self._context.y_range.end = 1.12 * max(replay.settings.budget, *(frame.before for frame in replay.frames))
        self._lives.y_range.factors = [life.id for life in reversed(replay.lives())]
        self._budget.location = replay.settings.budget

    def _colour(self, *_: object) -> None:
        palette = PALETTES[self._experiment.theme]
        self._show()
        self._blocks.glyph.update(line_color=palette["edge"], hatch_color=palette["edge"])
        self._labels.glyph.text_color = palette["label"]
        self._budget.line_color = palette["budget"]
        for marks in (self._left, self._ends):
            marks.glyph.update(line_color=palette["budget"])
        for axis in (*self._context.axis, *self._lives.axis):
            axis.update(**dict.fromkeys(("major_label_text_color", "axis_label_text_color", "major_tick_line_color"), palette["ink"]))
        for veil, playhead in zip(self._veils, self._playheads):
            veil.fill_color = palette["veil"]
            playhead.line_color = palette["ink"]
