"""Shows what each way of keeping the results of tools comes to, which results weigh most, and what the history consists of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from sim import describe
from sim.analysis.tool_results import has_ways, largest, portions, switched
from sim.replay import Frame, Replay

from .markup import html, joined


def results(frame: Frame, replay: Replay) -> Markup:
    """Three tables, folded away; empty for a lesson with one way only."""
    if not has_ways(frame.fixture):
        return Markup()
    told = describe.results
    return html(
        "{state}<details><summary>{heading}</summary>{switched}{largest}{portions}</details>",
        state=joined(html("<p>{line}</p>", line=line) for line in told.in_state(frame)),
        heading=told.HEADING,
        switched=_switched(frame, replay),
        largest=_largest(frame),
        portions=_portions(frame),
    )


def _switched(frame: Frame, replay: Replay) -> Markup:
    told = describe.results
    rows = [
        (told.title(row.way), row.history, row.context, row.left, row.read) for row in switched(replay, frame.seconds)
    ]
    return _table(told.SWITCHED, (told.WAY, *told.COLUMNS.values()), rows)


def _largest(frame: Frame) -> Markup:
    told, rows = describe.results, largest(frame)
    ways = [told.title(way) for way in rows[0].weights] if rows else []
    return _table(
        told.LARGEST, (told.RESULT, told.TOOL, *ways), [(row.turn, row.tool, *row.weights.values()) for row in rows]
    )


def _portions(frame: Frame) -> Markup:
    told, rows = describe.results, portions(frame)
    together = (told.TOTAL, sum(row.before for row in rows), sum(row.now for row in rows))
    found = [(told.part(row), row.before, row.now) for row in rows]
    return _table(told.PORTIONS, (told.PART, told.WHOLE, told.NOW), [*found, together] if found else [])


def _table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Markup:
    """A table whose rows begin with their heading; empty without rows."""
    rows = list(rows)
    if not rows:
        return Markup()
    return html(
        """<table class="results"><caption>{caption}</caption>
<thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table>""",
        caption=caption,
        columns=joined(html('<th scope="col">{name}</th>', name=name) for name in columns),
        rows=joined(
            html(
                '<tr><th scope="row">{first}</th>{cells}</tr>',
                first=first,
                cells=joined(
                    html('<td data-label="{name}">{value}</td>', name=name, value=value)
                    for name, value in zip(columns[1:], rest)
                ),
            )
            for first, *rest in rows
        ),
    )
