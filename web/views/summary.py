"""Shows what a summary says, and what its newest generation added, changed and dropped."""

from __future__ import annotations

from collections.abc import Set

from markupsafe import Markup

from sim import describe
from sim.analysis.generations import newest_change
from sim.describe.summaries import Mark, Said
from sim.replay import Replay
from sim.state.summary import Summary

from .folding import folded_lines
from .markup import html, joined, row, when

# The words of a line say what its element says, because most screen readers are silent about the element.
TEMPLATE: dict[Mark, str] = {
    "": '<span dir="auto"{kind}>{text}</span>',
    "inserted": '<ins dir="auto"{kind}>{text}</ins>',
    "deleted": '<del dir="auto"{kind}>{text}</del>',
}


def said(summary: Summary, replay: Replay, unfolded: Set[str]) -> Markup:
    """What its newest generation changed, its lines, each with what became of it, and which turns it covers."""
    change = newest_change(replay, summary)
    lines, button = folded_lines(summary.id, describe.rewordings(change), unfolded)
    return html(
        """<p class="since">{since} {says}</p>{lines}{button}
<p class="text">{covers}</p>""",
        covers=f"{describe.summary(summary)} {describe.standing(summary)}",
        since=describe.since(change),
        says=describe.says(summary),
        lines=html('<ul class="entries">{lines}</ul>', lines=joined(map(_line, lines))) if lines else "",
        button=button,
    )


def _line(line: tuple[Said, ...]) -> Markup:
    return html(
        "<li>{parts}</li>",
        parts=Markup(" ").join(
            row(TEMPLATE[said.mark], text=said.text, kind=when(said.unsupported, ' class="unsupported"'))
            for said in line
        ),
    )
