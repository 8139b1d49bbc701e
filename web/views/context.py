"""What the model would read now, and what the policy just did."""

from __future__ import annotations

from itertools import takewhile

import panel as pn
from markupsafe import Markup
from panel.viewable import Viewer

from sim import describe
from sim.context import Summary
from sim.fixture import Turn
from sim.provenance import Standing
from sim.replay import Frame

from ..components.region import Region
from ..experiment import Experiment
from .markup import LARGE, html, joined, when


def context(frame: Frame) -> Markup:
    """The context in reading order, its weight against the budget, and what the policy did."""
    budget = frame.settings.budget
    return html(
        """<section aria-labelledby="context-heading" class="context">
<h2 id="context-heading">Context</h2>
<p class="hint">{hint}</p>
<div class="meter{over}" role="meter" aria-label="{meter_label}" aria-valuemin="0" aria-valuemax="{budget}" aria-valuenow="{shown}" aria-valuetext="{meter}">
<div class="fill">{shares}</div></div>
<p class="meter-text"><strong>{meter}</strong></p>
<p class="did">{did}</p>
{faults}{items}
</section>""",
        hint=describe.page.CONTEXT_HINT,
        over=when(frame.tokens > budget, " over"),
        meter_label=describe.page.METER,
        budget=budget,
        shown=min(frame.tokens, budget),
        meter=describe.meter(frame, budget),
        shares=_shares(frame),
        did=describe.operations(frame),
        faults=joined(html('<p class="fault">{fault}</p>', fault=fault) for fault in describe.faults(frame.faults)),
        items=_items(frame),
    )


def _shares(frame: Frame) -> Markup:
    whole = max(frame.settings.budget, frame.tokens)
    standings = frame.facts
    return joined(
        html('<span class="share {kind}" style="--share:{share:.4f}"></span>', kind=_kind(item, standings), share=item.tokens / whole)
        for item in frame.context.items()[-LARGE:]
    )


def _items(frame: Frame) -> Markup:
    items = frame.context.items()
    if not items:
        return html('<p class="empty">{text}</p>', text=describe.page.EMPTY_CONTEXT)
    standings = frame.facts
    return html(
        '{left_out}<ol class="items" aria-labelledby="context-heading">{items}</ol>',
        left_out=html('<p class="hint">{text}</p>', text=describe.page.left_out(len(items) - LARGE)) if len(items) > LARGE else "",
        items=joined(_item(item, standings) for item in _in_sight(items)),
    )


def _in_sight(items: tuple[Turn | Summary, ...]) -> tuple[Turn | Summary, ...]:
    """Of a very long context what leads it, and the newest."""
    if len(items) <= LARGE:
        return items
    leading = tuple(takewhile(lambda item: isinstance(item, Summary) or item.pinned, items))[: LARGE // 2]
    return leading + items[len(leading) - LARGE :]


def _item(item: Turn | Summary, standings: dict[str, Standing]) -> Markup:
    summary = isinstance(item, Summary)
    return html(
        """<li class="item {kind}"><p class="head"><b>{id}</b> <span class="role">{role}</span> <span class="weight">{weight}</span></p>
<p class="text">{text}</p>{structure}{marks}</li>""",
        kind=_kind(item, standings),
        id=item.id,
        role=describe.page.SUMMARY if summary else item.role,
        weight=describe.words.tokens(item.tokens),
        text=f"{describe.summary(item)} {describe.standing(item)}" if summary else item.text,
        structure=_structure(item) if summary else "",
        marks=joined(
            html('<p class="mark {kind}">{text}</p>', kind=kind, text=text)
            for kind, text in (
                ("backed", describe.item_backs(item.id, standings)),
                ("mentioned", describe.page.item_mentions(item.id, standings)),
                ("pinned", describe.page.PINNED if not summary and item.pinned else ""),
            )
            if text
        ),
    )


def _structure(summary: Summary) -> Markup:
    structure = summary.said.structure
    if structure is None:
        return Markup()
    lines = zip(structure.entries, describe.structure(structure))
    return html(
        '<ul class="entries">{lines}</ul>',
        lines=joined(
            html("<li{mark}>{line}</li>", line=line, mark=when(noted.source is None, ' class="unsupported"'))
            for (_, noted), line in lines
        ),
    )


def _kind(item: Turn | Summary, standings: dict[str, Standing]) -> str:
    """The row's colour, which its words say too."""
    if any(holder == item.id for standing in standings.values() for holder, _ in standing.through):
        return "backed"
    if any(item.id in standing.mentioned_by for standing in standings.values()):
        return "mentioned"
    return "summary" if isinstance(item, Summary) else "plain"


class ContextView(Viewer):
    """The context at the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        self._panel = Region(html=pn.bind(context, experiment.param.frame))

    def __panel__(self) -> Region:
        return self._panel
