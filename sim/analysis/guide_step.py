"""A step of the guide as it is read, on the page and on paper, with its numbers filled in."""

from __future__ import annotations

import msgspec

from sim.analysis.asked import Asked, Posed
from sim.analysis.failed_calls import NONE_FAILED, Failures
from sim.lesson.step import Panel
from sim.replay import Frame
from sim.settings import Settings


class GuideStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of the guide.

    - `number`: the number of the step, from 1.
    - `count`: how many steps there are.
    - `title`: its heading.
    - `text`: its text with the numbers filled in.
    - `settings`: the settings that it is about.
    - `seconds`: the moment that it is about, in seconds.
    - `panel`: the panel to look at.
    - `look`: the id of the fact, turn or summary in that panel that it is about; empty: none.
    - `missing`: the names in the text, with their braces, that have no value at their moment.
    - `question`: what is asked first; None: nothing is.
    - `opening`: where the playhead is until the question is answered, in seconds: a moment that does not yet show the
      answer. Without a question, the same as `seconds`.
    """

    number: int
    count: int
    title: str
    text: str
    settings: Settings
    seconds: float
    panel: Panel
    look: str = ""
    missing: tuple[str, ...] = ()
    question: Asked | None = None
    opening: float = 0.0


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """One step of the guide as it stands on paper, for a learner or with the answers.

    - `number`: the number of the step, from 1.
    - `count`: how many steps there are.
    - `title`: its heading.
    - `settings`: the settings that it is about.
    - `seconds`: the moment that it is about, in seconds.
    - `frame`: the state that is shown: at that moment, or for a learner one arrival before a question's.
    - `failures`: which calls have failed up to that state.
    - `text`: its text with the numbers filled in; empty: it would tell the learner the answer, as would the facts' standing.
    - `question`: what is asked, an `Asked` if the answer is shown; None: nothing is.
    """

    number: int
    count: int
    title: str
    settings: Settings
    seconds: float
    frame: Frame
    failures: Failures = NONE_FAILED
    text: str
    question: Posed | None = None
