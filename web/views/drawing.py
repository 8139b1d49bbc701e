"""Draws the context over time as stacked turns below the budget line with marks for what happened, and below it the turns' lives.

Models are changed and never replaced, so that the page can keep them. `shell/page.js` moves the playhead without Python. It finds
the marks by the names that they get here.
"""

from __future__ import annotations

from functools import partial

from bokeh.core.properties import value
from bokeh.layouts import column
from bokeh.models import ColumnDataSource, FixedTicker, PrintfTickFormatter, Range1d
from bokeh.models.annotations import BoxAnnotation, Label, Span
from bokeh.models.glyphs import Scatter, Text
from bokeh.models.renderers import GlyphRenderer
from bokeh.plotting import figure

from sim import describe
from sim.analysis.failed_calls import calls
from sim.policies.alert import alert
from sim.replay import Replay

from . import lanes
from .by_kind import DRAWN
from .chart import BESIDE, height, stacks
from .marks import marks

# Every fill and line has a contrast of 3:1 or more to the page (WCAG 1.4.11). The veil covers what has not happened yet.
PALETTES = {
    "light": {"pinned": "#6d6a63", "backed": "#2e7d4f", "recorded": "#16737a", "mentioned": "#b26a00", "summary": "#5a5fa8", "plain": "#8d887d",
                  "edge": "#fbf9f4", "ink": "#2b2823", "budget": "#b3261e", "alert": "#7a4700", "veil": "#fbf9f4", "label": "#ffffff"},
    "dark": {"pinned": "#aaa69c", "backed": "#6cc592", "recorded": "#55bcc4", "mentioned": "#e0a33e", "summary": "#a3a8f0", "plain": "#7f7b72",
                 "edge": "#1a1815", "ink": "#d9d3c7", "budget": "#ff8a80", "alert": "#f1c176", "veil": "#1a1815", "label": "#141210"},
}  # fmt: skip
FONT = "system-ui, sans-serif"
MARKERS = {"overflow": "triangle", "evicted": "x", "folded": "diamond", "failed": "hex"}
SOLID = ("overflow", "failed")
READABLE = 10  # the most turns whose names still fit beside each other


