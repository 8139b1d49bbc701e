"""Tests that each panel is correct and safe with any lesson: it is somebody else's text, and parts of it may be missing."""

import json
import re
from collections import defaultdict
from html.parser import HTMLParser

import pytest
from engine.making import document, encoded, turn

from sim import describe
from sim.analysis.failed_calls import Failures, failures
from sim.analysis.generations import newest_change
from sim.analysis.survey import Survey
from sim.lesson.fixture import Fixture, encode
from sim.library import find, lessons, load
from sim.policies.choice import choose, policies
from sim.replay import Replay, replay
from web.answers import key
from web.app import Application
from web.baseline import Baseline
from web.experiment import Experiment
from web.guided import Guided
from web.shell.first_frame import render
from web.views import lanes
from web.views.answers import answers as answered
from web.views.comparison import comparison
from web.views.context import context
from web.views.evidence import evidence
from web.views.folding import LINES, folded_lines
from web.views.guide import guide
from web.views.handout import handout, learners
from web.views.lesson import lesson
from web.views.markup import LARGE
from web.views.notes import notes
from web.views.notice import notice
from web.views.picture import picture
from web.views.settings import settings
from web.views.space import space
from web.views.state import exact_state
from web.views.transcript import transcript
from web.views.transport import transport

MARKUP = """<img src=x onerror="ran()">'"&amp;</title></textarea></script><script>ran()</script><!--{0}{text}%s"""
ID = """<img/src=x/onerror="ran()">'&amp;{0}</script>"""
# Only the build knows the names of the loaded files, so here every file has the same name.
FILES = defaultdict(lambda: "name", documents={"light": "l.json", "dark": "d.json"}, scripts=["s.js"])
HOSTILE = document(
    [
        turn(f"{ID}1", "system", 6, text=MARKUP),
        turn(f"{ID}2", "user", 8, text=MARKUP, evidence=[ID]),
        turn(f"{ID}3", "assistant", 7, text=MARKUP, mentions=[ID]),
        turn(f"{ID}4", "user", 8, text=MARKUP),
    ],
    id=ID,
    title=MARKUP,
    about=MARKUP,
    facts=[{"id": ID, "statement": MARKUP, "answer": MARKUP, "critical": True}],
    probes=[{"id": ID, "question": MARKUP, "answer": MARKUP, "fact": ID}],
)


