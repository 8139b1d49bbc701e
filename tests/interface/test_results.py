"""Tests the setting that says how the results of tools are kept: its control, its address, and the tables of what each way comes to."""

import re

import pytest
from playwright.sync_api import expect

from sim import describe
from sim.library import find
from sim.policies.choice import choose
from sim.replay import replay
from web.experiment import Experiment
from web.views.context import context
from web.views.prompts import prompts
from web.views.settings import settings
from web.views.transcript import transcript

from .screen import WORDS, Screen
from .test_accessibility import violations
from .test_agents import end, opened, pick
from .test_views import Read, words

NAME = "trim-at-source"
TOLD = describe.results


@pytest.fixture
def experiment() -> Experiment:
    made = Experiment()
    made.lesson(NAME)
    return made


def test_only_a_lesson_with_weights_has_the_control():
    for name, radios in ((NAME, 4), ("report-preference", 0)):
        fixture = find(name)
        shown = Read(settings(fixture, choose(fixture), True))
        assert shown.count("input", name="results", type="radio") == radios
        assert (TOLD.HEADING in shown.text) == bool(radios)
    chosen = Read(settings(find(NAME), choose(find(NAME), results="artifact"), True))
    assert chosen.count("input", name="results", value="artifact", checked=None) == 1
    assert TOLD.EFFECTS["artifact"] in chosen.text


def test_the_rows_say_what_stands_in_the_place_of_a_result_and_have_it_whole():
    fixture = find(NAME)
    whole = replay(fixture, choose(fixture, results="artifact"))
    told = words(context(whole.at(65), whole))
    assert "R16 tool new 3020 teaching tokens [artifact R16] order 4496, packed [loaded R7] status: waiting" in told
    assert "It loads R7 again: 3000 more." in told
    rows = words(transcript(whole.at(65), whole))
    assert f"[artifact R1] order 4471, shipped{TOLD.recorded('R1')}status: shipped; carrier: Nordfracht" in rows
    kept = replay(fixture, choose(fixture))
    assert "as it was recorded" not in transcript(kept.at(65), kept)
    assert not Read(context(kept.at(65), kept)).count("p", **{"class": "mark kept"})


def test_the_tables_have_the_engines_numbers():
    fixture = find(NAME)
    whole = replay(fixture, choose(fixture))
    told = words(str(prompts(whole.frames[-1], whole)).replace("</t", " </t"))
    assert "Whole 65000 8500 72 327900 Trimmed to what is used 6600 8600 0 210200" in told
    assert "R1 get_order 3000 80 20 10" in told
    assert "Tool results of get_order 60000 1600 Messages 4200 4200" in told and "Together 65000 6600" in told
    first = find("report-preference")
    plain = replay(first, choose(first))
    assert TOLD.HEADING not in prompts(plain.frames[-1], plain)


def test_a_way_is_chosen_addressed_and_compared(experiment):
    experiment.move(82)
    before = experiment.survey
    experiment.choose(results="whole")
    assert (experiment.settings.results, experiment.seconds) == ("whole", 0)
    assert "&results=whole&" in experiment.address
    assert experiment.survey is not before and experiment.survey.results == "whole"
    assert "tool results: whole" in experiment.said[1]
    experiment.choose(budget=4000)
    assert (experiment.settings.results, experiment.settings.budget) == ("whole", 4000)
    experiment.take(8600, "evict-oldest", "preserve")
    assert (experiment.settings.results, experiment.settings.budget) == ("whole", 8600)
    again = Experiment()
    again.visit(experiment.address)
    assert (again.settings, again.notice) == (experiment.settings, "")
    opened_again = Experiment()
    opened_again.open(experiment.export().encode(), "export.json")
    assert opened_again.settings == experiment.settings


def test_a_way_that_does_not_exist_is_named_and_the_rest_applies(experiment):
    experiment.visit(f"lesson={NAME}&results=shredded&budget=4000")
    assert (experiment.settings.results, experiment.settings.budget) == ("trimmed", 4000)
    assert "results" in experiment.notice and "shredded" in experiment.notice
    experiment.visit("lesson=report-preference&results=whole")
    assert "results" in experiment.notice and "trimmed" in experiment.notice


def test_a_step_of_the_guide_switches_the_setting(experiment):
    experiment.follow(3)
    assert experiment.settings.results == "whole"
    experiment.follow(5)
    assert experiment.settings.results == "artifact"
    experiment.follow(2)
    assert experiment.settings.results == "trimmed"


# In a browser.


@pytest.fixture
def screen(booted):
    screen, watch = booted
    yield screen
    watch.check()


def row(screen: Screen, name: str):
    return screen.panel(WORDS.PROMPTS).get_by_role("row", name=re.compile(f"^{name}"))


def test_the_switch_is_pulled_by_keyboard_and_the_history_shrinks(screen):
    opened(screen, NAME)
    end(screen, NAME)
    screen.panel(WORDS.PROMPTS).get_by_text(TOLD.HEADING, exact=True).press("Enter")
    expect(row(screen, "Together 65000 6600")).to_be_visible()
    expect(row(screen, "Whole 65000 8500 72 327900")).to_be_visible()
    expect(screen.panel("Evidence")).to_contain_text("Backed by Q1, the user's own turn in the context.")
    pick(screen, TOLD.HEADING, TOLD.title("whole"))
    expect(screen.page.get_by_role("table", name=re.compile("; tool results: whole$"))).to_be_visible()
    screen.addressed(results="whole")
    end(screen, NAME)
    expect(row(screen, "Together 65000 65000")).to_be_visible()  # the tables are still unfolded
    expect(screen.panel("Context")).to_contain_text("8500 of 8600 teaching tokens")
    expect(screen.panel("Evidence")).to_contain_text("No user's turn backs it.")
    pick(screen, TOLD.HEADING, TOLD.title("artifact"))
    screen.addressed(results="artifact")
    end(screen, NAME)
    expect(row(screen, "Together 65000 8400")).to_be_visible()
    expect(screen.panel("Context")).to_contain_text("It loads R7 again: 3000 more.")
    expect(screen.cell("Evict oldest", 8600)).to_contain_text("8510")
    pick(screen, TOLD.HEADING, TOLD.title("state"))
    end(screen, NAME)
    expect(screen.panel(WORDS.PROMPTS)).to_contain_text("Under order the state holds the value of R20")
    pick(screen, TOLD.HEADING, TOLD.title("trimmed"))
    screen.addressed(results="trimmed")


def test_results_kept_elsewhere_have_no_accessibility_fault(screen):
    opened(screen, NAME, **{TOLD.HEADING: TOLD.title("artifact")})
    end(screen, NAME)
    details = screen.panel("Transcript").get_by_text(TOLD.recorded("R20"), exact=True)
    details.press("Enter")
    expect(screen.panel("Transcript")).to_contain_text("status: at the pickup point")
    assert violations(screen) == []
