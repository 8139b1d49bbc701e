"""From a symptom to the lever, each shown by two replays of a bundled lesson: without the lever and with it.

An engineer comes with a symptom and not with the name of a policy. The figures come from the replays, so an advice that a
lesson does not bear out cannot be given.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from sim.analysis.viewpoint import Viewpoint
from sim.describe import levers as words
from sim.guide.filling import fill
from sim.lesson.fixture import Fixture
from sim.lesson.step import Chosen
from sim.library import find

WITHOUT = "without"


class Lever(msgspec.Struct, frozen=True, kw_only=True):
    """Where one symptom is shown.

    - `name`: which of `describe.levers.SYMPTOMS` it is.
    - `lesson`: the lesson's id.
    - `without`: the settings under which the symptom is seen; by default those with which the lesson opens.
    - `settings`: the settings with the lever.
    - `at`: the moment, in seconds; None: the end of the lesson.
    """

    name: str
    lesson: str
    without: Chosen = Chosen()
    settings: Chosen
    at: float | None = None


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """One symptom as it is read.

    - `words`: symptom, cause and lever.
    - `text`: what the lesson shows, with its numbers.
    - `without`: the moment without the lever.
    - `with_it`: the same moment with it.
    - `missing`: the names in `text` that have no value there; empty: every name has one.
    """

    words: words.Words
    text: str
    without: Viewpoint
    with_it: Viewpoint
    missing: tuple[str, ...] = ()

    @property
    def fixture(self) -> Fixture:
        """The lesson."""
        return self.with_it.fixture


LEVERS = (
    Lever(
        name="forgets",
        lesson="code-review",
        without=Chosen(policy="keep-last", parameters={"pairs": "whole"}),
        settings=Chosen(policy="compression-subagent"),
    ),
    Lever(
        name="distorts",
        lesson="summary-drift",
        settings=Chosen(parameters={"pinned": "all"}),
    ),
    Lever(
        name="rejected",
        lesson="code-review",
        without=Chosen(policy="keep-last", parameters={"pairs": "split"}),
        settings=Chosen(policy="keep-last", parameters={"pairs": "whole"}),
        at=57,
    ),
    Lever(
        name="slower",
        lesson="summary-cost",
        without=Chosen(parameters={"share": 0.2}),
        settings=Chosen(parameters={"share": 0.6}),
    ),
)


@lru_cache(maxsize=1)
def shown() -> tuple[Shown, ...]:
    """Every lever with what its lesson shows. It is remembered."""
    return tuple(_shown(lever) for lever in LEVERS)


def _shown(lever: Lever) -> Shown:
    fixture, said = find(lever.lesson), words.SYMPTOMS[lever.name]
    seconds = fixture.duration if lever.at is None else lever.at
    with_it, without = (Viewpoint.of(fixture, chosen, seconds) for chosen in (lever.settings, lever.without))
    filled = fill(said.shown, with_it, {WITHOUT: without})
    return Shown(
        words=said,
        text=filled.text,
        without=without,
        with_it=with_it,
        missing=filled.missing,
    )
