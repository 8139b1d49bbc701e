"""Tests the guide's engine on the first lesson and on small ones: exact numbers, right answers, verdicts, the challenge."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.analysis.ask import Loss, Rest, ask
from sim.analysis.asked import Asked
from sim.analysis.challenge import Attempt, attempt, best, budgets
from sim.analysis.retention import retention
from sim.analysis.viewpoint import Viewpoint
from sim.describe import guide as words
from sim.guide.figures import NAMES
from sim.guide.filling import UnknownName, fill, names
from sim.guide.question import asked
from sim.guide.steps import page, pages, sheet
from sim.lesson.fixture import Fixture
from sim.lesson.goal import Goal
from sim.lesson.invalid import InvalidInput
from sim.lesson.step import Chosen, SmallestBudget, StillBacked, WhatAnswer, WhatLeaves
from sim.library import find, schema
from sim.library import lessons as bundled
from sim.policies.choice import choose
from sim.policies.registry import POLICIES
from sim.replay import Replay, replay

from .making import lesson, lessons, settings, turn

PRESERVE, DROP = (Chosen(policy="summarize-older", fidelity=name) for name in ("preserve", "drop"))


def view(fixture: Fixture, seconds: float, chosen: Chosen | None = None) -> Viewpoint:
    return Viewpoint.of(fixture, chosen or Chosen(), seconds)


def played(fixture: Fixture, *choice: object) -> Replay:
    return replay(fixture, choose(fixture, *choice))


# Filling: each name with its value, at a moment whose numbers the design fixes.


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{seconds} {arrived} {arrived_count}", "30 T4 4"),
        ("{before} {budget} {tokens}", "29 24 21"),
        ("{leaving}; {context}; {retained}; {retained_count}", "T2; T1, T3 and T4; T1, T3 and T4; 3"),
        ("{evicted} {evicted_count} {covered} {covered_count}", "T2 1 nothing 0"),
        ("{stored} {read} {summarized} {summaries_written}", "29 14 0 0"),
        ("{first_overflow} {faults} {asked} {answerable} {proven}", "30 0 1 1 0"),
        ("{T2.tokens} {T2.fate} {T2.arrives} {T2.left}", "8 evicted 15 30"),
        ("{T5.fate} {T3.fate} {T3.prompt}", "waiting retained 14"),
        ("{report-format.backed_by} {report-format.mentioned_by} {said_by}", "nothing T3 T2"),
        ("{smallest_budget} {near_miss} {lost_at} {answer}", "29 5 30 concise bullets"),
        ("{end.tokens} {end.near_miss} {end.T5.fate} {end.evicted}", "20 33 evicted T2 to T6"),
        (
            "{kept.backed_by} {kept.covered} {kept.wording}",
            "T2 T2 and T3 The user wants reports written as concise bullets.",
        ),
        ("{kept.summary_tokens} {parameters.pairs}", "6 split"),
        ("{{tokens}} is {tokens}, }}", "{tokens} is 21, }"),
        ("nothing in braces", "nothing in braces"),
    ],
)
def test_a_text_takes_its_numbers_from_the_replay(first_lesson, text, filled):
    others = {"end": view(first_lesson, 60), "kept": view(first_lesson, 30, PRESERVE)}
    assert fill(text, view(first_lesson, 30), others).text == filled


def test_a_text_tells_which_calls_failed():
    found = fill("{failed_calls} {first_failed} {first_failed_at}", view(find("late-count"), 40), {})
    assert (found.text, found.missing) == ("2 T11 30", ())


@pytest.mark.parametrize(
    "text",
    ["{T2.left}", "{near_miss}", "{wording}", "{summary_tokens}", "{first_overflow}", "{T2.prompt}", "{first_failed}"],
)
def test_a_name_without_a_value_there_is_told(first_lesson, text):
    found = fill(text, view(first_lesson, 22.5, Chosen(budget=64)), {})
    assert (found.text, found.missing) == ("none", (text,))


def test_every_name_of_the_list_is_documented_and_gives_something(first_lesson):
    text = schema()["$defs"]["Step"]["properties"]["text"]["description"]
    here = view(find("who-reads-what"), 44, Chosen(policy="adk-sliding"))
    owners = {"moment": "", "turn": "T3.", "fact": "nap.", "agent": "parts."}
    for subject, known in NAMES.items():
        for name, one in known.items():
            assert f"{name}, {one.meaning}" in text
            assert fill(f"{{{owners[subject]}{name}}}", here, {}).text


@pytest.mark.parametrize(
    "text",
    ["{token}", "{T9.tokens}", "{T2.backed_by}", "{other.tokens}", "{parameters.cap}", "{}", "{ tokens }", "{tokens:d}",
     "{tokens!r}", "{tokens", "tokens}", "{report-format.left}", "{T2.}", "{.tokens}", "{writer.reads}", "{T2.tokens.tokens}"],
)  # fmt: skip
def test_a_name_that_does_not_exist_is_refused(first_lesson, text):
    with pytest.raises(UnknownName):
        fill(text, view(first_lesson, 30), {})


@given(st.text(alphabet="ab{} ."))
def test_braces_written_twice_are_braces(text):
    doubled = text.replace("{", "{{").replace("}", "}}")
    assert list(names(doubled)) == []
    assert fill(doubled, view(find("report-preference"), 30), {}).text == text


# Questions.


def choices(question: Asked) -> dict[str, str]:
    return {choice.id: choice.text for choice in question.choices}


def test_which_turns_leave(first_lesson):
    question = asked(view(first_lesson, 30), WhatLeaves())
    assert choices(question) == {"T1": "T1", "T2": "T2", "T4": "T4", "T2+T3": "T2 and T3"}
    assert (question.right, question.reason) == ("T2", "T2 was evicted: 29 teaching tokens before, 21 after.")
    assert "T4 arrives, and the context weighs 29 teaching tokens, over the budget of 24." in question.text


def test_that_nothing_leaves_is_an_answer_too(first_lesson):
    question = asked(view(first_lesson, 22.5), WhatLeaves())
    assert question.right == "none" and choices(question)["none"] == "None: every turn stays"


@pytest.mark.parametrize(
    ("chosen", "seconds", "right"),
    [
        (Chosen(), 22.5, "own"),
        (Chosen(), 30, "mentioned"),
        (Chosen(), None, "gone"),
        (PRESERVE, None, "carried"),
        (DROP, None, "gone"),
        (Chosen(budget=64), None, "own"),
    ],
)
def test_whether_a_fact_is_still_backed(first_lesson, chosen, seconds, right):
    question = asked(view(first_lesson, 15, chosen), StillBacked(fact="report-format", at=seconds))
    assert question.right == right
    assert f"At {60 if seconds is None else seconds:g} seconds" in question.text
    assert tuple(choices(question)) == ("own", "carried", "mentioned", "gone")


@pytest.mark.parametrize(
    ("chosen", "seconds", "right", "offered"),
    [
        (Chosen(), 30, "29", ["14", "21", "24", "29"]),
        (Chosen(), 60, "57", ["14", "20", "24", "57"]),
        (PRESERVE, 60, "12", ["12", "14", "20", "57"]),
        (Chosen(), 7.5, "none", ["6", "24", "36", "none"]),
    ],
)
def test_the_smallest_budget(first_lesson, chosen, seconds, right, offered):
    question = asked(view(first_lesson, seconds, chosen), SmallestBudget(fact="report-format"))
    assert (question.right, list(choices(question))) == (right, offered)


@pytest.mark.parametrize(("seconds", "right"), [(15, "proven"), (30, "said"), (60, "unknown")])
def test_what_the_agent_could_answer(first_lesson, seconds, right):
    question = asked(view(first_lesson, seconds), WhatAnswer(probe="format"))
    assert question.right == right and tuple(choices(question)) == ("proven", "said", "unknown")


def test_an_answer_is_compared_openly(first_lesson):
    question = asked(view(first_lesson, 30), WhatLeaves())
    right, wrong, skipped = (question.compared(chosen) for chosen in ("T2", "T1", None))
    assert (right.correct, wrong.correct, skipped.correct) == (True, False, False)
    assert {one.right.text for one in (right, wrong, skipped)} == {"T2"}
    assert words.outcome(right) == "As you said: T2. T2 was evicted: 29 teaching tokens before, 21 after."
    assert words.outcome(wrong).startswith("You said: T1. The answer: T2. ")
    assert words.outcome(skipped).startswith("You skipped the question. The answer: T2. ")
    with pytest.raises(InvalidInput, match="choice is 'T9', which is not among the answers"):
        question.compared("T9")


KINDS = (WhatLeaves(), StillBacked(fact="f"), SmallestBudget(fact="f"), WhatAnswer(probe="p"))


@st.composite
def moments(draw) -> Viewpoint:
    """Any moment after the first arrival of a small lesson with one fact."""
    roles = draw(st.lists(st.sampled_from(["system", "user", "assistant"]), min_size=1, max_size=8))
    turns = [
        turn(f"T{k}", role, draw(st.integers(1, 30)), mentions=["f"] * draw(st.integers(0, 1)),
             evidence=["f"] if role == "user" and draw(st.booleans()) else [])
        for k, role in enumerate(roles, 1)
    ]  # fmt: skip
    fixture = lesson(turns, budget=draw(st.integers(1, 100)))
    return Viewpoint(replay(fixture, draw(st.sampled_from(settings(fixture)))), draw(st.floats(60 / len(turns), 60)))


@given(moments(), st.sampled_from(KINDS))
def test_every_question_has_one_right_choice_among_several(here, kind):
    question = asked(here, kind)
    ids, texts = [choice.id for choice in question.choices], [choice.text for choice in question.choices]
    assert 2 <= len(ids) <= 4
    assert ids.count(question.right) == 1
    assert len(set(ids)) == len(ids) and len(set(texts)) == len(texts)
    assert question.text and question.reason
    assert [choice for choice in ids if question.compared(choice).correct] == [question.right]
    assert asked(here, kind) == question


# Ask the agent.


def test_an_answer_that_the_users_own_turn_proves(first_lesson):
    verdict = ask(played(first_lesson), 15, "format")
    text = first_lesson.turns[1].text
    assert (verdict.reach, verdict.rest) == ("proven", Rest(item="T2", text=text, source="T2"))
    assert (verdict.loss, verdict.miss, verdict.instead) == (None, None, None)
    (said,) = words.verdict(verdict)
    assert said == f"Proven: “concise bullets”. It rests on T2, the user's own turn: “{text}”"


def test_an_answer_that_a_summary_proves(first_lesson):
    verdict = ask(played(first_lesson, 24, "summarize-older"), 60, "format")
    assert (verdict.reach, verdict.rest.item, verdict.rest.source) == ("proven", "S", "T2")


def test_an_answer_that_can_only_be_said(first_lesson):
    verdict = ask(played(first_lesson), 30, "format")
    assert (verdict.reach, verdict.rest) == ("said", Rest(item="T3", text=first_lesson.turns[2].text))
    assert verdict.loss == Loss(seconds=30, arrival="T4", turn="T2", kind="evict")
    assert (verdict.miss.tokens, verdict.miss.turn) == (5, "T2")
    assert verdict.instead == choose(first_lesson, 24, "summarize-older", "preserve")
    assert words.verdict(verdict)[1:] == (
        "The proof was lost at 30 seconds, when T4 arrived: T2 was removed.",
        "5 more teaching tokens would have kept T2.",
        "In the same budget the proof is kept with “Summarize older turns, preserve”.",
    )


def test_an_answer_that_cannot_be_known_any_more(first_lesson):
    verdict = ask(played(first_lesson, 24, "summarize-older", "drop"), 60, "format")
    assert (verdict.reach, verdict.rest) == ("unknown", None)
    assert verdict.loss == Loss(seconds=30, arrival="T4", turn="T2", kind="summarize", into="S")
    assert "the summary S was written, and does not carry T2" in " ".join(words.verdict(verdict))


def test_an_answer_that_nobody_has_given_yet(first_lesson):
    verdict = ask(played(first_lesson), 0, "format")
    assert (verdict.reach, verdict.rest, verdict.loss, verdict.miss, verdict.instead) == (
        "unknown",
        None,
        None,
        None,
        None,
    )
    assert words.verdict(verdict) == ("Cannot be known: nobody has said it yet.",)


def test_an_answer_that_a_summary_has_worn_away():
    verdict = ask(played(find("summary-drift")), 54, "amount")
    assert (verdict.reach, verdict.rest) == ("unknown", Rest(item="S", text="Refund of about 400 EUR made"))
    assert verdict.loss == Loss(seconds=27, arrival="T9", turn="T2", kind="summarize", into="S")
    assert verdict.instead.parameters.pinned == "all"
    assert words.verdict(verdict)[-1] == "In the same budget the proof is kept with pinned facts: all."


def test_a_fact_that_no_user_ever_said_is_lost_too():
    fixture = lesson([turn("A", "assistant", 20, mentions=["f"]), turn("B", "user", 20)])
    verdict = ask(played(fixture), 60, "p")
    assert (verdict.reach, verdict.origins, verdict.miss) == ("unknown", (), None)
    assert verdict.loss == Loss(seconds=60, arrival="B", turn="A", kind="evict")
    assert (
        words.verdict(verdict)[1] == "No user ever said it. It was lost at 60 seconds, when B arrived: A was removed."
    )


def test_of_a_very_long_session_no_other_settings_are_tried(first_lesson, monkeypatch):
    monkeypatch.setattr("sim.analysis.ask.MOST_ARRIVALS", len(first_lesson.turns) - 1)
    verdict = ask(played(first_lesson), 30, "format")
    assert (verdict.instead, verdict.miss.tokens) == (None, 5)


def test_a_probe_that_is_not_there(first_lesson):
    with pytest.raises(KeyError):
        ask(played(first_lesson), 30, "other")


@given(lessons(), st.floats(0, 60), st.data())
def test_verdicts_count_as_retention_does(fixture, seconds, data):
    whole = replay(fixture, data.draw(st.sampled_from(settings(fixture))))
    verdicts = [ask(whole, seconds, probe.id) for probe in fixture.probes]
    counted = retention(whole.at(seconds))
    assert sum(verdict.reach == "proven" for verdict in verdicts) == counted.proven
    assert sum(verdict.reach != "unknown" for verdict in verdicts) == counted.answerable
    for verdict in verdicts:
        assert (verdict.rest is None) == (verdict.reach == "unknown")
        if verdict.loss:
            lost = next(frame for frame in whole.frames if frame.seconds == verdict.loss.seconds)
            assert lost.seconds <= seconds and lost.arrived.id == verdict.loss.arrival
            assert lost.fate(verdict.loss.turn) != "retained"
        if verdict.instead:
            other = ask(replay(fixture, verdict.instead), seconds, verdict.probe.id)
            assert verdict.instead.budget == whole.settings.budget
            assert other.reach == "proven" if verdict.origins else other.reach != "unknown"


# The challenge.


def test_how_far_settings_are_from_the_goal(first_lesson):
    goal = first_lesson.goal
    assert goal == Goal(keep=("report-format",), smallest="budget")
    now = attempt(played(first_lesson), goal)
    assert (now.lost, now.over, now.unread, now.spent, now.reached) == (("report-format",), 0, 0, 24, False)
    assert words.attempt(now, goal, first_lesson).startswith(
        "Not reached: 1 fact of 1 cannot be proven at the end. Budget: 24"
    )
    kept = attempt(played(first_lesson, 24, "summarize-older"), goal)
    assert kept.reached and words.attempt(kept, goal, first_lesson) == "Reached. Budget: 24 teaching tokens."


def test_the_best_settings_are_found_among_all_that_are_offered(first_lesson):
    found = best(first_lesson, first_lesson.goal)
    assert (found.settings, found.spent) == (choose(first_lesson, 20, "summarize-older"), 20)
    # With a budget smaller by one, T4 and T8 would leave on arrival, because they are the heaviest turns.
    below = attempt(played(first_lesson, 19, "summarize-older"), first_lesson.goal)
    assert (below.lost, below.over, below.unread, below.reached) == ((), 0, 2, False)
    assert "2 turns left before anybody could read it" in words.attempt(below, first_lesson.goal, first_lesson)


@pytest.mark.parametrize(("smallest", "spent", "budget"), [("read", 53, 20), ("total", 86, 57)])
def test_another_figure_has_another_best(first_lesson, smallest, spent, budget):
    found = best(first_lesson, Goal(keep=("report-format",), smallest=smallest))
    assert (found.spent, found.settings.budget) == (spent, budget)


def test_a_goal_that_nothing_reaches():
    fixture = lesson([turn("T1", "user", 30, evidence=["f"])], budget=24)
    goal = Goal(keep=("f",), smallest="budget")
    assert best(fixture, goal) is None
    assert words.best(None, fixture) == "None of the settings that this lesson offers reaches the goal."
    assert attempt(played(fixture, 24), goal).unread == 1


def test_a_turn_in_another_agents_own_context_is_read_there():
    fixture = lesson(
        [turn("T1", "user", 3, evidence=["f"]), turn("T2", "assistant", 3, author="helper", branch="helper")],
        budget=24,
        readers=[{"name": "agent"}, {"name": "helper", "branch": "helper"}],
    )
    assert attempt(played(fixture, 24), Goal(keep=("f",), smallest="budget")).reached


@given(lessons(), st.sampled_from(["budget", "read", "total"]))
def test_nothing_offered_is_better_than_the_best(fixture, smallest):
    goal = Goal(keep=tuple(fact.id for fact in fixture.facts), smallest=smallest)
    tried = [attempt(replay(fixture, one), goal) for one in settings(fixture)]
    reached: list[Attempt] = [one for one in tried if one.reached]
    found = best(fixture, goal)
    assert (found is None) == (not reached)
    if found:
        assert found.spent == min(one.spent for one in reached)


# Free budgets.


def test_any_whole_budget_within_the_range_may_be_chosen(first_lesson):
    assert [choose(first_lesson, budget).budget for budget in (6, 25, 64)] == [6, 25, 64]
    for budget in (5, 65, True, 24.0, "24"):
        with pytest.raises(InvalidInput, match="it offers every whole number from 6 to 64"):
            choose(first_lesson, budget)
    assert played(first_lesson, 29).at(30).facts["report-format"].backed
    assert not played(first_lesson, 28).at(30).facts["report-format"].backed


def test_a_wide_range_is_sampled_with_both_ends(first_lesson):
    assert budgets(first_lesson) == tuple(range(6, 65))
    wide = msgspec.structs.replace(first_lesson.budget_range, lowest=10, highest=10_009)
    assert wide.sampled(3) == (10, 5009, 10_009)
    assert len(set(wide.sampled(200))) == 200


# The pages of the first lesson's guide.


def test_the_first_lessons_guide(first_lesson):
    found = pages(first_lesson)
    assert [(one.number, one.seconds, one.panel) for one in found] == [
        (1, 22.5, "context"), (2, 30, "transcript"), (3, 30, "evidence"), (4, 60, "context"), (5, 30, "compare"),
    ]  # fmt: skip
    assert [one.question.right if one.question else None for one in found] == [None, "T2", "said", "carried", "29"]
    assert [one.opening for one in found] == [22.5, 22.5, 22.5, 52.5, 22.5]
    assert words.place(found[1]) == "Step 2 of 5"
    assert words.about(found[3], first_lesson) == "Budget 24, summarize older turns, preserve, at 60 seconds"
    assert words.wandered(found[0], first_lesson).startswith("This is not what step 1 of 5 is about.")


def test_there_is_no_step_before_the_first_or_after_the_last(first_lesson):
    for number in (0, 6, -1):
        with pytest.raises(IndexError):
            page(first_lesson, number)
    assert set(POLICIES) >= set(first_lesson.policies)


@pytest.mark.parametrize("name", bundled())
def test_a_learners_sheet_tells_no_answer_and_a_teachers_says_what_the_page_says(name):
    fixture = find(name)
    for step in pages(fixture):
        learners, teachers = (sheet(fixture, step.number, answers) for answers in (False, True))
        assert (teachers.text, teachers.question) == (step.text, step.question)
        assert teachers.frame.seconds <= step.seconds
        if step.question is None:
            assert (learners.text, learners.question) == (step.text, None)
            assert learners.frame.index == teachers.frame.index
        else:
            assert (learners.text, learners.frame.seconds) == ("", step.opening)
            assert not isinstance(learners.question, Asked)
            assert learners.question.text == step.question.text and learners.question.right == step.question.right
