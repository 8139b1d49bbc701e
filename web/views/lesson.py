"""Shows what the lesson is about, what to look for, and what the simulation does not measure."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import groupby

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.lesson.fixture import Fixture
from sim.library import find, lessons

from ..components.region import Region
from ..experiment import Experiment
from .markup import html, joined, when
from .view import View


def lesson(fixture: Fixture, origin: str, ready: bool, kept: bool | None = None) -> Markup:
    """The lesson's title, its guidance, a link to its data, and the statement about what is not measured."""
    chosen = "" if origin else fixture.id
    opened = _option("", describe.labels.from_file(fixture.title, origin), chosen) if origin else ""
    return html(
        """<section aria-labelledby="lesson-heading" class="lesson">
<p class="choice"><label for="lesson">{label}</label> <select id="lesson" data-act="lesson" data-moves="elsewhere"{waiting}>{options}{opened}</select></p>
<details class="lessons"><summary>{all}</summary><ul>{entries}</ul></details>
<h2 id="lesson-heading" dir="auto">{title}</h2>
<p class="about" dir="auto">{about}</p>
{emptiness}
<p class="contents">{contents} {data}</p>
<details class="statement"><summary>{line}</summary><p>{statement}</p></details>
<p class="statement printed">{statement}</p>
</section>""",
        label=describe.labels.LESSON,
        waiting=when(not ready, " disabled"),
        options=joined(
            html('<optgroup label="{level}">{options}</optgroup>', level=level, options=_options(offered, chosen))
            for level, offered in groupby(_bundled(), key=lambda one: one.level)
        ),
        opened=opened,
        all=describe.labels.LESSONS,
        entries=joined(_entry(one, chosen, ready) for one in _bundled()),
        title=fixture.title,
        about=fixture.about,
        emptiness=html('<p class="emptiness">{text}</p>', text=text) if (text := describe.emptiness(fixture)) else "",
        contents=describe.page.sentence(describe.contents(fixture)),
        data=html('<a href="fixtures/{name}.json">{words}</a>', name=fixture.id, words=describe.page.LESSON_DATA)
        if not origin
        else describe.page.from_file(origin, kept),
        line=describe.STATEMENT_LINE,
        statement=describe.STATEMENT,
    )


@cache  # they do not change while the page is open, and reading them takes a fifth of a second in a browser
def _bundled() -> tuple[Fixture, ...]:
    """The bundled lessons, in the order in which they are taught."""
    return tuple(find(name) for name in lessons())


def _options(offered: Iterable[Fixture], chosen: str) -> Markup:
    return joined(_option(one.id, one.title, chosen) for one in offered)


def _option(name: str, title: str, chosen: str) -> Markup:
    return html(
        '<option value="{name}" dir="auto"{chosen}>{title}</option>',
        name=name,
        title=title,
        chosen=when(name == chosen, " selected"),
    )


def _entry(one: Fixture, chosen: str, ready: bool) -> Markup:
    """A lesson in the list of all lessons. Before Python is there, its link loads the page anew."""
    return html(
        '<li><a href="?lesson={name}" dir="auto"{act}{current}>{title}</a> <span class="taught">{taught}</span></li>',
        name=one.id,
        act=html(' data-act="lesson" data-value="{name}" data-moves="elsewhere"', name=one.id) if ready else "",
        current=when(one.id == chosen, ' aria-current="true"'),
        title=one.title,
        taught=describe.taught(one),
    )


class LessonView(View):
    """The lesson of an experiment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._experiment = experiment
        self._panel = Region(
            html=pn.bind(lesson, p.fixture, p.origin, p.ready, p.kept),
            act=self._act,
        )

    def _act(self, _: str, name: str | None) -> None:
        if name:
            self._experiment.lesson(name)
