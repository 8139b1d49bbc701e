"""Holds all that the person at the screen has chosen in one place, so that every panel shows the same moment.

The values are the engine's frozen ones. A choice and its consequences (the replay, the frame) are set in one update, so that no
panel sees one without the other. This module does not import Panel.
"""

from __future__ import annotations

from urllib.parse import urlencode

import param
from param.parameters import NoNone

from sim import describe
from sim.analysis.failed_calls import Failures, failures
from sim.analysis.survey import Survey
from sim.export.opening import Opened, open_document
from sim.export.writing import document, fixture_bytes
from sim.guide import steps as guide
from sim.lesson.fixture import Fixture
from sim.lesson.invalid import InvalidInput
from sim.library import find, lessons
from sim.policies.choice import choose
from sim.replay import Frame, Replay, replay
from sim.settings import Settings

from . import address, playhead
from .answers import Answers, key
from .baseline import Baseline
from .changes import changed

FIRST_LESSON = "report-preference"


class Experiment(param.Parameterized):
    """The state of one person's session. Change it only through its methods.

    `NoNone` marks parameters that have no value in the class but always have one in an experiment.
    """

    fixture = param.ClassSelector(class_=Fixture, allow_None=NoNone, doc="The lesson that is open.")
    origin = param.String(doc="The name of the file that was opened; empty for a bundled lesson.")
    file = param.String(doc="Names the content of that file, so that an address can ask for it again; else empty.")
    kept = param.Boolean(None, allow_None=True, doc="Whether the browser will still have that file after a reload.")
    wanted = param.Tuple(
        (0, "", ""), doc="Numbers and names the content of the file that an address (its query) asks for."
    )
    settings = param.ClassSelector(class_=Settings, allow_None=NoNone)
    replay = param.ClassSelector(class_=Replay, allow_None=NoNone, doc="Follows from the lesson and the settings.")
    frame = param.ClassSelector(class_=Frame, allow_None=NoNone, doc="Follows from the replay and the playhead.")
    failures = param.ClassSelector(class_=Failures, allow_None=NoNone, doc="Follows from the replay and the frame.")
    seconds = param.Number(0.0, doc="The playhead.")
    opening = param.Integer(0, doc="Counts the changes of lesson, so that a choice made for an older one is known.")
    visited = param.Integer(0, doc="Counts the addresses that were followed.")
    survey = param.ClassSelector(
        class_=Survey, allow_None=NoNone, doc="Every choice beside this one's parameters; follows from both."
    )
    baseline = param.ClassSelector(class_=Baseline)
    fact = param.String(doc="The id of the fact that the comparison is about; empty if the lesson has none.")
    unfolded: param.ClassSelector[frozenset[str]] = param.ClassSelector(
        class_=frozenset,
        default=frozenset(),
        doc="The ids of the turns and summaries whose long texts are shown whole.",
    )
    notice = param.String(doc="What could not be used, in a sentence; it stays until it is dismissed.")
    said = param.Tuple((0, ""), doc="The last announcement, numbered, because the same sentence may be said twice.")
    step = param.Integer(0, doc="The step of the guide that is followed, from 1; 0 while there is none.")
    stay = param.Boolean(False, doc="Whether a new setting keeps the moment; otherwise the playhead goes back to zero.")
    theme: param.Selector[str] = param.Selector(objects=["light", "dark"])
    ready = param.Boolean(False, doc="Whether Python answers; until then the controls wait.")

    def __init__(self, **params: object) -> None:
        super().__init__(**params)  # type: ignore[no-untyped-call]  # param's constructor has no types
        self.visiting = False  # an address is being followed or waits for its file, so none is written
        self.awaits = False  # whether the file that an address asks for may still come
        self.answers = Answers()
        self._missed = ""  # the address that asked for a file in vain
        self._told: Frame | None = None  # the frame that was announced last; it is not announced twice
        self._show(find(FIRST_LESSON))

    @property
    def address(self) -> str:
        """The query that leads back to this lesson, these settings and this moment."""
        file = {"file": self.file} if self.file else {}
        step = {"step": str(self.step)} if self.step else {}
        moment = repr(self.seconds).removesuffix(".0")
        stay = {"stay": "1"} if self.stay else {}
        return urlencode({"lesson": self.fixture.id, **file, **self.settings.query(), "t": moment, **step, **stay})

    @property
    def key(self) -> str:
        """The name under which the notes and the answers of the open lesson are kept."""
        return key(self.fixture, self.file)

    def lesson_text(self) -> str:
        """The lesson alone, as the text of a file that can be opened again."""
        return fixture_bytes(self.fixture).decode()

    def export(self) -> str:
        """The replay document as text, with the playhead and the answers. If the replay is too long, the lesson alone."""
        try:
            return document(self.replay, self.seconds, self.answers.of(self.key)).decode()
        except InvalidInput as reason:
            self.refuse(describe.announcements.lesson_alone(reason))
            return self.lesson_text()

    def choose(self, **changes: object) -> None:
        """Change settings, recompute the replay and return to zero, or `stay` at the moment. Raises InvalidInput if the lesson does not offer a value.

        New `parameters` are added to the chosen ones. After a change of the policy, the new policy begins with its own.
        """
        self._recompute(changed(self.fixture, self.settings, changes))

    def switch_stay(self) -> None:
        """Let new settings keep the moment from now on, or no longer."""
        self.stay = not self.stay
        self.say(describe.announcements.stays(self.stay))

    def prefer(self, **changes: object) -> None:
        """Do as `choose`, but announce a refusal, because on the page a choice may not fit the choice made just before it."""
        try:
            self.choose(**changes)
        except InvalidInput as reason:
            self.say(describe.announcements.not_chosen(reason))

    def take(self, budget: int, policy: str, fidelity: str, seconds: float | None = None) -> None:
        """Choose exactly the settings with which the survey computed a cell or a point, and go to that point's moment.

        Without a moment it is as in `choose`. A refusal is announced.
        """
        try:
            settings = self.survey.settings(budget, policy, fidelity)
        except InvalidInput as reason:
            return self.say(describe.announcements.not_chosen(reason))
        if seconds is not None and settings == self.settings:
            self.move(seconds)
        else:
            self._recompute(settings, seconds)

    def look_at(self, fact: str) -> None:
        """Let the comparison be about another fact (an id); one that the lesson does not have changes nothing."""
        if any(one.id == fact for one in self.fixture.facts):
            self.fact = fact

    def move(self, seconds: float, quiet: bool = False) -> None:
        """Put the playhead at a moment, but not outside the lesson. A `quiet` move, such as a drag, is not announced."""
        seconds = playhead.inside(seconds, self.fixture)
        frame = self.replay.at(seconds)
        self.param.update(seconds=seconds, frame=frame, failures=failures(self.replay, frame))
        if not quiet and frame is not self._told:
            self._told = frame
            self.say(describe.arrival(frame, self.failures))

    def press(self, name: str) -> None:
        """Move the playhead as the transport's control or key of that name does. Raises KeyError for another name."""
        self.move(playhead.pressed(name, self.seconds, self.fixture))

    def late(self) -> None:
        """Announce that a choice was made for a lesson that is no longer open."""
        self.say(describe.announcements.NO_LONGER_OPEN)

    def follow(self, number: int, opening: bool = False) -> None:
        """Go to step `number` of the guide, counted from 1. With `opening`, go to the moment at which its question is asked.

        Raises IndexError if the lesson has no such step.
        """
        page = guide.page(self.fixture, number)
        self._show(self.fixture, page.settings, page.opening if opening else page.seconds, step=number)

    def capture(self) -> None:
        """Keep the current frame for later comparison."""
        self.baseline = Baseline(self.frame, self.seconds, self.failures)
        self.say(describe.announcements.captured(self.frame, self.seconds))

    def forget_baseline(self) -> None:
        """Clear the captured frame."""
        self.baseline = None
        self.say(describe.announcements.BASELINE_CLEARED)

    def lesson(self, name: str) -> None:
        """Open a bundled lesson."""
        self.awaits = self.visiting = False
        self._show(find(name))
        self.say(describe.announcements.opened(self.fixture))

    def open(self, data: bytes, name: str, query: str | None = None, again: bool = False) -> bool:
        """Open a file, which is a fixture or an earlier export. If it is refused, the notice says why and the open lesson stays.

        If an address asked for this file, now (`query`) or earlier without success, its settings and moment apply. A file that
        arrives after the person has gone elsewhere is ignored. Its answers are given once: not for an address, nor if a new
        Python opens it `again`, because they may have been cleared since.
        """
        if query is not None and not self._waits(query):
            return False
        try:
            opened: Opened = open_document(data, name)
        except InvalidInput as reason:
            self.visiting = False
            self.refuse(describe.announcements.not_opened(reason))
            return False
        file = address.content(opened.fixture)
        self.awaits = False
        answers = opened.answers if query is None and not again else {}
        if query is None and address.asked(self._missed).get("file") == file:
            query = self._missed
        self._missed = ""
        self.visiting = query is not None
        try:
            if query is None:
                self._show(opened.fixture, opened.settings, opened.seconds or 0.0, name, file)
                self.notice = ""
                self.say(describe.announcements.opened(self.fixture, name))
            else:
                self._visit(address.asked(query), opened.fixture, name, file, [])
        finally:
            self.visiting = False
        self.answers.give(self.key, answers)
        return True

    def missing(self, query: str, broken: bool = False) -> None:
        """Report that the file which an address asks for is not in this browser, or that the address carries it `broken`."""
        if not self._waits(query):
            return
        self.visiting = False
        self._missed = query
        self.refuse(describe.announcements.file_missing(address.asked(query).get("lesson", ""), broken))

    def visit(self, query: str) -> None:
        """Take lesson, settings and moment from an address. Values that do not exist are named, and the rest applies.

        If the address needs another file, `wanted` asks the page for it, and nothing changes until `open` or `missing` is called.
        """
        given = address.asked(query)
        if given.get("file", self.file) != self.file:
            self.awaits = self.visiting = True
            self.wanted = (self.wanted[0] + 1, given["file"], query)
            return
        refused: list[InvalidInput] = []
        self.visiting = True
        try:
            self._visit(given, *self._visited_lesson(given, refused), refused)
        finally:
            self.visiting = False

    def _waits(self, query: str) -> bool:
        return self.visiting and self.wanted[2] == query

    def _visit(
        self, given: dict[str, str], fixture: Fixture, origin: str, file: str, refused: list[InvalidInput]
    ) -> None:
        there = address.place(given, fixture, refused)
        self.stay = address.stays(given, refused)
        self._show(fixture, there.settings, there.seconds, origin, file, there.step)
        self.visited += 1
        self._told = self.frame
        self.say(describe.announcements.visited(self.frame, there.seconds, self.failures))
        self.notice = describe.announcements.not_in_lesson(refused) if refused else ""

    def refuse(self, sentence: str) -> None:
        """Show what could not be used. If the same notice is already shown, it is announced again."""
        self.awaits = False
        if sentence == self.notice:
            self.say(sentence)
        self.notice = sentence

    def unfold(self, turn: str | None) -> None:
        """Unfold the long text of a turn or the many lines of a summary, or fold them again."""
        context = self.frame.context
        if turn in context.session.position or any(turn == summary.id for summary in context.summaries):
            self.unfolded = self.unfolded ^ {turn}

    def dismiss(self) -> None:
        """Remove the notice."""
        self.notice = ""

    def say(self, sentence: str) -> None:
        """Announce a sentence in the live region."""
        self.said = (self.said[0] + 1, sentence)

    def _recompute(self, settings: Settings, seconds: float | None = None) -> None:
        """Show these settings at that moment, or else where a choice leaves the playhead."""
        if seconds is None:
            seconds = self.seconds if self.stay else 0.0
        self._show(self.fixture, settings, playhead.inside(seconds, self.fixture))
        self.say(describe.announcements.recomputed(settings, self.seconds))

    def _show(
        self,
        fixture: Fixture,
        settings: Settings | None = None,
        seconds: float = 0.0,
        origin: str = "",
        file: str = "",
        step: int | None = None,
    ) -> None:
        settings = settings or choose(fixture)
        whole = replay(fixture, settings)
        frame = whole.at(seconds)
        same = fixture is self.fixture
        if same:
            origin, file = self.origin, self.file
        beside = self.survey if same and settings.chosen == self.survey.parameters else Survey(fixture, settings.chosen)
        self._told = None
        self.param.update(
            fixture=fixture,
            origin=origin,
            file=file,
            kept=self.kept if file == self.file else None,
            settings=settings,
            replay=whole,
            survey=beside,
            seconds=seconds,
            frame=frame,
            failures=failures(whole, frame),
            opening=self.opening + (fixture != self.fixture),  # what was chosen for it holds when it is opened again
            step=(self.step if same else 0) if step is None else step,
            baseline=self.baseline if same else None,
            fact=self.fact if same else fixture.first_fact,
            unfolded=self.unfolded if same else frozenset(),
        )

    def _visited_lesson(self, given: dict[str, str], refused: list[InvalidInput]) -> tuple[Fixture, str, str]:
        name = given.get("lesson", FIRST_LESSON)  # the page opens with it where its address names none
        here = name == self.fixture.id and given.get("file", "") == self.file
        if not here and name in lessons() and "file" not in given:
            return find(name), "", ""
        if not here:
            refused.append(address.no_lesson(name))
        return self.fixture, self.origin, self.file
