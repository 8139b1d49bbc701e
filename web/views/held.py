"""Shows what the session's state holds, which is no part of the context and outlives every turn in it."""

from __future__ import annotations

from markupsafe import Markup

from sim import describe
from sim.replay import Frame

from .markup import LARGE, html, joined


def held(frame: Frame) -> Markup:
    """A folded list: each key with its value, who wrote it, and which instructions read it."""
    rows = describe.states.rows(frame)[:LARGE]
    return html(
        """<details class="keys"><summary>{heading}</summary><p class="hint">{hint}</p>{rows}</details>""",
        heading=describe.states.HEADING,
        hint=describe.states.HINT if rows else describe.states.EMPTY,
        rows=html(
            '<ul class="lines">{lines}</ul>',
            lines=joined(html('<li dir="auto">{line}</li>', line=line) for line in rows),
        )
        if rows
        else "",
    )
