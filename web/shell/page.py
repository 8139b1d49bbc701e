"""Why: the lesson must be readable before Python is up, so the build writes the first frame into the page.

The panels are those of the very session whose document the page embeds, so what is read first is what stays.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from markupsafe import Markup

from sim import describe

from ..keys import KEYS
from ..views.markup import html, joined

if TYPE_CHECKING:
    from ..app import Session

LOADED = ("core", "library", "packs", "native", "memory", "documents", "panel", "scripts")
TEMPLATE = Path(__file__).with_name("page.html")


def render(session: Session, files: dict) -> str:
    """The page as HTML. `files` gives the addresses, relative to the page, of all that it loads (see `runtime/`)."""
    words = describe.page
    panels = {f"panel_{name}": _panel(panel) for name, panel in session.panels.items()}
    boot = {
        "files": {name: files[name] for name in LOADED},
        "words": {**words.BOOT, "expand": words.EXPAND, "collapse": words.COLLAPSE},
        "keys": [msgspec.to_builtins(key) for key in KEYS],
    }
    return str(
        html(
            TEMPLATE.read_text("utf-8"),
            title=words.title(session.experiment.fixture),
            name=words.NAME,
            question=words.QUESTION,
            description=describe.STATEMENT,
            words=words,
            style=files["style"],
            icon=files["icon"],
            boot=files["boot"],
            scripts=joined(html('<link rel="preload" as="script" href="{src}">\n', src=src) for src in files["scripts"]),
            preloads=joined(
                html('<link rel="preload" as="fetch" crossorigin href="{href}" media="(prefers-color-scheme: {theme})">\n', href=href, theme=theme)
                for theme, href in files["documents"].items()
            ),
            keys=joined(_key_row(key) for key in KEYS),
            # "<" could end the script element
            boot_data=Markup(json.dumps(boot, ensure_ascii=True).replace("<", "\\u003c")),
            waiting=words.BOOT["waiting"],
            fetch=words.BOOT["fetch"],
            again=words.BOOT["again"],
            **panels,
        )
    )


def _panel(panel: object) -> Markup:
    return html('<div class="view">{content}</div>', content=Markup(panel.html)) if hasattr(panel, "html") else Markup()


def _key_row(key: object) -> Markup:
    return html(
        '<tr><th scope="row">{names}</th><td>{does}</td><td>{place}</td></tr>',
        names=joined(html("<kbd>{name}</kbd> ", name=describe.page.KEY_NAMES.get(name, name)) for name in key.keys),
        does=key.does,
        place=describe.page.PLACES[key.place],
    )
