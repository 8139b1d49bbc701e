"""Writes the first frame into the page at the build, so that the lesson is readable before Python has started.

The panels come from the same application whose document the page embeds, so nothing changes on the page when Python joins it.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from markupsafe import Markup

from sim import describe
from sim.levers import Shown, shown

from ..address import leads_to
from ..keys import KEYS, Key
from ..views.markup import html, joined

if TYPE_CHECKING:
    from ..app import Application

LOADED = ("core", "library", "packs", "native", "memory", "documents", "panel", "scripts")
# Where the row of links on a small screen leads, in the order of reading.
JUMPS = (
    ("guide-heading", describe.guide.HEADING),
    ("settings-heading", describe.labels.SETTINGS),
    ("picture", describe.labels.PICTURE),
    ("context-heading", describe.labels.CONTEXT),
    ("evidence-heading", describe.labels.EVIDENCE),
    ("transcript-heading", describe.labels.TRANSCRIPT),
    ("comparison-heading", describe.labels.COMPARE),
    ("notes-heading", describe.labels.NOTES),
)
TEMPLATE = Path(__file__).with_name("template.html")
WATCH = Path(__file__).with_name("cannot-run.js")


def render(session: Application, files: Mapping[str, Any]) -> str:
    """The page as HTML. `files` gives the addresses of all files that the page loads, relative to the page (see `runtime/`)."""
    words = describe.page
    watch = WATCH.read_text("utf-8")
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
            labels=describe.labels,
            style=files["style"],
            icon=files["icon"],
            boot=files["boot"],
            pulse=files["pulse"],
            watch=Markup(watch),
            watch_hash=f"sha256-{base64.b64encode(hashlib.sha256(watch.encode()).digest()).decode()}",
            scripts=joined(
                html('<link rel="preload" as="script" href="{src}">\n', src=src) for src in files["scripts"]
            ),
            preloads=joined(
                html(
                    '<link rel="preload" as="fetch" crossorigin href="{href}" media="(prefers-color-scheme: {theme})">\n',
                    href=href,
                    theme=theme,
                )
                for theme, href in files["documents"].items()
            ),
            keys=joined(_key_row(key) for key in KEYS),
            levers=describe.levers,
            symptoms=joined(map(_symptom, shown())),
            order=joined(html("<li>{line}</li>", line=line) for line in describe.levers.ORDER),
            never=joined(html("<li>{line}</li>", line=line) for line in describe.levers.NEVER),
            questions=joined(html("<li>{line}</li>", line=line) for line in describe.levers.QUESTIONS),
            jumps=joined(
                html('<li><a href="#{place}">{name}</a></li>', place=place, name=name) for place, name in JUMPS
            ),
            # an unescaped "</script>" in a text would end the script element
            boot_data=Markup(json.dumps(boot, ensure_ascii=True).replace("<", "\\u003c")),
            waiting=words.BOOT["waiting"],
            fetch=words.BOOT["fetch"],
            **panels,
        )
    )


def _panel(panel: object) -> Markup:
    return html('<div class="view">{content}</div>', content=Markup(panel.html)) if hasattr(panel, "html") else Markup()


def _symptom(one: Shown) -> Markup:
    levers = describe.levers
    return html(
        """<details><summary>{symptom}</summary>
<dl><dt>{cause}</dt><dd>{why}</dd><dt>{lever}</dt><dd>{change}</dd>
<dt>{seen}</dt><dd>{lesson}: {text} <a href="?{without}" data-leads>{see_without}</a>, <a href="?{settings}" data-leads>{see_with}</a></dd></dl></details>
""",
        symptom=one.words.symptom,
        cause=levers.CAUSE,
        why=one.words.cause,
        lever=levers.LEVER,
        change=one.words.lever,
        seen=levers.SHOWN,
        lesson=one.fixture.title,
        text=one.text,
        without=leads_to(one.without),
        settings=leads_to(one.with_it),
        see_without=levers.WITHOUT,
        see_with=levers.WITH,
    )


def _key_row(key: Key) -> Markup:
    return html(
        '<tr><th scope="row">{names}</th><td>{does}</td><td>{place}</td></tr>',
        names=joined(html("<kbd>{name}</kbd> ", name=describe.keys.KEY_NAMES.get(name, name)) for name in key.keys),
        does=key.does,
        place=describe.keys.PLACES[key.place],
    )
