"""What the lesson is, what to look for in it, and what none of it measures."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup
from panel.viewable import Viewer

from sim import describe
from sim.fixture import Fixture, find, lessons

from ..components.region import Region
from ..experiment import Experiment
from .markup import html, joined, when


def lesson(fixture: Fixture, origin: str, ready: bool) -> Markup:
    """The lesson's title, its guidance, the way to its data, and the statement."""
    names = [(name, find(name).title) for name in lessons()]
    if origin:
        names.append(("", f"{fixture.title} ({origin})"))
    chosen = "" if origin else fixture.id
    return html(
        """<section aria-labelledby="lesson-heading" class="lesson">
<p class="choice"><label for="lesson">Lesson</label> <select id="lesson" data-act="lesson"{waiting}>{options}</select></p>
<h2 id="lesson-heading">{title}</h2>
<p class="about">{about}</p>
{emptiness}
<p class="contents">{contents}. {data}</p>
<p class="statement">{statement}</p>
</section>""",
        waiting=when(not ready, " disabled"),
        options=joined(
            html('<option value="{name}"{chosen}>{title}</option>', name=name, title=title, chosen=when(name == chosen, " selected"))
            for name, title in names
        ),
        title=fixture.title,
        about=fixture.about,
        emptiness=html('<p class="emptiness">{text}</p>', text=text)
        if (text := describe.emptiness(fixture))
        else "",
        contents=describe.contents(fixture),
        data=html('<a href="fixtures/{name}.json">{words}</a>', name=fixture.id, words=describe.page.LESSON_DATA)
        if not origin
        else describe.page.from_file(origin),
        statement=describe.STATEMENT,
    )


class LessonView(Viewer):
    """The lesson of an experiment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._panel = Region(
            html=pn.bind(lesson, p.fixture, p.origin, p.ready),
            act=lambda _, name: name and experiment.lesson(name),
        )

    def __panel__(self) -> Region:
        return self._panel