class Drawing:
    """The chart's models: `layout` holds them all."""

    def __init__(self) -> None:
        self._data = {
            name: ColumnDataSource(name=f"data-{name}")
            for name in ("turns", "summaries", "marks", "areas", "lives", "ends", "labels")
        }
        self._veils: list[BoxAnnotation] = []
        self._playheads: list[Span] = []
        self._x = Range1d(start=0, end=1)
        self._tokens = Range1d(start=0, end=1)
        self._context = self._plot("context", 85, self._tokens)
        self._lane_range = Range1d(start=1, end=0)
        self._ticker = FixedTicker(ticks=[])
        self._lives = self._plot("lives", 88, self._lane_range)
        self._draw()
        self.layout = column(self._context, self._lives, sizing_mode="stretch_both")

    def _plot(self, name: str, pixels: int, y_range: Range1d) -> figure:
        plot = figure(
            name=f"plot-{name}", x_range=self._x, sizing_mode="stretch_both", toolbar_location=None, tools="", outline_line_color=None,
            background_fill_alpha=0, border_fill_alpha=0, min_border_left=46, min_border_right=12,
            min_height=pixels, y_range=y_range,
        )  # fmt: skip
        plot.grid.visible = False
        plot.axis.axis_line_color = None
        plot.axis.minor_tick_line_color = None
        plot.axis.major_label_text_font = FONT
        plot.axis.axis_label_text_font = FONT
        plot.axis.axis_label_text_font_style = "normal"
        plot.axis.axis_label_text_font_size = "11px"  # so that it fits beside the lowest picture
        # The line is seen only with an opaque veil, whose end would else leave half of the last pixel uncovered.
        veil = BoxAnnotation(
            name=f"future-{name}", left=0, fill_alpha=0.62, line_alpha=0, line_width=2, level="overlay"
        )
        playhead = Span(name=f"playhead-{name}", location=0, dimension="height", line_width=2, level="overlay")
        for mark in (veil, playhead):
            plot.add_layout(mark)
        self._veils.append(veil)
        self._playheads.append(playhead)
        return plot

    def _draw(self) -> None:
        data, plot = self._data, self._context
        plot.yaxis.axis_label = describe.page.AXES["tokens"]
        plot.xaxis.visible = False  # the lanes below have the same one
        blocks = partial(
            plot.quad,
            left="left",
            right="right",
            bottom="bottom",
            top="top",
            fill_color="fill",
            line_color="line",
            line_width=1,
            nonselection_alpha=0.25,
        )
        self._blocks = [
            blocks(source=data["turns"]),
            blocks(source=data["summaries"], hatch_pattern="/", hatch_alpha=0.5),
        ]
        # At a block's beginning, because its middle would tell when the item leaves.
        self._labels = [
            plot.text(source=data[name], x="left", y="y", text="label", x_offset=BESIDE, text_baseline="middle",
                      text_font_size="11px", text_font=value(FONT))
            for name in ("turns", "summaries")
        ]  # fmt: skip
        # Each line and mark has a wider one in the colour of the page below it, so that it is seen on every block.
        self._under = [Span(dimension="width", line_width=5, line_alpha=0.8) for _ in range(2)]
        self._budget = Span(dimension="width", line_width=2, line_dash="dashed")
        self._alert = Span(dimension="width", line_width=2, line_dash="dotted")
        named = partial(Label, x=0, x_offset=3, text_font_size="10px", text_font=FONT, background_fill_alpha=0.85)
        self._named = (named(text_baseline="bottom", y_offset=2), named(text_baseline="top", y_offset=-2))
        for line in (*self._under, self._budget, self._alert, *self._named):
            line.level = "overlay"  # above the veil, because what was chosen holds from the start
            plot.add_layout(line)
        self._marks = _marked(plot, self._data["marks"], 11)
        plot = self._lives
        plot.xaxis.formatter = PrintfTickFormatter(format=describe.page.AXES["seconds"])
        plot.yaxis.update(ticker=self._ticker, major_label_text_font_size="9px")
        bars = partial(plot.quad, left="left", right="right", bottom="bottom", top="top", fill_color="fill")
        bars(source=data["areas"], line_color="fill", line_width=0.5)  # which closes the seams between them
        # In a long session a bar is seen only while its turn is pointed at.
        bars(
            source=data["lives"],
            line_color=None,
            fill_alpha="alpha",
            selection_fill_alpha=1,
            selection_line_color="edge",
            nonselection_fill_alpha="pale",
        )
        name = Text(x=value(0), y="y", text="text", x_offset=value(3), text_baseline=value("middle"), text_font_size=value("9px"),
                    text_font=value(FONT), background_fill_color="edge", background_fill_alpha=value(0.85))  # fmt: skip
        self._names = plot.add_glyph(data["labels"], name, level="overlay")
        self._ends = _marked(plot, data["ends"], 11)
        # From the first failed call on, no turn would have been reached.
        self._beyond = BoxAnnotation(
            name="beyond", fill_alpha=0, hatch_pattern="right_diagonal_line", hatch_alpha=0.5, line_color=None
        )
        self._never = Label(name="never", x=0, y=0, x_offset=-3, y_offset=2, text_align="right", text_font_size="10px", text_font=FONT,
                            text=describe.failures.FROM_HERE, background_fill_alpha=0.85, level="overlay")  # fmt: skip
        for part in (self._beyond, self._never):
            plot.add_layout(part)

    def show(self, replay: Replay, theme: str) -> None:
        """Draw this replay; of a very long one nothing."""
        if len(replay.fixture.turns) > DRAWN:
            for source in self._data.values():
                source.data = {name: [] for name in source.data}
            return
        palette = PALETTES[theme]
        turns, summaries = stacks(replay)
        together, names = lanes.merged(replay), lanes.names(replay)
        shown = {
            "turns": turns,
            "summaries": summaries,
            "marks": marks(replay),
            "areas": lanes.areas(replay),
            "lives": lanes.lives(replay),
            "ends": lanes.ends(replay),
            "labels": lanes.labels(replay),
        }
        for name in ("turns", "summaries", "areas", "lives"):
            shown[name]["fill"] = [palette[str(kind)] for kind in shown[name]["kind"]]
        for name in ("turns", "summaries"):  # an item has an edge, and what is merged has none between its steps
            columns = shown[name]
            columns["line"] = [palette["edge"] if one else fill for one, fill in zip(columns["id"], columns["fill"])]
        bars = shown["lives"]
        count = len(bars["kind"])
        bars["edge"] = [palette["edge"]] * count
        bars["alpha"], bars["pale"] = [0.0 if together else 1.0] * count, [0.0 if together else 0.25] * count
        if together:
            bars["fill"] = [palette["ink"]] * count
        for name in ("marks", "ends"):
            kinds = [str(kind) for kind in shown[name]["kind"]]
            shown[name]["marker"] = [MARKERS[kind] for kind in kinds]
            shown[name]["fill"] = [palette["budget" if kind in SOLID else "edge"] for kind in kinds]
        shown["labels"]["edge"] = [palette["edge"]] * len(shown["labels"]["y"])
        for name, columns in shown.items():
            self._data[name].data = columns
        self._x.update(end=replay.fixture.duration)
        self._tokens.end = height(replay)
        readable = not together and len(names) <= READABLE
        self._lane_range.start = max(1, len(names))
        self._ticker.ticks = [lane + 0.5 for lane in range(len(names) if readable else 0)]
        self._lives.yaxis.major_label_overrides = {lane + 0.5: name for lane, name in enumerate(names) if readable}
        for part in self._ends:
            part.glyph.size = 11 if readable else 7
        self._lines(replay)
        first = calls(replay).failed[:1]
        self._beyond.update(left=first[0].seconds if first else 0, visible=bool(first))
        self._never.update(x=replay.fixture.duration, y=max(1, len(names)), visible=bool(first))

    def _lines(self, replay: Replay) -> None:
        settings = replay.settings
        weights = (settings.budget, alert(settings))
        texts = (describe.pictures.budget_line(settings), describe.pictures.alert_line(settings))
        for weight, text, under, line, name in zip(
            weights, texts, self._under, (self._budget, self._alert), self._named, strict=True
        ):
            for part in (under, line):
                part.update(location=weight or 0, visible=weight is not None)
            name.update(y=weight or 0, text=text, visible=weight is not None)

    def colour(self, theme: str) -> None:
        """Give everything but the blocks, the bars and what fills a mark its colour."""
        palette = PALETTES[theme]
        for blocks, labels in zip(self._blocks, self._labels):
            blocks.glyph.hatch_color = palette["edge"]
            labels.glyph.text_color = palette["label"]
        for line, name, colour in zip((self._budget, self._alert), self._named, ("budget", "alert")):
            line.line_color = palette[colour]
            name.update(text_color=palette[colour], background_fill_color=palette["edge"])
        self._beyond.hatch_color = palette["ink"]
        self._never.update(text_color=palette["budget"], background_fill_color=palette["edge"])
        for under in self._under:
            under.line_color = palette["edge"]
        self._names.glyph.text_color = palette["ink"]
        for below, above in (self._marks, self._ends):
            below.glyph.update(line_color=palette["edge"])
            above.glyph.update(line_color=palette["budget"])
        for axis in (*self._context.axis, *self._lives.axis):
            axis.update(
                **dict.fromkeys(
                    ("major_label_text_color", "axis_label_text_color", "major_tick_line_color"), palette["ink"]
                )
            )
        for veil, playhead in zip(self._veils, self._playheads):
            veil.fill_color = veil.line_color = palette["veil"]
            playhead.line_color = palette["ink"]


def _marked(plot: figure, source: ColumnDataSource, size: int) -> tuple[GlyphRenderer[Scatter], GlyphRenderer[Scatter]]:
    """The marks of a source, and below each of them a wider one that keeps it apart from what it stands on."""
    below = plot.scatter(source=source, x="x", y="y", marker="marker", size=size, line_width=6, fill_alpha=0)
    above = plot.scatter(source=source, x="x", y="y", marker="marker", size=size, line_width=2, fill_color="fill")
    return below, above
