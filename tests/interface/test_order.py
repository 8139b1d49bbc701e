"""Tests that actions count in the order in which a person made them, because a person does not wait for Python.

Each of Python's messages is late here, and every test makes its next action before the answer.
"""

import re

import pytest
from conftest import delayed
from playwright.sync_api import expect

from sim import describe
from sim.library import find

from .screen import LESSON, POLICY, REACHABLE, WORDS, Screen, Watch, held_clock, recorded

LATE = 400  # milliseconds
# Clicks on all these elements without a pause.
CLICK = "selectors => { for (const selector of selectors) document.querySelector(selector).click() }"
NEXT, PREVIOUS, PLAY = "[data-part=next]", "[data-part=previous]", "[data-part=play]"
BUDGET = "[name=budget][value='36']"
OPEN_TAIL = """() => {
  const lesson = document.getElementById("lesson");
  lesson.value = "tail-or-window";
  lesson.dispatchEvent(new Event("change", { bubbles: true }));
}"""


@pytest.fixture(scope="module")
def booted(browser, site):
    context = delayed(browser.new_context(), LATE)
    context.add_init_script(REACHABLE)
    watch = Watch(context)
    yield Screen(context.new_page(), site).open("?lesson=report-preference"), watch
    context.close()


@pytest.fixture
def screen(booted):
    """The module's page with the first lesson. Fails on errors."""
    screen, watch = booted
    lesson = screen.page.get_by_role("combobox", name="Lesson", exact=True)
    if lesson.input_value() != "report-preference":  # else the heading is there before the lesson has opened again
        lesson.select_option("report-preference")
    expect(screen.page.get_by_role("heading", name=LESSON.title, exact=True)).to_be_visible()
    yield screen.home()
    expect(screen.status).not_to_contain_text("did not work")
    watch.check()


def test_a_step_after_a_choice_counts_from_zero(screen):
    screen.seek(30)
    screen.page.evaluate(CLICK, [BUDGET, NEXT, NEXT])
    screen.addressed(budget=36, t=15)
    screen.at(15)


HOLD = "([before, after]) => { document.querySelector(before).click(); dispatchEvent(new Event('hold')); document.querySelector(after).click(); }"


def test_a_step_after_python_was_given_up_counts_from_the_one_before(screen):
    screen.seek(15)
    screen.page.evaluate(HOLD, [NEXT, NEXT])
    screen.addressed(t=30)
    screen.at(30)


def test_play_goes_on_after_python_was_given_up(screen):
    screen.seek(15)
    screen.page.evaluate(HOLD, [NEXT, PLAY])
    expect(screen.button(WORDS.TRANSPORT["pause"])).to_be_visible()
    expect(screen.timeline).not_to_have_attribute("aria-valuetext", re.compile("^(15|22.5) seconds"))
    screen.press(WORDS.TRANSPORT["pause"])


def test_the_page_rewinds_with_the_choice_and_never_shows_an_older_moment(screen):
    screen.seek(30)
    with recorded(screen.page, "[data-part=position]") as positions:
        screen.page.evaluate(CLICK, [BUDGET, NEXT, NEXT])
        screen.addressed(budget=36, t=15)
        screen.at(15)
    assert [text.split(",")[0] for text in positions] == ["15 seconds"]


def test_an_older_answer_does_not_take_back_a_newer_choice(screen):
    # The second choice is made once Python has the first: what waits together is answered together. Timers run in the order
    # in which they are due, so one of these runs between the two answers however busy the machine is.
    screen.page.evaluate(
        """([first, second]) => {
          globalThis.seen = new Set();
          const look = () => {
            const answered = new URLSearchParams(location.search).get("budget");
            if (answered === "36") seen.add(document.querySelector("[name=budget]:checked")?.value);
            if (answered !== "48") setTimeout(look);
          };
          look();
          const post = python.postMessage;
          python.postMessage = (message, ...rest) => {
            post.call(python, message, ...rest);
            if (!message.patch?.includes('"36"')) return;
            delete python.postMessage;
            document.querySelector(second).click();
          };
          document.querySelector(first).click();
        }""",
        [BUDGET, "[name=budget][value='48']"],
    )
    screen.addressed(budget=48)
    shown = screen.page.evaluate("[...seen]")
    assert shown == ["48"]


def test_playing_goes_on_when_the_answer_to_the_choice_before_it_comes(screen):
    screen.seek(30)
    with held_clock(screen) as clock:
        screen.page.evaluate(CLICK, [BUDGET, PLAY])
        clock.run_for(2_000)
        screen.addressed(budget=36)
        expect(screen.button("Pause messages")).to_be_visible()
        expect(screen.timeline).to_have_attribute("aria-valuetext", re.compile("^[12](\\.\\d)? seconds"))
        screen.press("Pause messages")


