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
READABLE = 36  # turns whose names do not run into one another


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


BLOCK = ("left", "right", "bottom", "top", "kind", "label")


def stacks(replay: Replay) -> tuple[dict[str, list], dict[str, list]]:
    """The turns' blocks and the summaries': each from when an item came to its height in the stack to when it left it.

    Seconds and tokens. A block lasts as long as nothing below it changes, so that a long lesson stays few blocks.
    """
    blocks: list[list] = []
    standing: dict[tuple, list] = {}
    ends = [frame.seconds for frame in replay.frames[1:]] + [replay.fixture.duration]
    for frame, end in zip(replay.frames, ends):
        if end <= frame.seconds:
            continue
        before, standing, bottom = standing, {}, 0
        for item in frame.context.items():
            place = (item.id, _kind(item), bottom, bottom := bottom + item.tokens)
            block = before.get(place)
            if block is None:
                name, kind, low, high = place
                block = [frame.seconds, end, low, high, kind, name]
                blocks.append(block)
            block[1] = end
            standing[place] = block
    turns = [block for block in blocks if not _of_summary(block, replay)]
    return _columns(turns, replay), _columns([block for block in blocks if _of_summary(block, replay)], replay)


def _of_summary(block: list, replay: Replay) -> bool:
    return block[5] not in replay.frames[0].context.session.position


def _columns(blocks: list[list], replay: Replay) -> dict[str, list]:
    """As columns, with the middle of each block, and its label where there is room for one."""
    columns = {name: [block[k] for block in blocks] for k, name in enumerate(BLOCK)}
    columns["x"] = [(left + right) / 2 for left, right, *_ in blocks]
    columns["y"] = [(low + high) / 2 for _, _, low, high, *_ in blocks]
    wide, high_enough = replay.fixture.duration / 40, _height(replay) / 18
    columns["label"] = [
        label if right - left >= wide and high - low >= high_enough else "" for left, right, low, high, _, label in blocks
    ]
    return columns


def _height(replay: Replay) -> float:
    return 1.12 * max(replay.settings.budget, *(frame.before for frame in replay.frames))


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
        self._data = {name: ColumnDataSource() for name in ("turns", "summaries", "departures", "lives", "ends")}
        self._veils: list[BoxAnnotation] = []
        self._playheads: list[Span] = []
        self._x = Range1d(0, 1)
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
        quad = dict(left="left", right="right", bottom="bottom", top="top", fill_color="fill", line_width=1)
        self._blocks = [
            plot.quad(source=data["turns"], **quad),
            plot.quad(source=data["summaries"], hatch_pattern="/", hatch_alpha=0.5, **quad),
        ]
        self._labels = [
            plot.text(source=data[name], x="x", y="y", text="label", text_align="center", text_baseline="middle",
                      text_font_size="11px", text_font=value(FONT))
            for name in ("turns", "summaries")
        ]  # fmt: skip
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
        turns, summaries = stacks(replay)
        shown = {"turns": turns, "summaries": summaries, "departures": departures(replay), "lives": lives(replay), "ends": ends(replay)}
        for name, columns in shown.items():
            if "kind" in columns:
                columns["fill"] = [palette[kind] for kind in columns["kind"]]
            self._data[name].data = columns
        self._x.update(end=replay.fixture.duration)
        self._context.y_range.end = _height(replay)
        names = [life.id for life in reversed(replay.lives())]
        self._lives.y_range.factors = names
        self._lives.height = min(max(230, 60 + 12 * len(names)), 460)
        self._lives.yaxis.visible = len(names) <= READABLE
        self._budget.location = replay.settings.budget

    def _colour(self, *_: object) -> None:
        palette = PALETTES[self._experiment.theme]
        self._show()
        for blocks, labels in zip(self._blocks, self._labels):
            blocks.glyph.update(line_color=palette["edge"], hatch_color=palette["edge"])
            labels.glyph.text_color = palette["label"]
        self._budget.line_color = palette["budget"]
        for marks in (self._left, self._ends):
            marks.glyph.update(line_color=palette["budget"])
        for axis in (*self._context.axis, *self._lives.axis):
            axis.update(**dict.fromkeys(("major_label_text_color", "axis_label_text_color", "major_tick_line_color"), palette["ink"]))
        for veil, playhead in zip(self._veils, self._playheads):
            veil.fill_color = palette["veil"]
            playhead.line_color = palette["ink"]
