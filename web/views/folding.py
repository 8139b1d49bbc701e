"""Folds long texts and long lists after a few lines, because a log of 4,000 lines must not push everything else off the screen.

The folded part is not sent to the page, so a lesson with a text of many megabytes opens as fast as any other.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from markupsafe import Markup

from sim import describe
from sim.describe.summaries import Said
from sim.lesson.turn import Turn

from .markup import LARGE, html, row

CHARACTERS = 600  # a longer text is folded
LINES = 8  # a text with more line breaks is folded, and a list with more lines
BEGINNING = 280  # characters that are shown of a folded text
MOST = 200_000  # the most characters that are shown of an unfolded text


def folded(turn: Turn, unfolded: Set[str]) -> Markup:
    """The turn's text. A long text has a button that unfolds it or folds it again."""
    text = turn.text
    if not _long(text):
        return row('<p class="text" dir="auto">{text}</p>', text=text)
    whole = turn.id in unfolded
    return html(
        '<p class="text" dir="auto">{text}</p>\n{button}',
        text=text[:MOST] if whole else _beginning(text),
        button=_button(
            turn.id,
            whole,
            describe.folds.unfold(turn.id, len(text)),
            describe.folds.cut(MOST) if len(text) > MOST else "",
        ),
    )


def folded_lines(
    summary: str, lines: Sequence[tuple[Said, ...]], unfolded: Set[str]
) -> tuple[Sequence[tuple[Said, ...]], Markup]:
    """The lines to show of a summary (by id), in their order, and for long ones the button that unfolds or folds them.

    While many lines are folded, those that were added, changed or dropped, or that no turn supports, are the first to be
    among the few.
    """
    if len(lines) <= LINES and not any(_long(said.text) for line in lines for said in line):
        return lines, Markup()
    whole = summary in unfolded
    told_first = sorted(range(len(lines)), key=lambda k: not any(said.mark or said.unsupported for said in lines[k]))
    shown = lines[:LARGE] if whole else [lines[k] for k in sorted(told_first[:LINES])]
    return (
        [
            tuple(said._replace(text=said.text[:MOST] if whole else _beginning(said.text)) for said in line)
            for line in shown
        ],
        _button(
            summary,
            whole,
            describe.folds.unfold_lines(summary, len(lines)),
            describe.folds.cut_lines(LARGE) if len(lines) > LARGE else "",
        ),
    )


def _long(text: str) -> bool:
    return len(text) > CHARACTERS or text.count("\n") >= LINES


def _beginning(text: str) -> str:
    """The first lines of a long text; a short text as it is."""
    if not _long(text):
        return text
    lines = text[:BEGINNING].split("\n")[: LINES // 2]
    return "\n".join(lines).rstrip() + "\N{HORIZONTAL ELLIPSIS}"


def _button(id: str, whole: bool, unfold: str, cut: str) -> Markup:
    return html(
        """<p class="fold"><button type="button" data-act="unfold" value="{id}" aria-expanded="{expanded}">{words}</button>{cut}</p>""",
        id=id,
        expanded="true" if whole else "false",
        words=describe.folds.fold(id) if whole else unfold,
        cut=html(" <span>{words}</span>", words=cut) if whole and cut else "",
    )
