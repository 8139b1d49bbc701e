"""Why: a lesson is somebody else's text, of any length and with anything missing, and each panel must still be true and safe."""

import json
import re
from collections import defaultdict
from html.parser import HTMLParser

import pytest
from engine.making import document, encoded, turn

from sim import describe
from sim.fixture import Fixture, lessons, load
from sim.replay import replay
from sim.settings import Settings
from web.app import Session
from web.experiment import Baseline
from web.shell.page import render
from web.views.comparison import comparison
from web.views.context import context
from web.views.evidence import evidence
from web.views.lesson import lesson
from web.views.markup import LARGE
from web.views.notes import notes
from web.views.notice import notice
from web.views.picture import picture
from web.views.settings import settings
from web.views.state import exact_state
from web.views.transcript import transcript
from web.views.transport import transport

MARKUP = """<img src=x onerror="ran()">'"&amp;</title></textarea></script><script>ran()</script><!--{0}{text}%s"""
ID = """<img/src=x/onerror="ran()">'&amp;{0}</script>"""
# What the page loads is the build's affair, and here every file has the same name.
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
    """What a browser makes of some HTML: its elements, their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.comments: list[str] = []
        self.text = ""
        self.feed(str(text))  # plain: Markup would escape what it is joined with
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
    played = replay(fixture, Settings.of(fixture, **choice))
    return fixture, played, played.at(at)


def panels(whole: dict, at: float, **choice) -> dict[str, str]:
    """Every panel at that moment, with a baseline captured at the start."""
    fixture, played, frame = made(whole, at, **choice)
    return {
        "lesson": lesson(fixture, "", True),
        "lesson of a file": lesson(fixture, f"{MARKUP}.json", True),
        "settings": settings(fixture, played.settings, True),
        "transport": transport(played, True),
        "context": context(frame),
        "evidence": evidence(frame),
        "transcript": transcript(frame, played),
        "picture": picture(played),
        "comparison": comparison(frame, Baseline(played.frames[0], 0.0), True),
        "comparison without a baseline": comparison(frame, None, True),
        "state": exact_state(frame),
        "notice": notice(MARKUP),
        "notes": notes(),
    }


def safe(read: Read) -> bool:
    """Nothing of the hostile lesson became markup."""
    run = [name for _, attributes in read.elements for name in attributes if name.startswith("on")]
    return not run and not read.comments and not read.count("img")


@pytest.fixture(scope="module")
def session() -> Session:
    return Session()


@pytest.mark.parametrize("choice", [{}, {"policy": "summarize-older"}, {"policy": "summarize-older", "fidelity": "drop"}])
@pytest.mark.parametrize("at", [0, 30, 60])
def test_markup_in_a_lesson_is_text_in_every_panel(choice, at):
    for name, markup in panels(HOSTILE, at, **choice).items():
        read = Read(markup)
        assert safe(read) and not read.count("script"), name


def test_the_lessons_text_is_shown_as_it_was_written():
    shown = {name: " ".join(Read(markup).text.split()) for name, markup in panels(HOSTILE, 60).items()}
    assert shown["lesson"].count(MARKUP) == 2  # the title and what it is about
    assert shown["lesson of a file"].count(f"{MARKUP}.json") == 2  # the choice and where the data is
    assert shown["context"].count(MARKUP) == 3 and ID + "4" in shown["context"]
    assert shown["transcript"].count(MARKUP) == 4 and ID + "2" in shown["transcript"]
    assert MARKUP in shown["evidence"] and MARKUP in shown["notice"] and MARKUP in shown["comparison"]
    assert ID in shown["comparison"] and ID + "2" in shown["picture"] and ID in shown["state"].replace('\\"', '"')


def test_markup_in_a_lesson_is_text_in_the_page_that_the_build_writes(session):
    plain = Read(render(session, FILES))
    try:
        session.experiment.open(encoded(HOSTILE), f"{MARKUP}.json")
        session.experiment.move(30)
        session.experiment.capture()
        assert session.experiment.fixture.title == MARKUP
        hostile = Read(render(session, FILES))
    finally:
        session.experiment.lesson("report-preference")
    assert safe(hostile)
    assert hostile.count("script") == plain.count("script") > 0
    assert hostile.count("textarea") == hostile.count("title") == 1
    assert MARKUP in hostile.text


def defaced(value: object) -> object:
    """The same lesson with markup at the end of every piece of prose in it."""
    if isinstance(value, dict):
        return {name: defaced(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [defaced(inner) for inner in value]
    return value + MARKUP if isinstance(value, str) and " " in value else value


@pytest.mark.parametrize("name", lessons())
def test_markup_in_the_prose_of_any_bundled_lesson_is_text_in_every_panel(session, name):
    whole = defaced(json.loads(lessons()[name].read_bytes()))
    try:
        session.experiment.open(encoded(whole), "defaced.json")
        assert (session.experiment.fixture.title, session.experiment.notice) == (whole["title"], "")
        for policy in session.experiment.fixture.policies:
            session.experiment.choose(policy=policy)
            for part in (0, 0.5, 1):
                session.experiment.move(part * session.experiment.fixture.duration)
                for panel, shown in session.panels.items():
                    read = Read(getattr(shown, "html", ""))
                    assert safe(read) and not read.count("script"), (panel, policy)
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
        assert Read(shown["transport"]).count("span") == 1  # the button's label, and no tick
        assert "never overflows" in words(shown["transport"])
        assert "never passes the budget" in words(shown["picture"])
        assert describe.page.NOT_SAID in words(shown["comparison"])


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
    read = Read(context(frame))
    meter = next(attributes for tag, attributes in read.elements if attributes.get("role") == "meter")
    assert meter["aria-valuetext"] == "31 of 24 teaching tokens, 7 over"
    assert float(meter["aria-valuenow"]) <= float(meter["aria-valuemax"]) == 24
    assert "A weighs 31, more than the whole budget of 24, and is pinned, so nothing is left to remove." in words(context(frame))
    assert "over the budget" in words(comparison(frame, None, True))
    assert "overflows at 30" in words(transport(played, True))


@pytest.mark.parametrize("whole", [document([]), document([], facts=[], probes=[]), document([turn("A", "system", 31)])])
def test_the_whole_session_shows_such_a_lesson(session, whole):
    session.experiment.open(encoded(whole), "odd.json")
    assert session.experiment.notice == "" and session.experiment.origin == "odd.json"
    session.experiment.move(60)
    session.experiment.choose(policy="summarize-older")
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
    assert f"newest {LARGE} of 1000 turns" in words(shown["transcript"])
    assert "1000 turns, too many to draw" in words(shown["picture"])
    assert "1000 turns" in words(shown["comparison"])
    assert "too long to show here" in words(shown["state"])
    told = words(shown["context"]).replace("1000 of 10000 teaching tokens", "")
    assert Read(shown["context"]).count("li") == 1000 or re.search(r"\b(1,?000|600)\b", told), "items are left out and nothing says so"


def test_the_pinned_turns_of_a_very_long_lesson_stay_in_sight():
    assert describe.page.PINNED in words(panels(LONG, 60)["context"])


def test_controls_wait_until_python_is_there():
    fixture, played, frame = made(HOSTILE, 0)
    for waiting, awake in (
        (lesson(fixture, "", False), lesson(fixture, "", True)),
        (settings(fixture, played.settings, False), settings(fixture, played.settings, True)),
        (transport(played, False), transport(played, True)),
        (comparison(frame, Baseline(frame, 0.0), False), comparison(frame, Baseline(frame, 0.0), True)),
    ):
        # A fieldset that is disabled disables the radios in it.
        controls = ("fieldset",) if "<fieldset" in waiting else ("button", "select", "input")
        waits = ["disabled" in attributes for tag, attributes in Read(waiting).elements if tag in controls]
        works = ["disabled" in attributes for tag, attributes in Read(awake).elements if tag in controls]
        assert waits and all(waits) and not any(works)
