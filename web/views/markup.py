"""Escapes everything that goes into a panel, except our own markup, because a lesson's text is data and must not act as HTML."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from markupsafe import Markup

from sim import describe

LARGE = 400  # turns; in a longer lesson the panels show only some rows, and there is no map


def html(template: str, **values: object) -> Markup:
    """The template with its values. Values that are not markup already are escaped."""
    return Markup(template).format(**values)


# Most rows of a list do not change from one moment to the next, so they are cached. `typed` keeps markup apart from a string of
# the same text, which must be escaped.
row = lru_cache(maxsize=4096, typed=True)(html)


def joined(parts: Iterable[str]) -> Markup:
    """All parts in their order. Parts that are not markup already are escaped."""
    return Markup("").join(parts)


FACT = "fact:"  # put before a fact's id where it stands beside ids of turns; no id holds a space


# Marks the row of a turn or summary that these settings would never have reached, because a call had failed before.
BEYOND = html(' <span class="never">{words}</span>', words=describe.failures.NOT_REACHED)


def about(ids: Iterable[str]) -> str:
    """Ids as an attribute holds them, so that the page can mark everything that is about one of them."""
    return " ".join(dict.fromkeys(ids))


def when(condition: object, text: str) -> Markup:
    """Our own `text`, unescaped, if the condition holds, and otherwise nothing."""
    return Markup(text if condition else "")
