"""Tests what a person sees of the session's state: the resolved instruction, the keys, and a call that lacks one."""

import re

import pytest
from engine.making import document, encoded, turn
from playwright.sync_api import expect

from sim import describe
from sim.library import find, load
from sim.policies.choice import choose
from sim.replay import Replay, replay
from web.views.context import context
from web.views.held import held
from web.views.prompts import prompts

from .screen import WORDS
from .test_accessibility import violations
from .test_views import ID, MARKUP, Read, safe, words

NAME = "state-that-remembers"
HEADING = describe.states.HEADING


@pytest.fixture(scope="module")
def lesson() -> Replay:
    return replay(find(NAME), choose(find(NAME)))


def test_an_instruction_is_shown_as_it_is_sent_with_its_template_folded(lesson):
    shown = Read(context(lesson.at(24), lesson))
    assert "Limit for a night: 140 euros. Wishes: . Offered in this request: Tejo View, 132 euros." in (
        " ".join(shown.text.split())
    )
    assert "Limit for a night: {user:limit?}. Wishes: {wishes?}." in shown.text
    assert shown.count("details") == 1
    told = " ".join(shown.text.split())
    assert (
        "reads user:limit (written by T4), wishes (no value, so it is left empty) and temp:offer (written by T8)"
        in told
    )
    assert "writes temp:offer to the state" in told


def test_an_instruction_without_a_value_shows_its_template_and_why_the_call_fails(lesson):
    shown = words(context(lesson.at(39), lesson))
    sentence = "A call made now would fail: the instruction T13 reads {room}, and nothing has written it; T15 writes it at 45 seconds."
    assert sentence in shown and "The guest is in room {room}: say how to find it." in shown
    assert Read(context(lesson.at(39), lesson)).count("details") == 1
    assert "would fail" not in words(context(lesson.at(45), lesson))
    assert Read(context(lesson.at(45), lesson)).count("details") == 2


def test_the_state_is_listed_with_writers_and_readers(lesson):
    lines = "user:limit: “180 euros”, written by T19 at 57 seconds, over the value of T4, read by T1."
    shown = Read(held(lesson.at(60)))
    assert lines in shown.text and "room: “407”, written by T15 at 45 seconds, read by T13." in shown.text
    assert shown.count("li") == 2 and "temp:offer" not in shown.text
    assert describe.states.EMPTY in words(held(lesson.at(0)))


def test_a_lesson_without_a_state_shows_none():
    whole = replay(find("report-preference"), choose(find("report-preference")))
    assert HEADING not in words(prompts(whole.frames[-1], whole))


def test_a_hostile_value_is_text():
    turns = [
        turn(f"{ID}1", "system", 3, text="{note} {missing}"),
        turn(f"{ID}2", "assistant", 3, text=MARKUP, writes=[{"key": "note", "value": MARKUP}]),
        turn(f"{ID}3", "assistant", 3, saves={"<b>": MARKUP}, output_key="missing", text=MARKUP),
    ]
    fixture = load(encoded(document(turns, artifacts={})))
    whole = replay(fixture, choose(fixture))
    for frame in whole.frames:
        for panel in (context(frame, whole), prompts(frame, whole)):
            assert safe(Read(panel))


def test_a_person_follows_a_key_from_its_write_to_its_end(fresh):
    screen, page = fresh.open(f"?lesson={NAME}&t=9"), fresh.page
    context = screen.panel("Context")
    expect(context).to_contain_text("Limit for a night: . Wishes: . Offered in this request: .")
    screen.press("Next message")
    expect(screen.status).to_contain_text("T4 wrote user:limit to the state.")
    expect(context).to_contain_text("Limit for a night: 140 euros.")
    folded = screen.panel(WORDS.PROMPTS).get_by_text(HEADING, exact=True)
    folded.press("Enter")
    listed = screen.panel(WORDS.PROMPTS).get_by_role("listitem")
    expect(listed.filter(has_text="user:limit")).to_have_text(
        "user:limit: “140 euros”, written by T4 at 12 seconds, read by T1."
    )
    for _ in range(4):
        screen.press("Next message")
    expect(listed.filter(has_text="temp:offer")).to_be_visible()
    expect(screen.panel("Evidence")).to_contain_text("Kept in the state under user:limit, written by T4, read by T1.")
    for _ in range(2):
        screen.press("Next message")
    expect(screen.status).to_contain_text("The invocation of T8 is over, and temp:offer with it.")
    expect(listed.filter(has_text="temp:offer")).to_have_count(0)
    for _ in range(3):
        screen.press("Next message")
    expect(screen.status).to_contain_text(
        re.compile("would fail: the instruction T13 reads .room., .* T15 writes it at 45")
    )
    expect(context.get_by_text("A call made now would fail")).to_be_visible()
    template = context.get_by_text(describe.states.TEMPLATE, exact=True).first
    template.press("Enter")
    expect(context.get_by_text("{user:limit?}")).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0
    assert violations(screen) == []
