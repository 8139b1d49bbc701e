"""Tests the space of every budget at every moment: it must agree with the replay of each of its points."""

import msgspec
import pytest

from sim import describe
from sim.__main__ import main
from sim.analysis import space
from sim.analysis.smallest_budget import smallest_budget
from sim.analysis.space import Space, areas, budgets, spaces
from sim.analysis.survey import Survey
from sim.library import find, lessons, load
from sim.replay import replay

from .making import document, encoded, turn
from .making import lesson as made


def of(lesson: str, fact: str) -> dict[tuple[str, str], Space]:
    return {(one.settings.policy, one.settings.fidelity): one for one in spaces(Survey(find(lesson)), fact)}


def test_the_first_lesson_has_these_frontiers():
    found = of("report-preference", "report-format")
    assert (found["evict-oldest", "preserve"].lowest, found["evict-oldest", "preserve"].highest) == (6, 64)
    assert [(one.since, one.until, one.budget) for one in found["evict-oldest", "preserve"].frontier] == [
        (0, 15, None),
        (15, 22.5, 14),
        (22.5, 30, 21),
        (30, 37.5, 29),
        (37.5, 45, 36),
        (45, 52.5, 43),
        (52.5, 60, 49),
        (60, 60, 57),
    ]
    assert [(one.since, one.until, one.budget) for one in found["summarize-older", "preserve"].frontier] == [
        (0, 15, None),
        (15, 60, 12),
    ]
    assert found["summarize-older", "drop"].frontier == found["evict-oldest", "preserve"].frontier


@pytest.mark.parametrize("lesson", lessons())
def test_each_point_has_the_state_that_its_own_replay_has(lesson):
    told = find(lesson)
    survey = Survey(told)
    for one in spaces(survey, told.first_fact):
        lowest, highest = budgets(told)
        for budget in {lowest, *told.budgets, (2 * lowest + highest) // 3, (lowest + highest) // 2, highest}:
            whole = replay(told, msgspec.structs.replace(one.settings, budget=budget))
            for frame in whole.frames:
                seen = whole.at(frame.seconds)  # several messages may arrive together
                there = [
                    area
                    for area in one.areas
                    if area.lowest <= budget <= area.highest
                    and (area.since <= frame.seconds < area.until or frame.seconds == area.until == told.duration)
                ]
                assert len(there) == 1 or frame.seconds == told.duration  # what arrives at the very end comes last
                assert [(area.state, area.fits) for area in there[-1:]] == [
                    (seen.facts[told.first_fact].state, seen.tokens <= budget)
                ], (budget, frame.seconds)


@pytest.mark.parametrize("lesson", lessons())
def test_the_frontier_is_the_smallest_budget(lesson):
    told = find(lesson)
    survey = Survey(told)
    for fact in told.facts:
        for one in spaces(survey, fact.id):
            for piece in one.frontier[:: max(1, len(one.frontier) // 6)]:
                least = smallest_budget(survey, one.settings, fact.id, piece.since).budget
                assert piece.budget == least, (fact.id, piece)


def test_a_lesson_without_a_turn_has_one_area():
    empty = made([])
    settings = Survey(empty).settings(empty.budgets[0], empty.policies[0], "preserve")
    found = areas(Survey(empty), settings, empty.first_fact, *budgets(empty))
    assert [(area.since, area.until, area.state, area.fits) for area in found] == [(0, empty.duration, "unsaid", True)]


def test_the_smallest_budget_may_be_larger_than_the_session():
    """A threshold that is a share of the budget is reached by less than the budget."""
    found = of("late-count", "freeze")["adk-token", "preserve"]
    assert found.frontier[-1].budget == 834 and found.highest == 1250


def test_a_system_turn_that_comes_late_does_not_count_before():
    turns = [turn("T1", "user", 5, evidence=["f"]), turn("T2", "assistant", 5), turn("T3", "system", 50)]
    one = spaces(Survey(made(turns, budget=60)), "f")[0]
    assert [(piece.since, piece.budget) for piece in one.frontier] == [(0, None), (20, 5), (40, 10), (60, 60)]
    assert one.lowest == 5


def test_the_command_line_prints_the_frontier_at_every_moment(capsys):
    assert main(["compare", "report-preference", "--every-budget"]) == 0
    said = capsys.readouterr().out
    assert "Evict oldest\n  from 0 to 15 seconds: no budget proves it\n  from 15 to 22.5 seconds: 14\n" in said
    assert "  at 60 seconds: 57\n" in said


def test_the_command_line_says_with_which_parameters_every_budget_was_tried(capsys):
    assert main(["compare", "summary-drift", "--every-budget", "--set", "pinned=all"]) == 0
    choices = space.drawn(Survey(find("summary-drift"), {"pinned": "all"}))
    assumed = [describe.assumed(settings) for settings in choices]
    assert "pinned facts: all" in assumed[0]
    assert capsys.readouterr().out.splitlines()[1 : 1 + len(assumed)] == assumed


def test_the_command_line_computes_no_area_because_only_the_page_draws_them(capsys, monkeypatch):
    def drawn(*_: object) -> None:
        raise AssertionError("an area was computed")

    monkeypatch.setattr(space, "areas", drawn)
    assert main(["compare", "report-preference", "--every-budget"]) == 0
    assert "  at 60 seconds: 57\n" in capsys.readouterr().out


def test_a_lesson_too_long_for_every_budget_is_told_with_the_statement(capsys, tmp_path):
    long = tmp_path / "long.json"
    turns = [turn(f"T{k}", "user", 1, evidence=["f"] if k == 1 else []) for k in range(1, 152)]
    long.write_bytes(encoded(document(turns)))
    assert main(["compare", str(long), "--every-budget"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[1:] == [describe.spaces.not_searched(load(long.read_bytes())), "", describe.STATEMENT]


def test_the_command_line_refuses_a_moment_where_every_moment_is_shown(capsys):
    assert main(["compare", "report-preference", "--every-budget", "--at", "30"]) == 2
    assert capsys.readouterr().err.startswith("report-preference: at is '30', which --every-budget does not use")