def test_a_step_after_another_lesson_steps_through_that_one(screen):
    screen.seek(30)
    fixture = find("tail-or-window")
    screen.page.evaluate(OPEN_TAIL)
    screen.page.evaluate(CLICK, [NEXT, NEXT, NEXT, PREVIOUS])
    screen.addressed(lesson=fixture.id, t=f"{fixture.arrivals[1]:g}")
    expect(screen.timeline).to_have_attribute("aria-valuetext", re.compile(f"message 2 of {len(fixture.turns)}$"))


def test_playing_after_another_lesson_begins_when_it_is_there(screen):
    screen.seek(30)
    screen.page.evaluate(OPEN_TAIL)
    screen.page.evaluate(CLICK, [PLAY])
    screen.addressed(lesson="tail-or-window")
    screen.press("Pause messages")
    expect(screen.button("Resume messages")).to_be_visible()


@pytest.mark.parametrize(
    "control", [BUDGET, "[name=fidelity][value=drop]", "[data-act=load]", "[data-act=ask]", "[data-act=next]"]
)
def test_what_was_chosen_for_a_lesson_that_is_no_longer_open_changes_nothing(screen, control):
    fixture = find("tail-or-window")
    screen.page.evaluate(OPEN_TAIL)
    screen.page.evaluate(CLICK, [control])
    screen.addressed(lesson=fixture.id, budget=fixture.defaults.budget, t=0)
    expect(screen.status).to_have_text(describe.announcements.NO_LONGER_OPEN)


def test_what_was_chosen_while_the_same_lesson_opens_again_counts(screen):
    screen.page.evaluate("document.getElementById('lesson').dispatchEvent(new Event('change', { bubbles: true }))")
    screen.page.evaluate(CLICK, [BUDGET, NEXT, NEXT])
    screen.addressed(lesson=LESSON.id, budget=36, t=15)
    screen.at(15)


def test_a_parameter_of_the_policy_before_is_refused_in_a_sentence(screen):
    screen.page.evaluate(OPEN_TAIL)
    screen.addressed(lesson="tail-or-window")
    with recorded(screen.page, "#status") as said:
        others = screen.page.locator("[name=policy]:not(:checked)").evaluate_all("all => all.map(one => one.value)")
        for other in others:
            screen.page.evaluate(
                """other => {
                  const parameter = [...document.querySelectorAll("[name^=parameter-]:not(:checked)")][0];
                  document.querySelector(`[name=policy][value='${other}']`).click();
                  parameter?.click();
                }""",
                other,
            )
            screen.addressed(policy=other)
    assert not [text for text in said if "did not work" in text]


def test_a_value_that_is_pressed_again_after_another_policy_is_chosen_for_that_one(screen):
    screen.page.evaluate(OPEN_TAIL)
    screen.addressed(lesson="tail-or-window", policy="adk-token", retention=6)
    retention = "[name=parameter-retention][value='1']"
    screen.page.evaluate(CLICK, [retention])
    screen.addressed(retention=1)
    screen.page.evaluate(CLICK, ["[name=policy][value=adk-token-java]", retention])
    screen.addressed(policy="adk-token-java", retention=1)
    expect(screen.page.locator(retention)).to_be_checked()


def test_a_choice_that_is_refused_is_taken_back(screen):
    # 65 is more than any budget that the lesson offers.
    screen.page.evaluate(
        "selector => { const radio = document.querySelector(selector); radio.value = 65; radio.click(); radio.value = 36 }",
        BUDGET,
    )
    expect(screen.status).to_contain_text("budget is 65, which this lesson does not offer")
    expect(screen.radio(WORDS.BUDGET, 24)).to_be_checked()


def test_a_choice_and_back_end_where_back_leads(screen):
    screen.step_to(WORDS.BUDGET, 48)
    screen.step_to(WORDS.POLICY, POLICY["summarize-older"])
    length = screen.page.evaluate("history.length")
    screen.page.evaluate("selector => { document.querySelector(selector).click(); history.back() }", BUDGET)
    expect(screen.radio(WORDS.BUDGET, 48)).to_be_checked()
    expect(screen.radio(WORDS.POLICY, POLICY["evict-oldest"])).to_be_checked()
    screen.addressed(budget=48, policy="evict-oldest")
    assert screen.page.evaluate("history.length") == length


def test_a_link_is_ready_when_it_shows_what_was_asked(browser, site):
    context = delayed(browser.new_context(), LATE)
    watch = Watch(context)
    page = context.new_page()
    page.add_init_script("""
      globalThis.whenReady = [];
      const look = () => {
        const next = document.querySelector("[data-part=next]");
        if (document.getElementById("boot")?.dataset.stage === "ready" || (next && !next.disabled))
          whenReady.push(document.getElementById("timeline").getAttribute("aria-valuetext"));
        requestAnimationFrame(look);
      };
      look();
    """)
    Screen(page, site).open("?lesson=report-preference&budget=36&policy=summarize-older&fidelity=drop&t=45").at(45)
    shown = set(page.evaluate("whenReady"))
    context.close()
    watch.check()
    assert shown == {"45 seconds, message 6 of 8"}
