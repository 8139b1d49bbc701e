"""Tests the setting that says how the results of tools are kept: each way is replayed, with exact numbers."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import describe
from sim.__main__ import main
from sim.analysis.survey import Survey
from sim.analysis.token_budget import savings, token_budget
from sim.analysis.tool_results import Portion, Ranked, Switched, history, in_state, largest, portions, switched
from sim.export.opening import open_document
from sim.export.writing import document
from sim.lesson.invalid import InvalidInput
from sim.lesson.results import RESULTS, kept, loaded, weight
from sim.library import find
from sim.policies.choice import choose
from sim.replay import Replay, replay
from sim.settings import ChosenSettings, Settings

from .agents import agent_lesson, agent_lessons, chosen
from .making import document as made
from .making import encoded, turn
from .test_bad_input import refused

LESSON = "trim-at-source"


def played(way: str, budget: int = 8600) -> Replay:
    fixture = find(LESSON)
    return replay(fixture, choose(fixture, budget, results=way))


# The session about orders: 65,000 teaching tokens of history against 6,600.


def test_the_switch_makes_the_history_of_65_000_one_of_6_600():
    whole, trimmed = played("whole", 70_000), played("trimmed", 70_000)
    for one, expected in ((whole, 65_000), (trimmed, 6_600)):
        last, lines = one.frames[-1], token_budget(one.frames[-1])
        assert (lines.fixed, lines.history + lines.current) == (2_000, expected)
        assert (history(last), last.tokens, last.stored) == (expected, 2_000 + expected, 2_000 + expected)
        assert not any(frame.operations for frame in one.frames)
    assert (whole.frames[-1].read, trimmed.frames[-1].read) == (1_378_200, 210_200)


def test_each_way_is_replayed_under_the_same_budget():
    rows = switched(played("trimmed"), 82)
    assert rows == (
        Switched(way="whole", history=65_000, context=8_500, left=72, read=327_900),
        Switched(way="trimmed", history=6_600, context=8_600, left=0, read=210_200),
        Switched(way="artifact", history=8_400, context=8_510, left=28, read=202_640),
        Switched(way="state", history=5_280, context=7_280, left=0, read=182_920),
    )
    for row in rows:
        assert switched(played(row.way), 82) == rows
        last = played(row.way).frames[-1]
        assert (history(last), last.tokens, last.read) == (row.history, row.context, row.read)
    assert describe.results.switched(rows[0]) == (
        "Whole: 65000 of history; the context weighs 8500, 72 turns left, and all prompts come to 327900 teaching tokens."
    )


def test_what_is_lost_in_each_way():
    backed = {way: [f for f, one in played(way).frames[-1].facts.items() if one.backed] for way in RESULTS}
    assert backed == {
        "whole": [],
        "trimmed": ["callback", "courier", "invoice"],
        "artifact": [],
        "state": ["callback", "courier", "invoice"],
    }


def test_the_history_by_kind_and_tool_before_and_after():
    assert portions(played("trimmed").frames[-1]) == (
        Portion(kind="result", tool="get_order", before=60_000, now=1_600),
        Portion(kind="message", tool="", before=4_200, now=4_200),
        Portion(kind="call", tool="get_order", before=800, now=800),
    )
    assert portions(played("artifact").frames[-1])[0].now == 19 * 20 + 20 + 3_000
    assert portions(played("whole").frames[0]) == ()
    rows = list(map(describe.results.portion, portions(played("trimmed").frames[-1])))
    assert rows[0] == "Tool results of get_order: 60000 with whole results, 1600 now."
    assert rows[1] == "Messages: 4200 with whole results, 4200 now."


def test_the_largest_results_are_ranked():
    turns = [turn("C", "assistant", 5, calls=[{"tool": "look", "id": f"c{k}"} for k in range(4)])]
    weights = [(9, 40), (30, None), (8, 90), (7, 40)]
    for k, (tokens, untrimmed) in enumerate(weights):
        more = {"untrimmed": untrimmed} if untrimmed else {}
        turns.append(turn(f"R{k}", "tool", tokens, results=[{"tool": "look", "id": f"c{k}"}], **more))
    frame = replay(agent_lesson(turns), chosen("evict-oldest")).frames[-1]
    assert [row.turn for row in largest(frame)] == ["R2", "R0", "R3", "R1"]
    assert largest(frame, 1) == (Ranked(turn="R2", tool="look", weights={"whole": 90, "trimmed": 8}),)
    assert describe.results.ranked(largest(frame)[3]) == "R1 (look): 30 whole, 30 trimmed to what is used."


# What stands in the place of a result, and what is loaded again.


def test_a_result_in_an_artifact_leaves_its_handle_and_is_loaded_whole():
    frame = played("artifact").at(65)
    first, loading = (next(one for one in frame.context.session.turns if one.id == name) for name in ("R1", "R16"))
    assert (first.tokens, first.text) == (20, "[artifact R1] order 4471, shipped")
    assert loading.tokens == 20 + 3_000
    assert loading.text.startswith("[artifact R16] order 4496, packed [loaded R7] status: waiting for a part;")
    assert (frame.before, frame.tokens) == (9_170, 8_570)
    assert frame.evicted == ("Q1", "C1", "R1", "A1", "Q2", "C2", "R2", "A2", "Q3")
    place = describe.results.in_its_place(frame.context.session, frame.context.session.position["R16"])
    assert place == (
        "The result is in an artifact, where it weighs 3000; its handle stands here. It loads R7 again: 3000 more."
    )
    assert describe.arrival(frame).startswith("R16 arrived from the tool, 3020 teaching tokens.")


def test_the_state_has_only_the_newest_value_of_a_key():
    whole = played("state")
    session = whole.frames[0].context.session
    loading = session.turns[session.position["R16"]]
    assert (loading.tokens, session.turns[session.position["R1"]].text) == (10 + 80, "[state order]")
    # R16 asks for the order of R7, but the orders after it had the same key.
    assert loading.text.startswith("[state order] [loaded R15] status: delivered;")
    assert [one.id for one in loaded(session.fixture.turns, session.position["R16"], "state")] == ["R15"]
    assert in_state(whole.frames[-1]) == {"order": ("R20", 19)}
    assert list(describe.results.in_state(whole.frames[-1])) == [
        "Under order the state holds the value of R20, which replaced 19 earlier values."
    ]
    assert in_state(played("artifact").frames[-1]) == {}


def session(**more) -> list[dict]:
    """Two results of a tool, the first of which says the fact, and a third that loads the first."""
    made_of = [turn("U", "user", 3, evidence=["f"])]
    for k in (1, 2, 3):
        heavy = {"untrimmed": 50, "otherwise": {"artifact": 4, "state": 2}, **(more if k == 1 else {})}
        made_of += [
            turn(f"C{k}", "assistant", 2, calls=[{"tool": "look", "id": f"c{k}"}]),
            turn(f"R{k}", "tool", 10, results=[{"tool": "look", "id": f"c{k}"}], **heavy),
        ]
    made_of[2] |= {"mentions": ["f"], "entries": [{"kind": "narrative", "text": "Looked."}]}
    made_of[6]["loads"] = ["R1"]
    return made_of


@pytest.mark.parametrize(
    ("way", "more", "said"),
    [
        ("trimmed", {}, ["U R1", "U R1", "U R1"]),
        ("whole", {}, ["U R1", "U R1", "U R1"]),
        ("artifact", {}, ["U", "U", "U R3"]),
        ("artifact", {"handle": "f", "handle_mentions": ["f"]}, ["U R1", "U R1", "U R1 R3"]),
        ("state", {}, ["U", "U", "U"]),
        ("state", {"key": "first"}, ["U", "U", "U R3"]),
    ],
)
def test_a_handle_says_only_what_the_author_says_it_does_and_what_is_loaded_is_said_again(way, more, said):
    fixture = agent_lesson(session(**more), 200)
    frames = replay(fixture, choose(fixture, results=way)).frames
    assert [" ".join(frames[k].facts["f"].mentioned_by) for k in (3, 5, 7)] == said
    assert all(frame.facts["f"].backed_by == ("U",) for frame in frames[1:])


def test_a_handle_brings_nothing_into_a_structured_summary_until_it_is_loaded():
    turns = agent_lesson(session()).turns
    entries = {way: [len(one.entries) for one in kept(turns, way) if one.results] for way in RESULTS}
    assert entries == {"whole": [1, 0, 0], "trimmed": [1, 0, 0], "artifact": [0, 0, 1], "state": [0, 0, 0]}


def test_what_was_loaded_leaves_with_the_turn_that_loaded_it():
    fixture = agent_lesson([*session(), turn("A", "assistant", 1), turn("U2", "user", 30)], 40)
    last = replay(fixture, choose(fixture, results="artifact")).frames[-1]
    assert last.context.ids == ("A", "U2") and last.facts["f"].mentioned_by == ()


def test_a_recorded_prompt_count_changes_by_what_the_results_before_it_weigh():
    turns = agent_lesson([*session(), turn("A", "assistant", 1, prompt_tokens=39)]).turns
    assert [kept(turns, way)[-1].prompt_tokens for way in RESULTS] == [159, 39, 39 - 18 + 50, 39 - 24 + 10]


def test_as_recorded_nothing_is_changed_or_copied():
    turns = find(LESSON).turns
    assert kept(turns, "trimmed") is turns


@given(agent_lessons(), st.data())
def test_the_sums_of_every_way_agree(fixture, data):
    way = data.draw(st.sampled_from(fixture.ways))
    whole = replay(fixture, roomy(way))
    turns, session = whole.turns, whole.frames[0].context.session
    assert session.weights[-1] == sum(one.tokens for one in turns) == whole.frames[-1].stored
    for frame in whole.frames:
        assert frame.tokens == sum(item.tokens for item in frame.context.items())
        assert history(frame) == sum(row.now for row in portions(frame))
    assert whole.frames[-1].read == sum(
        before.tokens for before, one in zip(whole.frames, turns) if one.role == "assistant"
    )
    for position, (one, recorded) in enumerate(zip(turns, fixture.turns)):
        content = loaded(fixture.turns, position, way)
        more = sum(weight(source, "whole" if way == "artifact" else "trimmed") for source in content)
        assert one.tokens == weight(recorded, way) + more


def roomy(way: str) -> Settings:
    """Settings under which nothing leaves."""
    return msgspec.structs.replace(chosen("evict-oldest", 10_000), results=way)


@given(agent_lessons())
def test_the_arithmetic_is_the_replay_where_nothing_is_loaded_or_left(fixture):
    turns = tuple(msgspec.structs.replace(one, loads=()) for one in fixture.turns)
    fixture = msgspec.structs.replace(fixture, turns=turns)
    found = {one.way: one.context for one in savings(replay(fixture, roomy("trimmed")).frames[-1])}
    names = {"untrimmed": "whole", "artifact": "artifact", "state": "state"}
    for way, context in found.items():
        if way in names:
            assert replay(fixture, roomy(names[way])).frames[-1].tokens == context


# The ways in: settings, defaults, the guide, the command line, documents.


def test_a_lesson_offers_the_ways_for_which_it_has_weights():
    assert find("report-preference").ways == ("trimmed",)
    assert find(LESSON).ways == RESULTS
    assert agent_lesson(session()[:3]).ways == RESULTS
    only = [turn("R", "tool", 3, results=[{"tool": "x", "id": "c"}], otherwise={"state": 1})]
    assert agent_lesson([turn("C", "assistant", 1, calls=[{"tool": "x", "id": "c"}]), *only]).ways == (
        "trimmed",
        "state",
    )


def test_the_lesson_may_open_in_another_way():
    fixture = agent_lesson(
        session(), defaults={"budget": 100, "policy": "evict-oldest", "fidelity": "preserve", "results": "state"}
    )
    assert (choose(fixture).results, choose(fixture, results="trimmed").results) == ("state", "trimmed")
    for way in RESULTS:
        settings = choose(fixture, results=way)
        assert settings.query()["results"] == way
        opened = open_document(document(replay(fixture, settings), 60))
        assert (opened.fixture, opened.settings) == (fixture, settings)
    assert "results" not in choose(find("report-preference")).query()


@pytest.mark.parametrize("way", RESULTS)
def test_an_export_in_every_way_opens_again(way):
    whole = played(way)
    data = document(whole, 65)
    assert ("results" in json.loads(data)["settings"]) == (way != "trimmed")
    opened = open_document(data)
    assert (opened.settings, opened.settings.results) == (whole.settings, way)
    assert document(replay(opened.fixture, opened.settings), opened.seconds) == data
    assert ChosenSettings.of(whole.settings).results == way


def test_an_export_from_before_the_setting_opens_and_a_wrong_one_is_refused():
    whole = json.loads(document(played("trimmed"), 65))
    for wrong, problem in (("none", r"\$\.settings\.results is 'none'"), ("whole", r"\$\.arrivals\[5\]")):
        tampered = whole | {"settings": whole["settings"] | {"results": wrong}}
        with pytest.raises(InvalidInput, match=problem):
            open_document(encoded(tampered))
    shown = whole["inspection"]["shown"]
    shown["results"]["ways"][0]["history"] += 1
    with pytest.raises(InvalidInput, match=r"\$\.inspection\.shown\.results\.ways\[0\]\.history"):
        open_document(encoded(whole))
    del shown["results"]
    assert open_document(encoded(whole)).seconds == 65


def test_the_settings_say_how_results_are_kept():
    assert describe.settings(played("artifact").settings) == (
        "Budget 8600, evict oldest, tool results: in an artifact, calls and results: whole"
    )
    fixture = find("report-preference")
    assert describe.settings(choose(fixture)) == "Budget 24, evict oldest"


def test_the_comparison_follows_the_setting():
    fixture = find(LESSON)
    read = {
        way: [cell.tokens for cell in Survey(fixture, results=way).cells(82)] for way in RESULTS
    }  # at budgets of 4,000 and 8,600
    assert read == {
        "whole": [67000, 67000, 2150, 8500],
        "trimmed": [8600, 8600, 3980, 8600],
        "artifact": [10400, 10400, 3230, 8510],
        "state": [7280, 7280, 3900, 7280],
    }
    assert Survey(fixture).cells(82) == Survey(fixture, results="trimmed").cells(82)


def test_the_command_line_takes_the_setting(capsys):
    assert main(["replay", LESSON, "--results", "artifact", "--at", "65"]) == 0
    out = capsys.readouterr().out
    assert "  R16 tool (3020): [artifact R16] order 4496, packed [loaded R7] status: waiting" in out
    assert "Budget 8600, evict oldest, tool results: in an artifact" in out
    assert "    Whole: 51850 of history;" in out
    assert "    In an artifact: 7170 of history; the context weighs 8570, 9 turns left" in out
    assert main(["compare", LESSON, "--results", "whole"]) == 0
    assert "Tool results: whole." in capsys.readouterr().out
    assert main(["replay", "report-preference"]) == 0
    assert "Tool results" not in capsys.readouterr().out


@pytest.mark.parametrize("command", ["replay", "compare"])
def test_a_way_that_is_not_offered_is_named(capsys, command):
    for lesson, way, offers in (
        (LESSON, "shredded", "whole, trimmed, artifact, state"),
        ("report-preference", "whole", "trimmed"),
    ):
        assert main([command, lesson, "--results", way]) == 2
        out, err = capsys.readouterr()
        assert (out, err) == (
            "",
            f"{lesson}: results is '{way}', which this lesson does not offer (it offers {offers}).\n",
        )


def changed(change) -> bytes:
    whole = made(session(handle="f", handle_mentions=["f"], key="k"), policies=["evict-oldest"])
    change(whole)
    return encoded(whole)


@pytest.mark.parametrize(
    ("number", "field", "value", "at", "shown", "problem"),
    [
        (2, "handle_mentions", ["g"], "handle_mentions[0]", "'g'", "which the result itself does not mention"),
        (2, "handle_mentions", ["f", "f"], "handle_mentions[1]", "'f'", "which is listed there already"),
        (2, "otherwise", {"state": 2}, "handle", "'f'", "but the result has no weight in an artifact"),
        (2, "otherwise", {"artifact": 2}, "key", "'k'", "but the result has no weight in the state"),
        (2, "key", "two words", "key", "'two words'", ""),
        (2, "key", "", "key", "''", ""),
        (6, "loads", ["R4"], "loads[0]", "'R4'", "and no result before it has that id"),
        (6, "loads", ["R3"], "loads[0]", "'R3'", "and no result before it has that id"),
        (6, "loads", ["U"], "loads[0]", "'U'", "and no result before it has that id"),
        (6, "loads", ["R1", "R1"], "loads[1]", "'R1'", "which is listed there already"),
        (5, "loads", ["R1"], "loads", "a list of 1", "but only a tool's result brings the content of others again"),
        (1, "handle", "x", "handle", "'x'", "but the result has no weight in an artifact"),
    ],
)
def test_a_wrong_field_of_a_result_is_named(number, field, value, at, shown, problem):
    error = refused(changed(lambda whole: whole["turns"][number].__setitem__(field, value)))
    assert (error.field, error.value) == (f"$.turns[{number}].{at}", shown)
    assert problem in error.problem


def test_what_is_loaded_must_be_kept_elsewhere():
    def change(whole):
        for name in ("otherwise", "handle", "handle_mentions", "key"):
            del whole["turns"][2][name]

    error = refused(changed(change))
    assert (error.field, error.problem) == ("$.turns[6].loads[0]", "which is kept in no artifact and in no state")


def test_a_default_and_a_step_without_weights_are_named():
    whole = made([turn("T1", "user", 3)])
    whole["defaults"] = whole["defaults"] | {"results": "artifact"}
    error = refused(encoded(whole))
    assert (error.field, error.value) == ("$.defaults.results", "'artifact'")
    step = {"title": "t", "text": "x", "at": 10, "panel": "context", "settings": {"results": "whole"}}
    error = refused(encoded(made([turn("T1", "user", 3)], steps=[step])))
    assert (error.field, error.value) == ("$.steps[0].settings.results", "'whole'")
    assert "it offers trimmed" in error.problem
    error = refused(encoded(made([turn("T1", "user", 3)], steps=[step | {"settings": {"results": "lost"}}])))
    assert (error.field, error.value) == ("$.steps[0].settings.results", "'lost'")
