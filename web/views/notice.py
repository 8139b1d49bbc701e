"""Shows what could not be used, until the person dismisses it."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup

from sim import describe

from ..components.region import Region
from ..experiment import Experiment
from .markup import html
from .view import View


def notice(sentence: str) -> Markup:
    """The sentence with a button that dismisses it. Empty without a sentence."""
    if not sentence:
        return Markup()
    return html(
        '<p class="notice"><span>{sentence}</span> <button type="button" data-act="dismiss">{dismiss}</button></p>',
        sentence=sentence,
        dismiss=describe.page.DISMISS,
    )


class NoticeView(View):
    """The notice of an experiment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        self._panel = Region(html=pn.bind(notice, experiment.param.notice), act=lambda *_: experiment.dismiss())