class Read(HTMLParser):
    """Reads HTML as a browser does, and keeps its elements, their attributes and its text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.comments: list[str] = []
        self.text = ""
        self.feed(str(text))  # a plain string, because Markup would escape whatever is added to it
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data

    def handle_comment(self, data):
        self.comments.append(data)

    def count(self, tag: str, **attributes: str) -> int:
        return sum(tag == name and attributes.items() <= given.items() for name, given in self.elements)


def words(markup: str) -> str:
    return " ".join(Read(markup).text.split())


def made(whole: dict, at: float, **choice) -> tuple[Fixture, object, object]:
    fixture = load(encoded(whole))
    played = replay(fixture, choose(fixture, **choice))
    return fixture, played, played.at(at)


def panels(whole: dict, at: float, **choice) -> dict[str, str]:
    """The HTML of every panel at that moment, with a baseline captured at the start."""
    fixture, played, frame = made(whole, at, **choice)
    return {
        "lesson": lesson(fixture, "", True),
        "lesson of a file": lesson(fixture, f"{MARKUP}.json", True),
        "settings": settings(fixture, played.settings, True),
        "transport": transport(played, True),
        "context": context(frame, played),
        "evidence": evidence(frame),
        "transcript": transcript(frame, played),
        "picture": picture(played),
        "comparison": comparison(frame, Survey(fixture, played.settings.chosen), Baseline(played.frames[0], 0.0), True),
        "comparison without a baseline": comparison(frame, Survey(fixture, played.settings.chosen), None, True),
        "state": exact_state(frame),
        "notice": notice(MARKUP),
        "notes": notes(),
    }


def safe(read: Read) -> bool:
    """Whether no text of the hostile lesson became markup."""
    run = [name for _, attributes in read.elements for name in attributes if name.startswith("on")]
    return not run and not read.comments and not read.count("img")


@pytest.fixture(scope="module")
def session() -> Application:
    return Application()


@pytest.mark.parametrize(
    "choice", [{}, {"policy": "summarize-older"}, {"policy": "summarize-older", "fidelity": "drop"}]
)
@pytest.mark.parametrize("at", [0, 30, 60])
def test_markup_in_a_lesson_is_text_in_every_panel(choice, at):
    for name, markup in panels(HOSTILE, at, **choice).items():
        read = Read(markup)
        assert safe(read) and not read.count("script"), name


def test_the_lessons_text_is_shown_as_it_was_written():
    shown = {name: " ".join(Read(markup).text.split()) for name, markup in panels(HOSTILE, 60).items()}
    assert shown["lesson"].count(MARKUP) == 2  # in the title and in the text about the lesson
    assert shown["lesson of a file"].count(f"{MARKUP}.json") == 2  # in the choice of lessons and in the data's link
    assert shown["context"].count(MARKUP) == 3 and ID + "4" in shown["context"]
    assert shown["transcript"].count(MARKUP) == 4 and ID + "2" in shown["transcript"]
    assert MARKUP in shown["evidence"] and MARKUP in shown["notice"] and MARKUP in shown["comparison"]
    assert ID in shown["comparison"] and ID + "2" in shown["picture"] and ID in shown["state"].replace('\\"', '"')


@pytest.mark.parametrize("ready", [False, True])
def test_the_lessons_are_listed_in_order_with_a_level_and_a_line(ready):
    first_lesson = find("report-preference")
    read = Read(lesson(first_lesson, "", ready))
    listed = [find(name) for name in lessons()]
    assert [given["value"] for tag, given in read.elements if tag == "option"] == [one.id for one in listed]
    levels = [given["label"] for tag, given in read.elements if tag == "optgroup"]
    assert levels == list(dict.fromkeys(one.level for one in listed)) and len(levels) == 3
    links = [given for tag, given in read.elements if tag == "a" and given["href"].startswith("?")]
    assert [link["href"] for link in links] == [f"?lesson={one.id}" for one in listed]
    assert [link["href"] for link in links if "aria-current" in link] == [f"?lesson={first_lesson.id}"]
    assert all(("data-act" in link) == ready for link in links)  # without Python each is an ordinary link
    told = " ".join(read.text.split())
    places = [told.index(f"{one.title} {describe.taught(one)}") for one in listed]
    assert places == sorted(places) and all(one.level and one.line for one in listed)


def test_markup_in_a_lesson_is_text_in_the_page_that_the_build_writes(session):
    plain = Read(render(session, FILES))
    try:
        session.experiment.open(encoded(HOSTILE), f"{MARKUP}.json")
        session.experiment.move(30)
        session.experiment.capture()
        assert session.experiment.fixture.title == MARKUP
        hostile = Read(render(written(session), FILES))
    finally:
        session.experiment.lesson("report-preference")
    assert safe(hostile)
    assert hostile.count("script") == plain.count("script") > 0
    assert hostile.count("textarea") == plain.count("textarea") > 0 and hostile.count("title") == 1
    assert MARKUP in hostile.text


def written(session: Application) -> Application:
    """The session after it has also written all panels that are out of sight."""
    while session.rest():
        pass
    return session


def defaced(value: object, markup: str = MARKUP) -> object:
    """The same lesson with markup added to the end of every text."""
    if isinstance(value, dict):
        # In a step, a literal brace is written twice.
        doubled = MARKUP.replace("{", "{{").replace("}", "}}")
        return {name: defaced(inner, doubled if name == "steps" else markup) for name, inner in value.items()}
    if isinstance(value, list):
        return [defaced(inner, markup) for inner in value]
    return value + markup if isinstance(value, str) and " " in value else value


@pytest.mark.parametrize("name", lessons())
def test_markup_in_the_prose_of_any_bundled_lesson_is_text_in_every_panel(session, name):
    whole = defaced(json.loads(lessons()[name].read_bytes()))
    try:
        session.experiment.open(encoded(whole), "defaced.json")
        assert (session.experiment.fixture.title, session.experiment.notice) == (whole["title"], "")
        for policy in policies(session.experiment.fixture):
            session.experiment.choose(policy=policy)
            for part in (0, 0.5, 1):
                session.experiment.move(part * session.experiment.fixture.duration)
                for panel, shown in written(session).panels.items():
                    read = Read(getattr(shown, "html", ""))
                    assert safe(read) and not read.count("script"), (panel, policy)
        for number in range(1, len(session.experiment.fixture.steps) + 1):
            session.experiment.follow(number)
            read = Read(written(session).panels["guide"].html)
            assert safe(read) and not read.count("script") and MARKUP.split()[1] in read.text
    finally:
        session.experiment.lesson("report-preference")


def test_a_lesson_without_turns_says_that_nothing_will_arrive():
    whole = document([])
    assert "This lesson has no turns: nothing will arrive." in words(panels(whole, 0)["lesson"])
    for at in (0, 60):
        shown = panels(whole, at)
        assert describe.page.EMPTY_CONTEXT in words(shown["context"])
        assert "0 of 24 teaching tokens" in words(shown["context"])
        assert Read(shown["transcript"]).count("li") == 0
        assert Read(shown["transport"]).count("span") == 1  # only the button's label, and no ticks
        assert "never overflows" in words(shown["transport"])
        assert "never passes the budget" in words(shown["picture"])
        assert "No user has said it yet, so no budget backs it." in words(shown["comparison"])


def test_every_overflow_of_a_long_session_is_marked_on_the_timeline():
    shown = panels(document([turn(f"T{k}", "user", 1) for k in range(3 * LARGE)]), 0)
    ticks = re.findall(r'class="tick( over)?" style="--at:([\d.]+)"', shown["transport"])
    assert [float(at) for _, at in ticks] == [k / LARGE for k in range(LARGE + 1)]
    assert [float(at) for over, at in ticks if over] == [k / LARGE for k in range(8, LARGE + 1)]  # the 25th of 1,200


def test_a_question_of_the_guide_promises_only_what_is_covered():
    """What tells of later moments has a class that the page hides, and beside it the sentence that is shown instead."""
    there = Experiment()
    there.follow(4, opening=True)
    open_one = words(shown_guide(there))
    assert describe.guide.COVERED in open_one and describe.guide.UNTIL in open_one and "Reached" not in open_one
    there.move(0)
    wandered = words(shown_guide(there))
    assert describe.guide.COVERED not in wandered and describe.guide.UNTIL not in wandered and "eached" in wandered
    for markup, covered in (
        (picture(there.replay), ["long later", "later"]),
        (space(there.survey, there.settings, there.fact, True), ["hint later", "legend later", "strips later"]),
    ):
        assert re.findall(r'class="((?:\w+ )?later)"', markup) == covered
        assert f'<p class="until hint">{describe.guide.UNTIL}</p>' in markup


def shown_guide(there: Experiment) -> str:
    g = Guided(there)
    return guide(g.fixture, g.page, g.outcome, g.wandered, g.verdict, g.attempt, g.best, True)


def test_a_lesson_without_facts_says_that_there_is_nothing_to_prove():
    shown = panels(document([turn("A", "user", 5)], facts=[], probes=[]), 60)
    for name in ("lesson", "evidence"):
        assert "This lesson has no facts: there is nothing to prove." in words(shown[name])
    assert "smallest" not in words(shown["comparison"]) and "“" not in words(shown["comparison"])
    assert Read(shown["comparison"]).count("button", value="24 evict-oldest preserve") == 1


def test_a_lesson_of_nothing_says_both():
    shown = panels(document([], facts=[], probes=[]), 0)
    assert "no turns" in words(shown["lesson"]) and "no facts" in words(shown["lesson"])


@pytest.mark.parametrize("policy", ["evict-oldest", "summarize-older"])
def test_a_turn_larger_than_the_budget_is_named_with_what_became_of_it(policy):
    whole = document([turn("A", "system", 6), turn("B", "user", 30, evidence=["f"])])
    shown = panels(whole, 60, policy=policy)
    became = "evicted" if policy == "evict-oldest" else "folded into S"
    assert "B weighs 30, more than the whole budget of 24." in words(shown["context"])
    assert f"B was {became}" in words(shown["context"])
    assert became in words(shown["transcript"])


@pytest.mark.parametrize("policy", ["evict-oldest", "summarize-older"])
def test_a_system_turn_larger_than_the_budget_stays_and_the_page_says_that_it_is_over(policy):
    fixture, played, frame = made(document([turn("A", "system", 31), turn("B", "user", 5)]), 30, policy=policy)
    read = Read(context(frame, played))
    meter = next(attributes for tag, attributes in read.elements if attributes.get("role") == "meter")
    assert meter["aria-valuetext"] == "31 of 24 teaching tokens, 7 over"
    assert float(meter["aria-valuenow"]) <= float(meter["aria-valuemax"]) == 24
    assert "A weighs 31, more than the whole budget of 24, and is pinned, so nothing is left to remove." in words(
        context(frame, played)
    )
    assert "over the budget" in words(comparison(frame, Survey(fixture, {}), None, True))
    assert "overflows at 30" in words(transport(played, True))


def test_a_summary_says_its_words_and_what_its_newest_generation_changed():
    fixture = find("summary-drift")
    played = replay(fixture, choose(fixture))
    for seconds in (60, 62):  # as long as this generation is the newest
        read = Read(context(played.at(seconds), played))
        said = " ".join(read.text.split())
        assert (read.count("ins"), read.count("del")) == (3, 2)
        assert "Since generation 2: took in T10, T11, T12 and T13; 1 line new, 2 lines reworded. It says:" in said
        assert "was: refund: “Refund of 412.50 EUR approved” now: refund: “Refund of about 400 EUR made”" in said
        assert "new: letters: “Contact Ms. Amari in writing”" in said
    first = Read(context(played.at(27), played))
    assert (first.count("ins"), first.count("del")) == (0, 0)
    assert "This is its first generation" in first.text


def test_what_the_summarizer_invented_is_marked_even_while_the_lines_are_folded():
    fixture = find("code-review")
    played = replay(fixture, choose(fixture, policy="compression-subagent"))
    read = [Read(context(frame, played)) for frame in played.frames if frame.context.summaries]
    assert {one.count("span", **{"class": "unsupported"}) for one in read} == {1}
    assert all("The tests are not to be changed. [unsupported: no covered turn says so]" in one.text for one in read)


def test_many_lines_of_a_summary_fold_and_those_that_changed_are_seen_first(session):
    experiment = session.experiment
    experiment.lesson("code-review")
    experiment.choose(policy="compression-subagent")
    experiment.move(experiment.fixture.duration)
    frame, played = experiment.frame, experiment.replay
    whole = newest_change(played, frame.context.summary)
    assert len(whole.lines) > LINES
    few = Read(context(frame, played))
    assert few.count("button", value="S", **{"aria-expanded": "false"}) == 1
    assert f"Show all {len(whole.lines)} lines of S" in few.text
    assert few.count("ins") + few.count("del") >= min(LINES, len(whole.different))
    experiment.unfold("S")
    assert "S" in experiment.unfolded
    every = Read(context(frame, played, experiment.unfolded))
    assert every.count("button", value="S", **{"aria-expanded": "true"}) == 1
    assert all(text.text in every.text for line in describe.rewordings(whole) for text in line)
    experiment.unfold("S")
    assert "S" not in experiment.unfolded
    experiment.unfold("no-such")
    assert not experiment.unfolded
    experiment.lesson("report-preference")


def test_a_long_line_of_a_summary_folds():
    text = "A long rule. " * 100
    line = (describe.summaries.Said(f"new: {text}", "inserted"),)
    (shown,), button = folded_lines("S", [line], set())
    assert len(shown[0].text) < 300 and shown[0].text.startswith("new: A long rule.") and button
    (shown,), button = folded_lines("S", [line], {"S"})
    assert shown == line and button
    assert folded_lines("S", [line[:0]], set()) == ([()], "")


def test_what_left_in_a_step_is_listed_as_long_as_the_step_lasts():
    whole = document([turn("A", "system", 6), turn("B", "user", 10), turn("C", "user", 12), turn("D", "user", 1)])
    fixture, played, _ = made(whole, 60)
    shown = [words(context(frame, played)) for frame in played.frames]
    said = "Left now: B (10) evicted: 10 teaching tokens."
    assert [said in text for text in shown] == [False, False, False, True, False]
    assert [Read(context(frame, played)).count("p", **{"class": "left-now"}) for frame in played.frames] == [
        0,
        0,
        0,
        1,
        0,
    ]


def failing() -> tuple[Replay, dict[int, Failures]]:
    """A replay whose calls for T11, T13 and T15 fail, and what has failed at each arrival."""
    fixture = find("late-count")
    whole = replay(fixture, choose(fixture))
    return whole, {frame.index: failures(whole, frame) for frame in whole.frames}


def test_the_context_says_which_call_failed_and_marks_what_came_after_it():
    whole, found = failing()
    shown = {k: context(whole.frames[k], whole, frozenset(), found[k]) for k in (9, 10, 11, 16)}
    assert [Read(text).count("p", **{"class": "failed"}) for text in shown.values()] == [0, 1, 1, 1]
    assert "The call that follows would fail: its prompt is 470 of 400 teaching tokens." in words(shown[10])
    assert "No model would have written T11: its prompt is 470 of 400 teaching tokens" in words(shown[11])
    assert "These settings never reach this turn: the call for T11 failed at 30 seconds." in words(shown[16])
    beyond = {
        k: re.findall(r'class="item [^"]*beyond" tabindex="-1" data-id="([^"]*)"', text) for k, text in shown.items()
    }
    assert beyond == {9: [], 10: [], 11: ["T11"], 16: ["S", "T11", "T12", "T13", "T14", "T15", "T16"]}
    assert [words(text).count(describe.failures.NOT_REACHED) for text in shown.values()] == [0, 0, 1, 7]


def test_several_faults_and_failed_calls_stand_below_each_other_in_one_place():
    whole, found = failing()
    read = Read(context(whole.frames[11], whole, frozenset(), found[11]))
    assert read.count("div", **{"class": "wrong"}) == 1
    assert Read(context(whole.frames[9], whole)).count("div", **{"class": "wrong"}) == 0


def test_the_transcript_marks_what_arrived_after_a_failed_call_and_nothing_that_has_not_arrived():
    whole, found = failing()
    marked = {
        k: re.findall(
            r'beyond" tabindex="-1" data-id="([^"]*)"', transcript(whole.frames[k], whole, frozenset(), found[k])
        )
        for k in (10, 12, 24)
    }
    assert marked == {10: [], 12: ["T11", "T12"], 24: [f"T{k}" for k in range(11, 25)]}
    assert words(transcript(whole.frames[12], whole, frozenset(), found[12])).count(describe.failures.NOT_REACHED) == 2


def test_a_fact_keeps_its_state_and_says_that_it_stands_after_a_failed_call():
    fixture = find("tail-or-window")
    whole = replay(fixture, choose(fixture, 400, "adk-sliding"))
    last = whole.frames[-1]
    assert "proven, after a call that failed" in words(evidence(last, failures(whole, last)))
    assert Read(evidence(last, failures(whole, last))).count("div", **{"class": "fact proven user"}) == 1
    assert "after a call" not in words(evidence(last))


def test_the_comparison_counts_failed_calls_beside_what_is_proven():
    fixture = find("tail-or-window")
    whole = replay(fixture, choose(fixture, 400, "adk-sliding"))
    last, start = whole.frames[-1], whole.frames[0]
    shown = comparison(
        last, Survey(fixture, whole.settings.chosen), Baseline(start, 0.0), True, failures=failures(whole, last)
    )
    assert re.search(r'class="cell proven user failed".*?proven.*?2 calls failed, first at 42 s', shown, re.DOTALL)
    row = Read(shown[shown.index(describe.labels.FAILED) :]).text
    assert row.startswith("Calls that failednone2 calls failed, first at 42 s+2 failed calls (more)")
    assert "With it, 6 calls failed, first at 30 s." in words(shown)
    quiet = comparison(start, Survey(fixture), Baseline(start, 0.0), True)
    assert describe.labels.FAILED not in words(quiet) and " failed" not in words(quiet)


def test_the_handout_says_how_many_calls_failed():
    fixture = find("late-count")
    pages = words(handout(fixture, answers=True))
    assert re.search(r"\d+ calls? failed, (first )?at \d+ s\.", pages)
    assert "failed" not in words(handout(find("report-preference"), answers=True))


@pytest.mark.parametrize(
    "whole", [document([]), document([], facts=[], probes=[]), document([turn("A", "system", 31)])]
)
def test_the_whole_session_shows_such_a_lesson(session, whole):
    session.experiment.open(encoded(whole), "odd.json")
    assert session.experiment.notice == "" and session.experiment.origin == "odd.json"
    session.experiment.move(60)
    written(session)
    session.experiment.choose(policy="summarize-older")
    written(session)
    session.experiment.lesson("report-preference")


LONG = document(
    [turn("T1", "system", 1), *(turn(f"T{k}", "user" if k % 2 == 0 else "assistant", 1) for k in range(2, 1001))],
    budgets=[100, 10_000],
    defaults={"budget": 10_000, "policy": "evict-oldest", "fidelity": "preserve"},
)


@pytest.mark.parametrize("at", [0, 30, 60])
@pytest.mark.parametrize("choice", [{"budget": 100}, {"budget": 10_000}, {"budget": 100, "policy": "summarize-older"}])
def test_a_very_long_lesson_has_no_more_rows_than_a_screen_can_hold(choice, at):
    for name, markup in panels(LONG, at, **choice).items():
        read = Read(markup)
        rows = read.count("li") + read.count("tr") + markup.count('class="tick') + markup.count('class="share')
        assert rows <= 2 * LARGE + 10 and len(markup) < 400_000, name


def test_a_very_long_lesson_says_what_it_does_not_show():
    shown = panels(LONG, 60)
    assert f"newest {LARGE} of the 1000 turns" in words(shown["transcript"])
    assert f"The table below has the first {LARGE} messages, the export has all." in words(shown["picture"])
    assert "1000 turns" in words(shown["comparison"])
    assert "too long to show here" in words(shown["state"])
    told = words(shown["context"]).replace("1000 of 10000 teaching tokens", "")
    assert Read(shown["context"]).count("li") == 1000 or re.search(r"\b(1,?000|600)\b", told), (
        "items are left out and nothing says so"
    )


def test_the_pinned_turns_of_a_very_long_lesson_stay_in_sight():
    assert describe.page.PINNED in words(panels(LONG, 60)["context"])


def test_controls_wait_until_python_is_there():
    fixture, played, frame = made(HOSTILE, 0)
    for waiting, awake in (
        (lesson(fixture, "", False), lesson(fixture, "", True)),
        (settings(fixture, played.settings, False), settings(fixture, played.settings, True)),
        (transport(played, False), transport(played, True)),
        (
            comparison(frame, Survey(fixture, {}), Baseline(frame, 0.0), False),
            comparison(frame, Survey(fixture, {}), Baseline(frame, 0.0), True),
        ),
    ):
        # A disabled fieldset also disables the radio buttons in it.
        controls = ("fieldset",) if "<fieldset" in waiting else ("button", "select", "input")
        waits = ["disabled" in attributes for tag, attributes in Read(waiting).elements if tag in controls]
        works = ["disabled" in attributes for tag, attributes in Read(awake).elements if tag in controls]
        assert waits and all(waits) and not any(works)


STEPS = [
    {"title": MARKUP, "text": "Read this.", "at": 60, "panel": "context"},
    {"title": "Asked", "text": "Told.", "at": 60, "panel": "context", "question": {"kind": "answer", "probe": ID}},
    {"title": "Asked", "text": "Told.", "at": 60, "panel": "context", "question": {"kind": "leaves"}},
]


@pytest.mark.parametrize("answers", [False, True])
def test_markup_in_a_lesson_is_text_on_paper_and_among_the_answers(answers):
    fixture = load(encoded({**HOSTILE, "steps": STEPS, "goal": {"keep": [ID], "smallest": "budget"}}))
    paper = Read(handout(fixture, answers))
    assert safe(paper) and not paper.count("script") and MARKUP in " ".join(paper.text.split())
    assert ("Told." in paper.text) == answers and "Read this." in paper.text
    listed = Read(answered(fixture, "", {key(fixture, ""): {2: "said", 3: None}}, True))
    assert safe(listed) and not listed.count("script") and listed.count("tr") == 3


def test_a_handout_is_made_late_and_of_a_very_long_lesson_only_when_it_is_asked_for():
    fixture = load(encoded({**HOSTILE, "steps": STEPS}))
    for made_of, ready, papers in ((fixture, False, 0), (fixture, True, 1)):
        read = Read(learners(made_of, 3, ready))
        assert read.count("div", **{"data-about": "3"}) == papers and describe.handouts.NOT_YET in read.text
    turns = [turn(f"T{k}", "user", 1, text="t") for k in range(LARGE + 1)]
    long = load(encoded(document(turns, facts=[], probes=[], steps=STEPS[:1])))
    read = Read(learners(long, 0, True))
    assert not read.count("section") and describe.handouts.NOT_YET in read.text
    assert len(handout(long)) < 100_000
    assert learners(load(encoded(HOSTILE)), 0, True) == ""


def test_nothing_is_made_for_paper_while_somebody_waits(session):
    assert [name for name, panel in session.panels.items() if not getattr(panel, "hurries", True)] == [
        "space",
        "answers",
        "handout",
    ]
    assert "paper" not in session.panels["handout"].html


# A tool's fact.


def records(at: float, **choice) -> dict[str, str]:
    return panels(json.loads(encode(find("records-and-evidence"))), at, **choice)


def test_a_record_has_its_own_words_and_its_own_colour_in_every_panel():
    shown = records(60, policy="summarize-older")
    assert Read(shown["evidence"]).count("div", **{"class": "fact proven tool"}) == 1
    told = words(shown["evidence"])
    assert "tool's recordYes. Recorded by T4, carried by the summary S." in told
    assert "user-backed evidenceYes. Backed by T2, carried by the summary S." in told
    assert "1 of them by a tool's record" in told
    assert "evidence: carries the user's T2; record: carries the tool's T4" in words(shown["context"])
    assert "now recorded by T4" in words(shown["comparison"]) and "status recorded" in words(shown["comparison"])
    assert "is recorded" in words(shown["comparison"]).split("Every budget under")[1]
    assert "The smallest budget that keeps this recorded: Order 4711 was shipped on 3 May." in words(
        shown["comparison"]
    )
    assert "The summary carries the user's own evidence and the tools' own records" in words(shown["settings"])
    early = Read(records(24)["context"])
    assert [
        attributes["data-id"] for _, attributes in early.elements if "item recorded" in (attributes.get("class") or "")
    ] == ["T4"]
    assert "record: the tool's own result T4" in words(records(24)["context"])
    assert "mentions the fact, and is no record of it" in words(records(36)["context"])


def test_only_a_lesson_with_a_tools_fact_has_records_in_the_legend_and_the_picture():
    first, other = (replay(one, choose(one)) for one in map(find, ("report-preference", "records-and-evidence")))
    assert "tool's own record" in words(picture(other)) and "tool's own record" not in words(picture(first))
    assert lanes.lives(other)["kind"][:5] == ["pinned", "backed", "plain", "recorded", "mentioned"]


def test_the_handout_names_a_record():
    told = words(handout(find("records-and-evidence"), answers=True))
    assert "Order 4711 was shipped on 3 May: recorded. Recorded by T4" in told
    assert "The user wants the parcel left with the neighbour: proven. Backed by T2" in told


def test_the_picture_of_every_budget_speaks_of_the_record():
    fixture = find("records-and-evidence")
    drawn = space(Survey(fixture), choose(fixture), "status", True)
    assert "smallest budget that keeps it recorded" in words(drawn)
    assert "At the end, 61 is the smallest budget that keeps it recorded." in words(drawn)
    assert {"recorded", "only mentioned", "gone", "never recorded"} == {
        attributes["data-state"] for _, attributes in Read(drawn).elements if "data-state" in attributes
    }
    assert "proves it" in words(space(Survey(fixture), choose(fixture), "wish", True))
