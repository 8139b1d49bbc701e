"""Tests the panels and controls that only the lessons about agents use, because the first lesson does not show them."""

import re

import pytest
from playwright.sync_api import expect

from sim.library import find, lessons
from sim.policies.choice import controls
from sim.policies.registry import POLICIES

from .screen import WORDS, Screen
from .test_accessibility import violations

AGENTS = [name for name in lessons() if name != "report-preference"]


@pytest.fixture
def screen(booted):
    """The module's page with the lesson that the test before has left open. Fails on foreign requests and on errors."""
    screen, watch = booted
    yield screen
    watch.check()


def opened(screen: Screen, name: str, **chosen: object) -> Screen:
    """Choose a lesson, a policy and parameters with the keyboard, and go to the end."""
    fixture = find(name)
    lesson = screen.page.get_by_role("combobox", name="Lesson", exact=True)
    lesson.select_option(name)
    expect(screen.page.get_by_role("heading", name=fixture.title, exact=True)).to_be_visible()
    for group, value in chosen.items():
        pick(screen, group, value)
    return screen


def pick(screen: Screen, group: str, value: object) -> None:
    """Choose a radio button with Space in the group with that title, and wait until the address contains the choice."""
    radio = screen.radio(group, value)
    radio.press("Space")
    expect(radio).to_be_checked()
    expect(screen.timeline).to_have_attribute("aria-valuetext", re.compile("^0 seconds"))


def go(screen: Screen, turn: int) -> None:
    """Step to the arrival with that number."""
    screen.timeline.press("Home")
    for _ in range(turn):
        screen.press("Next message")
    expect(screen.page.get_by_role("table", name=re.compile(rf" after message {turn}:"))).to_be_visible()


def end(screen: Screen, name: str) -> None:
    screen.timeline.press("End")
    expect(
        screen.page.get_by_role("table", name=re.compile(rf" after message {len(find(name).turns)}:"))
    ).to_be_visible()


def parameter(policy: str, name: str) -> str:
    return next(found.title for found in POLICIES[policy].parameters if found.name == name)


@pytest.mark.parametrize("name", AGENTS)
def test_a_lesson_plays_to_its_end_in_both_themes_without_a_violation(screen, name):
    opened(screen, name)
    end(screen, name)
    expect(screen.panel(WORDS.PROMPTS)).to_contain_text("The session stores")
    assert violations(screen) == []


@pytest.mark.parametrize("name", AGENTS)
def test_a_lesson_shows_only_the_controls_that_it_uses(screen, name):
    fixture = find(name)
    opened(screen, name)
    wanted = {WORDS.POLICY} | {parameter.title for parameter, _ in controls(fixture, fixture.defaults.policy)}
    if len(fixture.budgets) > 1 or fixture.budget_range:
        wanted.add(WORDS.BUDGET)
    if any(POLICIES[policy].uses_fidelity for policy in fixture.policies):
        wanted.add(WORDS.FIDELITY)
    groups = screen.panel("Settings").get_by_role("radiogroup")
    expect(groups).to_have_count(len(wanted))
    for title in wanted:
        expect(screen.group(title)).to_be_visible()


def test_a_summary_of_a_summary_drifts_and_a_pin_holds(screen):
    opened(screen, "summary-drift")
    go(screen, 17)
    expect(screen.panel("Evidence")).to_contain_text("S says only “Refund of about 400 EUR made”")
    newest = screen.panel(WORDS.GENERATIONS).get_by_role("listitem").first
    expect(newest).to_contain_text("generation 3, at 51 seconds")
    pick(screen, parameter("pinning-summarizer", "pinned"), "all")
    end(screen, "summary-drift")
    expect(screen.panel("Evidence")).to_contain_text("Backed by T2, carried by the summary S.")


def test_what_trimming_saves_is_said_before_anything_is_summarized(screen):
    opened(screen, "trim-at-source")
    end(screen, "trim-at-source")
    panel = screen.panel(WORDS.PROMPTS)
    expect(panel).to_contain_text("With the results whole they weigh 60000, and the context 67000 teaching tokens.")
    expect(panel).to_contain_text(
        "With the results trimmed at the source they weigh 1600, and the context 8600 teaching tokens."
    )
    expect(panel.get_by_role("row", name=re.compile("^Fixed 2000"))).to_be_visible()


def test_a_pair_breaks_by_the_java_rules_and_not_by_pythons(screen):
    retention = parameter("adk-token-java", "retention")
    opened(screen, "tail-or-window", **{WORDS.POLICY: POLICIES["adk-token-java"].title, retention: 1})
    go(screen, 12)
    fault = screen.panel("Context").get_by_text(
        "A provider rejects this prompt: T12 is a result, and its call T11 has left."
    )
    expect(fault).to_be_visible()
    pick(screen, WORDS.POLICY, POLICIES["adk-token"].title)
    pick(screen, retention, 1)
    go(screen, 12)
    expect(fault).to_be_hidden()
    screen.holds("T1", "S", "T11", "T12")


def test_an_invented_constraint_is_marked(screen):
    opened(screen, "code-review", **{WORDS.POLICY: POLICIES["compression-subagent"].title})
    end(screen, "code-review")
    expect(screen.panel("Context")).to_contain_text(
        "The tests are not to be changed. [unsupported: no covered turn says so]"
    )


def test_the_lines_of_a_summary_unfold_where_they_are(screen):
    opened(screen, "same-mistake", **{WORDS.POLICY: POLICIES["compression-subagent"].title})
    end(screen, "same-mistake")
    context = screen.panel("Context")
    line = context.get_by_text("Tool calls: read_file on useAuth.ts: 214 lines")
    expect(context.get_by_text("Since generation 3: took in T14")).to_be_visible()
    expect(line).to_be_hidden()
    context.get_by_role("button", name="Show all 14 lines of S").press("Enter")
    less = context.get_by_role("button", name="Show less of S")
    expect(line).to_be_visible()
    expect(less).to_be_focused()
    expect(screen.items.last).not_to_be_in_viewport()  # the list has not run to the newest turn
    less.press("Enter")
    expect(line).to_be_hidden()


def test_each_reader_has_its_own_request(screen):
    opened(screen, "who-reads-what")
    go(screen, 11)
    requests = screen.panel(WORDS.REQUESTS)
    for reader in find("who-reads-what").readers:
        expect(requests.get_by_role("heading", name=reader.name, exact=True)).to_be_visible()
    expect(requests).to_contain_text(
        "classifier, on no branch of its own, reads the current turn alone: 65 teaching tokens."
    )


def test_a_parameter_is_in_the_address_and_comes_back_from_it(screen):
    screen.open("?lesson=tail-or-window&policy=adk-token-java&retention=1&t=36")
    expect(screen.radio(parameter("adk-token-java", "retention"), 1)).to_be_checked()
    expect(screen.timeline).to_have_attribute("aria-valuetext", re.compile("^36 seconds, message 12 "))
    screen.open("?lesson=tail-or-window&policy=adk-token-java&retention=7")
    expect(screen.alert).to_contain_text("retention is '7', which this lesson does not offer (it offers 1, 6).")
    expect(screen.radio(parameter("adk-token-java", "retention"), 6)).to_be_checked()
