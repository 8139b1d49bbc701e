"""Why: one place holds what the person at the screen has chosen, so that every panel shows the same moment.

Values here are the engine's frozen ones, and what follows from a choice (the replay, the frame) is set in the
same breath as the choice, so that no panel ever sees one without the other. It knows nothing of Panel.
"""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode

import msgspec
import param

from sim import describe
from sim.export import Opened, document, fixture_bytes, open_document
from sim.fixture import Fixture, find, lessons
from sim.invalid import InvalidInput, shown
from sim.replay import Frame, Replay, replay
from sim.settings import Settings

FIRST_LESSON = "report-preference"
ADDRESS = "the address"


class Baseline(msgspec.Struct, frozen=True):
    """A frame that the learner captured, with the settings and the playhead (seconds) it was captured at."""

    frame: Frame
    seconds: float

    @property
    def settings(self) -> Settings:
        """The settings of the captured frame."""
        return self.frame.settings


class Experiment(param.Parameterized):
    """The state of a session at the screen; change it through its methods only."""

    fixture = param.ClassSelector(class_=Fixture, doc="The lesson that is open.")
    origin = param.String(doc="The name of the file that was opened; empty for a bundled lesson.")
    settings = param.ClassSelector(class_=Settings)
    replay = param.ClassSelector(class_=Replay, doc="Follows from the lesson and the settings.")
    frame = param.ClassSelector(class_=Frame, doc="Follows from the replay and the playhead.")
    seconds = param.Number(0.0, doc="The playhead.")
    run = param.Integer(0, doc="Counts the returns to zero, so that playback knows it was rewound.")
    baseline = param.ClassSelector(class_=Baseline)
    notice = param.String(doc="What could not be used, in a sentence; it stays until it is dismissed.")
    said = param.Tuple((0, ""), doc="The last announcement, numbered, because the same sentence may be said twice.")
    theme = param.Selector(objects=["light", "dark"])
    ready = param.Boolean(False, doc="Whether Python answers; until then the controls wait.")

    def __init__(self, **params: object) -> None:
        super().__init__(**params)
        self._told: Frame | None = None  # the frame that was announced last: a second later it is no news
        self._show(find(FIRST_LESSON))

    @property
    def address(self) -> str:
        """The query that leads back to this lesson, these settings and this moment."""
        return urlencode({"lesson": self.fixture.id, **self.settings.query(), "t": repr(self.seconds).removesuffix(".0")})

    def export(self) -> str:
        """The replay document as text, with where the learner is looking; of too long a replay the lesson alone."""
        try:
            return document(self.replay, self.seconds).decode()
        except InvalidInput as reason:
            self.refuse(describe.announcements.lesson_alone(reason))
            return fixture_bytes(self.fixture).decode()

    def choose(self, **changes: object) -> None:
        """Change settings: recomputes and returns to zero. InvalidInput if the lesson does not offer a value.

        `parameters` are added to those chosen; another policy begins with its own.
        """
        self._show(self.fixture, _changed(self.fixture, self.settings, changes))
        self.say(describe.announcements.recomputed(self.settings))

    def move(self, seconds: float, quiet: bool = False) -> None:
        """Put the playhead at a moment, within the lesson. A drag is `quiet`: it is not announced."""
        seconds = min(max(0.0, float(seconds)), self.fixture.duration)
        frame = self.replay.at(seconds)
        self.param.update(seconds=seconds, frame=frame)
        if not quiet and frame is not self._told:
            self._told = frame
            self.say(describe.arrival(frame))

    def capture(self) -> None:
        """Keep this frame to compare with."""
        self.baseline = Baseline(self.frame, self.seconds)
        self.say(describe.announcements.captured(self.frame, self.seconds))

    def forget_baseline(self) -> None:
        """Clear the captured frame."""
        self.baseline = None
        self.say(describe.announcements.BASELINE_CLEARED)

    def lesson(self, name: str) -> None:
        """Open a bundled lesson."""
        self._show(find(name))
        self.say(describe.announcements.opened(self.fixture))

    def open(self, data: bytes, name: str) -> None:
        """Open a file: a fixture or an earlier export. A bad one is named in the notice, and what is open stays."""
        try:
            opened: Opened = open_document(data, name)
        except InvalidInput as reason:
            self.refuse(describe.announcements.not_opened(reason))
            return
        self._show(opened.fixture, opened.settings, opened.seconds or 0.0, name)
        self.notice = ""
        self.say(describe.announcements.opened(self.fixture, name))

    def visit(self, query: str) -> None:
        """Take lesson, settings and moment from an address; what does not exist is named, the rest applies."""
        given = dict(parse_qsl(query.removeprefix("?"), keep_blank_values=True))
        refused: list[InvalidInput] = []
        fixture, origin = self._visited_lesson(given.get("lesson"), refused)
        settings = Settings.of(fixture)
        for field in ("policy", "budget", "fidelity"):
            if field in given:
                value = _number(given[field]) if field == "budget" else given[field]
                settings = _applied(fixture, settings, {field: value}, refused)
        for name in settings.parameters:
            if name in given:
                settings = _applied(fixture, settings, {"parameters": {name: given[name]}}, refused)
        seconds = _moment(given["t"], fixture, refused) if "t" in given else 0.0
        self._show(fixture, settings, seconds, origin)
        self.notice = describe.announcements.not_in_lesson(refused) if refused else ""

    def refuse(self, sentence: str) -> None:
        """Show what could not be used."""
        self.notice = sentence

    def dismiss(self) -> None:
        """The notice was read."""
        self.notice = ""

    def say(self, sentence: str) -> None:
        """Announce a sentence in the live region."""
        self.said = (self.said[0] + 1, sentence)

    def _show(self, fixture: Fixture, settings: Settings | None = None, seconds: float = 0.0, origin: str = "") -> None:
        settings = settings or Settings.of(fixture)
        whole = replay(fixture, settings)
        same = fixture is self.fixture
        self._told = None
        self.param.update(
            fixture=fixture,
            origin=self.origin if same else origin,
            settings=settings,
            replay=whole,
            seconds=seconds,
            frame=whole.at(seconds),
            run=self.run + 1,
            baseline=self.baseline if same else None,
        )

    def _visited_lesson(self, name: str | None, refused: list[InvalidInput]) -> tuple[Fixture, str]:
        if name is None or name == self.fixture.id:
            return self.fixture, self.origin
        if name in lessons():
            return find(name), ""
        offered = ", ".join(lessons())
        refused.append(InvalidInput(ADDRESS, "lesson", shown(name), f"which is not a lesson (there is {offered})"))
        return self.fixture, self.origin


def _changed(fixture: Fixture, settings: Settings, changes: dict, source: str = "settings") -> Settings:
    kept = settings.parameters if changes.get("policy", settings.policy) == settings.policy else {}
    chosen = {"budget": settings.budget, "policy": settings.policy, "fidelity": settings.fidelity, **changes}
    return Settings.of(fixture, source=source, **{**chosen, "parameters": {**kept, **changes.get("parameters", {})}})


def _applied(fixture: Fixture, settings: Settings, changes: dict, refused: list[InvalidInput]) -> Settings:
    try:
        return _changed(fixture, settings, changes, ADDRESS)
    except InvalidInput as reason:
        refused.append(reason)
        return settings


def _number(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else text


def _moment(text: str, fixture: Fixture, refused: list[InvalidInput]) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if 0 <= seconds <= fixture.duration:
        return seconds
    problem = f"which is not a moment of this lesson (0 to {fixture.duration:g} seconds)"
    refused.append(InvalidInput(ADDRESS, "t", shown(text), problem))
    return 0.0
