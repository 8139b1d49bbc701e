"""Shows what the model would read now, and what the policy has just done."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.analysis.failed_calls import NONE_FAILED, Failures
from sim.lesson.turn import Turn
from sim.replay import Frame, Replay
from sim.state.context import Summary
from sim.state.provenance import FactStatus

from ..components.region import Region
from ..experiment import Experiment
from .folding import folded
from .markup import BEYOND, FACT, LARGE, about, html, joined, row, when
from .summary import said
from .view import View


def context(
    frame: Frame, replay: Replay, unfolded: frozenset[str] = frozenset(), failures: Failures = NONE_FAILED
) -> Markup:
    """The context in reading order, its weight compared with the budget, what the policy did, and which calls failed."""
    budget = frame.settings.budget
    return html(
        """<section aria-labelledby="context-heading" class="context">
<h2 id="context-heading" tabindex="-1">{heading}</h2>
<p class="hint">{hint}</p>
<div class="meter{over}" role="meter" aria-label="{meter_label}" aria-valuemin="0" aria-valuemax="{budget}" aria-valuenow="{shown}" aria-valuetext="{meter}">
<div class="fill">{shares}</div></div>
<p class="meter-text"><strong>{meter}</strong></p>
<p class="did">{did}</p>
{wrong}{items}
</section>""",
        heading=describe.labels.CONTEXT,
        hint=describe.page.CONTEXT_HINT,
        over=when(frame.tokens > budget, " over"),
        meter_label=describe.page.METER,
        budget=budget,
        shown=min(frame.tokens, budget),
        meter=describe.meter(frame, budget),
        shares=_shares(frame),
        did=describe.operations(frame),
        wrong=_wrong(describe.failures.at_arrival(failures), describe.faults(frame.faults)),
        items=_items(frame, replay, unfolded, failures),
    )


def _wrong(failed: Sequence[str], faults: Sequence[str]) -> Markup:
    """The calls that failed at this arrival, and what a provider rejects in the context; nothing if nothing is wrong."""
    lines = [*((text, "failed") for text in failed), *((text, "fault") for text in faults)]
    if not lines:
        return Markup()
    return html(
        '<div class="wrong">{lines}</div>',
        lines=joined(html('<p class="{kind}">{text}</p>', kind=kind, text=text) for text, kind in lines),
    )


def _shares(frame: Frame) -> Markup:
    whole = max(frame.settings.budget, frame.tokens)
    standings = by_item(frame.facts)
    return joined(
        row(
            '<span class="share {kind}" data-id="{id}" style="--share:{share:.4f}"></span>',
            id=item.id,
            kind=kind(item, standings.get(item.id, {})),
            share=item.tokens / whole,
        )
        for item in frame.context.items()[-LARGE:]
    )


def _items(frame: Frame, replay: Replay, unfolded: frozenset[str], failures: Failures) -> Markup:
    items = frame.context.items()
    if not items:
        return html('<p class="empty">{text}</p>', text=describe.page.EMPTY_CONTEXT)
    standings = by_item(frame.facts)
    return html(
        """{left_out}<div class="held" role="group" aria-labelledby="context-heading" tabindex="0" data-follow>
<ol class="items" aria-labelledby="context-heading">{items}</ol>{left}</div>""",
        left_out=html('<p class="hint">{text}</p>', text=describe.folds.left_out(len(items) - LARGE))
        if len(items) > LARGE
        else "",
        items=joined(
            _item(
                item,
                standings.get(item.id, {}),
                replay,
                unfolded,
                _is_new(item, frame),
                failures.reaches(_brought(item, frame)),
            )
            for item in _in_sight(items)
        ),
        left=html('<p class="left-now"><b>{words}</b> {left}</p>', words=describe.page.LEFT_NOW, left=left)
        if (left := describe.left_now(frame))
        else "",
    )


def by_item(standings: dict[str, FactStatus]) -> dict[str, dict[str, FactStatus]]:
    """The facts that each item mentions, backs or records, with their statuses. Without this, each row would search all facts."""
    found: dict[str, dict[str, FactStatus]] = {}
    for fact, standing in standings.items():
        for item in {*standing.mentioned_by, *(holder for holder, _ in standing.through)}:
            found.setdefault(item, {})[fact] = standing
    return found


def _in_sight(items: tuple[Turn | Summary, ...]) -> tuple[Turn | Summary, ...]:
    """The items to show. A very long context is cut to its first and its newest items."""
    if len(items) <= LARGE:
        return items
    leading = tuple(takewhile(lambda item: isinstance(item, Summary) or item.pinned, items))[: LARGE // 2]
    return leading + items[len(leading) - LARGE :]


def _is_new(item: Turn | Summary, frame: Frame) -> bool:
    """Whether this arrival brought it: the turn that arrived, or a summary that was written because of it."""
    if isinstance(item, Turn):
        return item is frame.arrived
    return any(operation.into == item.id for operation in frame.operations)


def _brought(item: Turn | Summary, frame: Frame) -> int:
    """The number of the arrival that brought the item."""
    return item.written if isinstance(item, Summary) else frame.context.session.position[item.id] + 1


def _item(
    item: Turn | Summary,
    standings: dict[str, FactStatus],
    replay: Replay,
    unfolded: frozenset[str],
    new: bool,
    reached: bool,
) -> Markup:
    return row(
        """<li class="item {kind}{now}{past}" tabindex="-1" data-id="{id}" data-of="{of}"><p class="head"><b>{id}</b> <span class="role">{role}</span>{new}{beyond} <span class="weight">{weight}</span></p>
{text}{marks}</li>""",
        kind=kind(item, standings),
        now=when(new, " now"),
        new=html(' <span class="new">{word}</span>', word=describe.page.new(isinstance(item, Summary))) if new else "",
        past=when(not reached, " beyond"),
        beyond="" if reached else BEYOND,
        of=about(f"{FACT}{fact}" for fact in standings),
        id=item.id,
        role=describe.page.SUMMARY if isinstance(item, Summary) else describe.words.speaker(item),
        weight=describe.words.tokens(item.tokens),
        text=said(item, replay, unfolded) if isinstance(item, Summary) else folded(item, unfolded),
        marks=joined(
            row('<p class="mark {kind}">{text}</p>', kind=kind, text=text)
            for kind, text in (
                (kind(item, standings), describe.item_backs(item.id, standings)),
                ("mentioned", describe.page.item_mentions(item.id, standings)),
                ("pinned", describe.page.PINNED if isinstance(item, Turn) and item.pinned else ""),
            )
            if text
        ),
    )


def kind(item: Turn | Summary, standings: dict[str, FactStatus]) -> str:
    """The kind that gives the row its colour. The row's words say the same, so colour is never the only sign."""
    held = {standing.source for standing in standings.values() for holder, _ in standing.through if holder == item.id}
    if held:
        return "backed" if "user" in held else "recorded"
    if any(item.id in standing.mentioned_by for standing in standings.values()):
        return "mentioned"
    return "summary" if isinstance(item, Summary) else "plain"


class ContextView(View):
    """The context at the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._panel = Region(
            html=pn.bind(context, p.frame, p.replay, p.unfolded, p.failures),
            act=lambda _, turn: experiment.unfold(turn),
        )
