"""Tests that *Which lever first?* gives no advice that its lessons do not show."""

from __future__ import annotations

import pytest

from sim import terminal
from sim.analysis.failed_calls import calls
from sim.analysis.viewpoint import Viewpoint
from sim.describe import levers as words
from sim.levers import LEVERS, shown
from sim.library import find
from sim.policies.choice import choose
from sim.replay import replay


def both(name: str) -> tuple[Viewpoint, Viewpoint]:
    """The moment without the lever and with it."""
    lever = next(one for one in LEVERS if one.name == name)
    fixture = find(lever.lesson)
    at = fixture.duration if lever.at is None else lever.at
    return Viewpoint.of(fixture, lever.without, at), Viewpoint.of(fixture, lever.settings, at)


def test_every_symptom_is_shown_once_and_every_name_has_a_value():
    assert [lever.name for lever in LEVERS] == list(words.SYMPTOMS)
    for one in shown():
        assert one.missing == () and "{" not in one.text


@pytest.mark.parametrize(("name", "fact", "states"), [
    ("forgets", "push", ("gone", "proven")),
    ("distorts", "refund", ("mentioned", "proven")),
])  # fmt: skip
def test_the_lever_keeps_the_proof(name, fact, states):
    assert tuple(view.frame.facts[fact].state for view in both(name)) == states


def test_the_lever_keeps_the_request_whole():
    without, with_it = both("rejected")
    assert [fault.kind for fault in without.frame.faults if fault.certain] == ["lost_call"]
    assert not any(fault.certain for fault in with_it.frame.faults)


def test_the_lever_keeps_what_a_cache_had():
    without, with_it = both("slower")
    assert (without.frame.uncached, with_it.frame.uncached) == (17_870, 9_570)


def test_the_command_line_says_all_of_it():
    said = "\n".join(terminal.levers(shown()))
    for one in shown():
        assert one.words.symptom in said and one.text in said
    for line in (*words.ORDER, *words.NEVER, *words.QUESTIONS):
        assert line in said


def test_under_no_compression_no_call_fails_where_the_session_fits():
    """The first reason not to compress, in the lesson that it is true of and in one that it is not."""
    fits, overflows = find("who-reads-what"), find("code-review")
    assert not calls(replay(fits, choose(fits, policy="no-compression"))).failed
    assert calls(replay(overflows, choose(overflows, policy="no-compression"))).failed
