"""Tests the decision log, and what comes next: without a browser what they say, and in one that a keyboard opens the log."""

from __future__ import annotations

from sim.library import find
from sim.policies.choice import choose
from sim.replay import replay
from web.views.decisions import NEWEST, decisions
from web.views.prompts import prompts

from .test_views import Read, words


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
