"""Tests the decision log, and what comes next: without a browser what they say, and in one that a keyboard opens the log."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from sim import describe
from sim.library import find
from sim.policies.choice import choose
from sim.replay import replay
from web.views.decisions import NEWEST, decisions
from web.views.prompts import prompts

from .screen import WORDS
from .test_accessibility import violations
from .test_agents import go, opened, parameter, pick
from .test_views import Read, words

LESSON = "triggers-side-by-side"


@pytest.fixture
def screen(booted):
    """The module's page with the lesson that the test before has left open. Fails on foreign requests and on errors."""
    screen, watch = booted
    yield screen
    watch.check()


def test_the_decision_log_is_folded_and_says_what_every_part_found():
    fixture = find("summary-cost")
    played = replay(fixture, choose(fixture))
    read = Read(decisions(played.frames[13], played))
    assert read.count("details") == 1 and not any("open" in given for tag, given in read.elements if tag == "details")
    assert read.count("li", **{"class": "decision skip"}) == 12 and read.count("li", **{"class": "decision act"}) == 1
    said = words(decisions(played.frames[13], played))
    first = said.index("T12 at 39 seconds: acts")
    assert said.index("Fired: T12 is a tool's result of 900 teaching tokens", first) < said.index("T11 at 36 seconds")
    assert "Done: T1, T2, T3, T4 and T5 were folded into S: 2870" not in said
    assert "Held: 13 turns have come since the last time, and it is due every 30." in said


def test_a_long_decision_log_shows_only_the_newest():
    fixture = find("summary-cost")
    played = replay(fixture, choose(fixture))
    read = Read(decisions(played.frames[-1], played))
    assert (
        sum(tag == "li" and given["class"].startswith("decision") for tag, given in read.elements if "class" in given)
        == NEWEST
    )
    assert f"The newest {NEWEST} are shown" in read.text and "T9 at" in read.text and "T8 at" not in read.text
    assert "Nothing has arrived" in words(decisions(played.frames[0], played))


def test_what_comes_next_is_beside_the_prompts():
    fixture = find("report-preference")
    played = replay(fixture, choose(fixture))
    said = words(prompts(played.at(30), played))
    assert "Next: 21 of 24 teaching tokens, 4 to go." in said
    assert "If it acted now, T3 would leave, and the context would weigh 14 teaching tokens, 7 less." in said
    assert "nothing can be said about what comes next" in words(prompts(played.at(0), played))


def test_a_keyboard_goes_through_the_triggers_and_opens_the_log(screen):
    """Each trigger acts at its own turn, and the log says why; then a counter that is never reset fires at every look."""
    opened(screen, LESSON)
    log = screen.panel(describe.decisions.HEADING)
    heading = log.get_by_text(describe.decisions.HEADING, exact=True)
    newest_first = log.get_by_role("list").first.locator("> li")
    expect(newest_first.first).to_be_hidden()
    heading.press("Enter")
    expect(log).to_contain_text("Nothing has arrived, so nothing was decided.")
    go(screen, 12)
    expect(newest_first.first).to_contain_text("T12 at 36 seconds: skip")
    expect(newest_first.first).to_contain_text("Held: the prompt counted with T11 was 90 teaching tokens")
    pick(screen, title("trigger"), "event")
    go(screen, 12)
    expect(newest_first.first).to_contain_text("T12 at 36 seconds: acts")
    expect(newest_first.first).to_contain_text("Fired: T12 is a tool's result of 240 teaching tokens")
    pick(screen, title("trigger"), "turns")
    pick(screen, title("counter"), "never resets")
    go(screen, 14)
    expect(newest_first.first).to_contain_text(
        "Fired: 14 turns have arrived since the start, for this counter is never reset, and it acts from 10 on."
    )
    expect(newest_first.filter(has_text="Fired")).to_have_count(3)
    assert violations(screen) == []


def test_what_comes_next_is_said_at_every_moment(screen):
    opened(screen, LESSON)
    pick(screen, title("check_every"), 8)
    go(screen, 11)
    prompts = screen.panel(WORDS.PROMPTS)
    expect(prompts).to_contain_text(
        "11 of 16 turns until it counts again, 5 to go; 220 of 300 teaching tokens counted, 80 to go"
    )
    expect(prompts).to_contain_text("If it acted now, T2, T3, T4, T5, T6, T7, T8 and T9 would leave")


def title(name: str) -> str:
    return parameter("compression-subagent", name)
