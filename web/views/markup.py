"""Why: a lesson's text is data, so whatever goes into a panel is escaped unless it was written here."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

LARGE = 400  # turns; beyond it the panels show the newest rows only, and the map and the picture step back


def html(template: str, **values: object) -> Markup:
    """The template with its values escaped, except those that are markup already."""
    return Markup(template).format(**values)


def joined(parts: Iterable[object]) -> Markup:
    """The parts one after the other, each escaped unless it is markup already."""
    return Markup("").join(parts)


def when(condition: object, text: str) -> Markup:
    """An attribute or a piece of markup of ours, or nothing."""
    return Markup(text if condition else "")
