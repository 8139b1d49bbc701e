"""Tests what a replay costs: exact sums worked out by hand, rules that hold for every session, and the same figure everywhere."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import describe
from sim.__main__ import main
from sim.analysis.cost import Break, Cost, breaks, cheapest, cost
from sim.analysis.ratios import ASSUMED, RATIO_NAMES, Ratios, ratios_of
from sim.analysis.survey import Survey
from sim.export.opening import open_document
from sim.export.writing import document
from sim.lesson.invalid import InvalidInput
from sim.library import find, lessons
from sim.policies.choice import choose
from sim.replay import Replay, replay

from .agents import agent_lessons, base, chosen

OTHER = Ratios(uncached=2, cache_read=0.5, cache_write=3, summarizer=0.25)
ratio = st.integers(0, 400).map(lambda hundredths: hundredths / 100)
any_ratios = st.builds(Ratios, **dict.fromkeys(RATIO_NAMES, ratio))


def played(policy: str) -> Replay:
    """The model reads before C1 (P and U1: 30), A1 (90), C2 and A2. The budget of 100 overflows from U2 on."""
    return replay(base(100), chosen(policy))


def test_what_leaves_breaks_the_cache():
    """U1 leaves at U2, C1 at C2, T1 at T2, A1 at A2. So C2 and A2 share only P with the prompt before."""
    whole = played("evict-oldest")
    found = cost(whole.frames[-1])
    assert found == Cost(ratios=ASSUMED, fixed=40, history=80, current=200, kept=30 + 10 + 10, broken=80 + 90)
    assert (found.prompts, found.anew) == (30 + 90 + 100 + 100, 270)
    assert found.with_cache == 50 * 0.1 + 270 * 1.25 == 342.5
    assert found.without_cache == 320
    assert breaks(whole, 10) == (
        Break(arrival=7, agent="agent", tokens=80, acted=(6,)),
        Break(arrival=9, agent="agent", tokens=90, acted=(7, 8)),
    )
    assert [len(breaks(whole, index)) for index in (6, 7, 8, 9)] == [0, 1, 1, 2]


def test_the_summarizer_reads_and_writes_at_its_own_ratio():
    """U1, C1, T1, A1 and U2 are folded one by one. From the second on, the summary of six is read again."""
    found = cost(played("summarize-older").frames[-1])
    assert (found.calls, found.given, found.written) == (5, 20 + 16 + 56 + 16 + 26, 5 * 6)
    assert (found.fixed, found.summaries, found.history, found.current) == (40, 6 + 6, 60, 200)
    assert (found.prompts, found.kept, found.broken) == (30 + 90 + 96 + 96, 50, 80 + 86)
    assert found.summarizing == 16.4
    assert found.with_cache == 348.9  # 50 x 0.1 + 262 x 1.25 + 164 x 0.1
    assert found.without_cache == 328.4


def test_a_context_that_only_grows_is_read_from_the_cache():
    whole = replay(base(1000), chosen("evict-oldest", 1000))
    found = cost(whole.frames[-1])
    assert (found.prompts, found.kept, found.broken) == (30 + 90 + 120 + 180, 30 + 90 + 120, 0)
    assert (found.with_cache, found.without_cache) == (240 * 0.1 + 180 * 1.25, 420)
    assert breaks(whole, 10) == ()


def test_before_the_first_prompt_nothing_is_paid():
    found = cost(played("evict-oldest").frames[2])
    assert (found.with_cache, found.without_cache, found.prompts) == (0, 0, 0)


def test_early_summaries_cost_more_where_the_lesson_says_so():
    early, late = (
        cost(replay(find("summary-cost"), choose(find("summary-cost"), parameters={"share": share})).frames[-1])
        for share in (0.2, 0.6)
    )
    assert early.prompts < late.prompts and early.without_cache < late.without_cache
    assert (early.with_cache, late.with_cache) == (23766.5, 14323.5)


@given(agent_lessons(), st.sampled_from(["evict-oldest", "compression-subagent", "adk-sliding", "adk-token"]))
def test_at_the_ratios_1_1_1_0_a_cost_is_the_sum_of_all_prompts(fixture, policy):
    for frame in replay(fixture, chosen(policy)).frames:
        found = cost(frame, Ratios(uncached=1, cache_read=1, cache_write=1, summarizer=0))
        assert found.with_cache == found.without_cache == found.prompts == frame.read


@given(agent_lessons(), st.sampled_from(["keep-last", "compression-subagent", "adk-sliding"]), any_ratios, ratio)
def test_a_cost_is_never_negative_and_grows_with_time_and_with_each_ratio(fixture, policy, ratios, more):
    whole = replay(fixture, chosen(policy))
    before = (0.0, 0.0)
    for frame in whole.frames:
        found = cost(frame, ratios)
        parts = (found.fixed, found.history, found.summaries, found.current, found.kept, found.anew, found.broken)
        assert min(parts) >= 0
        now = (found.with_cache, found.without_cache)
        assert all(one >= other for one, other in zip(now, before))
        before = now
    for name in RATIO_NAMES:
        higher = cost(whole.frames[-1], ratios.changed(name, str(round(getattr(ratios, name) + more, 2)), "test"))
        assert higher.with_cache >= before[0] and higher.without_cache >= before[1]


@given(agent_lessons(), st.sampled_from(["keep-last", "compression-subagent", "adk-sliding", "pinning-summarizer"]))
def test_the_breaks_together_are_what_was_cached_in_vain(fixture, policy):
    whole = replay(fixture, chosen(policy))
    for frame in whole.frames:
        assert sum(one.tokens for one in breaks(whole, frame.index)) == cost(frame).broken


@pytest.mark.parametrize("name", lessons())
def test_every_surface_has_the_same_figure(capsys, name):
    """With ratios that nobody assumes by default. `test_matrix` compares every choice at the assumed ones."""
    fixture = find(name)
    whole = replay(fixture, choose(fixture))
    found = cost(whole.frames[-1], OTHER)
    figures = [describe.words.number(sum) for sum in (found.with_cache, found.without_cache)]
    opened = open_document(document(whole, fixture.duration, ratios=OTHER))
    again = json.loads(document(whole, opened.seconds, ratios=opened.ratios))["inspection"]["cost"]
    assert [describe.words.number(again[sum]) for sum in ("with_cache", "without_cache")] == figures
    assert again["prompts"] == {part: getattr(found, part) for part in ("fixed", "history", "summaries", "current")}
    assert main(["replay", name, f"--ratios={OTHER.text}"]) == 0
    assert f"  {describe.costs.headline(found)}\n" in capsys.readouterr().out
    cells = Survey(fixture).cells(fixture.duration, OTHER)
    assert next(one.cost for one in cells if one.settings == whole.settings) == found
    assert main(["compare", name, f"--ratios={OTHER.text}"]) == 0
    rows = (re.split(r" {2,}", line) for line in capsys.readouterr().out.splitlines())
    wanted = [describe.policy(whole.settings), str(whole.settings.budget)]
    row = next(row for row in rows if row[:2] == wanted)
    assert set(figures) <= {text.removesuffix(f" ({describe.costs.CHEAPEST})") for text in row}


def test_the_cheapest_choice_is_marked_and_none_if_all_cost_the_same(capsys):
    cells = Survey(find("report-preference")).cells(60)
    lowest = cheapest(cell.cost for cell in cells)
    assert lowest == 54.95 == min(cell.cost.with_cache for cell in cells)
    assert [describe.costs.columns(cell, lowest) for cell in cells[4:6]] == [("54.95 (cheapest)", "55"), ("74.5", "78")]
    assert describe.costs.cell(cells[0], lowest) == "cost 54.95, cheapest"
    assert cheapest(cell.cost for cell in Survey(find("report-preference")).cells(0)) is None
    assert main(["compare", "report-preference"]) == 0
    assert capsys.readouterr().out.count("(cheapest)") == 1


def test_the_ratios_are_set_at_the_command_line(capsys):
    assert main(["replay", "report-preference", "--ratios", "2,0.5,3,0"]) == 0
    out = capsys.readouterr().out
    assert "Cost so far: 135 units with a cache, 110 without one." in out  # 12 x 0.5 + 43 x 3, and 55 x 2
    assert "Assumed ratios: uncached 2, cache read 0.5, cache write 3, summarizer's model 0." in out
    assert main(["compare", "report-preference", "--ratios", "2,0.5,3,0"]) == 0
    assert "  135" in capsys.readouterr().out
    assert main(["replay", "report-preference", "--ratios", "2,0.5,3,0", "--json"]) == 0
    written = json.loads(capsys.readouterr().out)["inspection"]["cost"]
    assert (written["ratios"]["cache_write"], written["with_cache"]) == (3, 135)


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("1,0.1,1.25", "ratios", "'1,0.1,1.25'"),
        ("", "ratios", "''"),
        ("1,0.1,-1.25,0.1", "ratios.cache_write", "'-1.25'"),
        ("1,nan,1.25,0.1", "ratios.cache_read", "'nan'"),
        ("101,0.1,1.25,0.1", "ratios.uncached", "'101'"),
        ("1,0.1,1.25,cheap", "ratios.summarizer", "'cheap'"),
        ("1,0.1,1e1,0.1", "ratios.cache_write", "'1e1'"),
        ("1,,1.25,0.1", "ratios.cache_read", "''"),
    ],
)
def test_bad_ratios_are_named(capsys, text, field, value):
    with pytest.raises(InvalidInput) as refused:
        ratios_of(text, "here")
    assert (refused.value.field, refused.value.value) == (field, value)
    for command in ("replay", "compare"):
        assert main([command, "report-preference", f"--ratios={text}"]) == 2
        assert f"{field} is {value}" in capsys.readouterr().err


def test_a_frontier_has_no_cost(capsys):
    assert main(["compare", "report-preference", "--every-budget", "--ratios", "1,1,1,1"]) == 2
    assert "ratios is '1,1,1,1', which --every-budget does not use" in capsys.readouterr().err


@given(any_ratios)
def test_ratios_are_read_from_their_text(ratios):
    assert ratios_of(ratios.text, "here") == ratios
    assert ASSUMED.text == "1,0.1,1.25,0.1"


def exported(ratios: Ratios = ASSUMED) -> dict:
    fixture = find("report-preference")
    return json.loads(document(replay(fixture, choose(fixture, 24)), 60, ratios=ratios))


def test_an_export_opens_with_its_ratios():
    data = json.dumps(exported(OTHER)).encode()
    opened = open_document(data)
    assert opened.ratios == OTHER
    again = document(replay(opened.fixture, opened.settings), opened.seconds, opened.answers, opened.ratios)
    assert json.loads(again) == json.loads(data)


def test_an_export_without_a_cost_opens_with_the_assumed_ratios():
    whole = exported(OTHER)
    del whole["inspection"]["cost"]
    assert open_document(json.dumps(whole).encode()).ratios == ASSUMED
    del whole["inspection"]["shown"]["growth"]
    assert open_document(json.dumps(whole).encode()).ratios == ASSUMED


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("with_cache",), 1.5, r"\$\.inspection\.cost\.with_cache is 1\.5, where the engine computes"),
        (("ratios", "cache_read"), -1, r"\$\.inspection\.cost\.ratios\.cache_read is -1"),
        (("ratios", "cache_read"), 0.2, r"\$\.inspection\.cost\.with_cache is"),
        (("ratios", "discount"), 1, r"\$\.inspection\.cost\.ratios\.discount is 1, and no such field"),
        (("prompts", "fixed"), 0, r"\$\.inspection\.cost\.prompts\.fixed is 0"),
        (("summarizer", "calls"), "one", r"\$\.inspection\.cost\.summarizer\.calls is 'one'"),
    ],
)
def test_a_wrong_cost_in_an_export_is_refused(path, value, said):
    whole = exported()
    place = whole["inspection"]["cost"]
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    with pytest.raises(InvalidInput, match=said):
        open_document(json.dumps(whole).encode())


def test_the_cost_in_words():
    whole = played("summarize-older")
    found = cost(whole.frames[-1])
    assert describe.costs.headline(found) == "Cost so far: 348.9 units with a cache, 328.4 without one."
    assert describe.costs.account(found, whole, 10) == (
        "All prompts come to 312 teaching tokens: fixed 40, history 60, summaries 12, current turns 200.",
        "A cache would have kept 50 of them, which are read at 0.1; the other 262 are written to it at 1.25.",
        "The summarizer was called 5 times, read 134 and wrote 30: 16.4 units of the cost.",
        "2 prompts began otherwise than the one before: 166 teaching tokens had been cached in vain.",
        "C2 by agent: 80 in vain. Since the prompt before, the policy had acted at 36 seconds.",
        "A2 by agent: 86 in vain. Since the prompt before, the policy had acted at 42 and 48 seconds.",
    )
    assert describe.costs.account(cost(whole.frames[0]), whole, 0) == (
        "No prompt has been read yet.",
        "No summarizer was called.",
    )
    assert describe.costs.difference(cost(whole.frames[3]), found) == "+311.4 units (more)"
    assert describe.costs.difference(found, cost(whole.frames[3])) == "\N{MINUS SIGN}311.4 units (less)"
    assert describe.costs.difference(found, found) == describe.SAME
    assert "no currency" in describe.costs.UNIT and "assumed, not measured" in describe.costs.UNIT


def test_a_summary_at_the_end_breaks_the_cache_without_an_act_of_the_policy():
    """It moves behind each new turn, so the next prompt has another turn in its place."""
    turns = find("summary-cost")
    whole = replay(turns, choose(turns, parameters={"placement": "at-end"}))
    idle = [one for one in breaks(whole, len(whole.frames) - 1) if not one.acted]
    assert idle
    assert describe.costs.broken(idle[0], whole).endswith("Since the prompt before, the policy had done nothing.")
