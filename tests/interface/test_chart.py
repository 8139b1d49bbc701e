"""Tests the numbers that the chart draws, without a browser."""

from collections import Counter

import pytest
from engine.making import document, encoded, turn

from sim.library import find, lessons, load
from sim.policies.choice import choose, policies
from sim.replay import Replay, replay
from web.views import lanes
from web.views.by_kind import BLOCKS, DRAWN, LANES, STACKED, STEPS, kind_of, steps, tallies
from web.views.chart import height, stacks
from web.views.drawing import MARKERS, PALETTES, Drawing
from web.views.marks import APART, HALF, marks
from web.views.picture import picture


def played(name: str = "report-preference", *choice) -> Replay:
    fixture = find(name)
    return replay(fixture, choose(fixture, *choice))


def long(count: int, budget: int = 10) -> Replay:
    """Turns of one token, one a second: one is pinned, every tenth is evidence, every tenth mentions it, the rest is plain."""
    turns = [turn("T0", "system", 1)]
    for k in range(1, count):
        more = {1: {"evidence": ["f"]}, 2: {"mentions": ["f"]}}.get(k % 10, {})
        turns.append(turn(f"T{k}", "user", 1, at=k, **more))
    fixture = load(
        encoded(
            document(
                [turns[0] | {"at": 0.5}, *turns[1:]],
                duration=count,
                budgets=[budget],
                defaults={"budget": budget, "policy": "evict-oldest", "fidelity": "preserve"},
            )
        )
    )
    return replay(fixture, choose(fixture))


def rows(columns: dict, *names: str) -> list[tuple]:
    return list(zip(*(columns[name] for name in names), strict=True))


def test_the_stack_of_the_first_lesson():
    turns, summaries = stacks(played())
    assert rows(turns, "id", "left", "right", "bottom", "top", "kind")[:4] == [
        ("T1", 7.5, 60, 0, 6, "pinned"),
        ("T2", 15, 30, 6, 14, "backed"),
        ("T3", 22.5, 30, 14, 21, "mentioned"),
        ("T3", 30, 37.5, 6, 13, "mentioned"),
    ]
    assert summaries["id"] == []
    assert height(played()) == 1.3 * 29


def test_a_block_has_a_label_only_where_it_fits_in_the_narrowest_picture():
    """The name of a turn that stays for a short while would reach over its block at a window of 360 pixels."""
    turns, _ = stacks(played("code-review"))
    named = rows(turns, "label", "left", "right")
    assert ("T12", 39, 57) in named and ("", 51, 57) in named
    for label, left, right in named:
        assert (right - left) / 99 * 255 >= 9 + 6.5 * len(label) or not label


def test_marks_of_evictions_and_of_compactions():
    half = HALF * height(played())
    assert rows(marks(played()), "x", "y", "kind") == [
        *((at, before + half, "overflow") for at, before in ((30, 29), (37.5, 28), (45, 28), (52.5, 26), (60, 27))),
        *((at, after - half, "evicted") for at, after in ((30, 21), (37.5, 21), (45, 20), (52.5, 19), (60, 20))),
    ]
    folding = rows(marks(played("report-preference", 24, "summarize-older")), "x", "kind")
    assert [kind for _, kind in folding] == ["overflow"] * 5 + ["folded"] * 5


def test_marks_of_failed_calls_stand_above_everything():
    whole = played("late-count")
    failed = [(x, y) for x, y, kind in rows(marks(whole), "x", "y", "kind") if kind == "failed"]
    assert failed == [(at, 0.95 * height(whole)) for at in (30, 36, 42)]
    assert failed[0][1] > max(frame.before for frame in whole.frames)


def test_marks_that_would_cover_each_other_are_drawn_once():
    whole = long(200)
    at = [x for x, kind in rows(marks(whole), "x", "kind") if kind == "evicted"]
    assert len(at) <= 1 / APART and at[0] == 10
    assert all(after - before >= 200 * APART for before, after in zip(at, at[1:]))


def test_a_lane_for_each_turn():
    whole = played()
    assert lanes.names(whole) == [f"T{k}" for k in range(1, 9)]
    assert rows(lanes.lives(whole), "id", "left", "right", "top", "bottom", "kind")[:2] == [
        ("T1", 7.5, 60, pytest.approx(0.225), pytest.approx(0.775), "pinned"),
        ("T2", 15, 30, pytest.approx(1.225), pytest.approx(1.775), "backed"),
    ]
    assert lanes.areas(whole)["left"] == lanes.labels(whole)["y"] == []
    assert rows(lanes.ends(whole), "x", "y", "kind")[0] == (30, 1.5, "evicted")


def test_one_lane_for_each_kind_in_a_long_session():
    whole = long(LANES + 1)
    assert lanes.most(whole) == {"pinned": 1, "backed": 1, "mentioned": 1, "plain": 8}
    assert lanes.names(whole) == ["pinned", "backed", "mentioned", "plain"]
    assert lanes.labels(whole)["text"] == [
        "pinned, at most 1",
        "user's own evidence, at most 1",
        "mentions only, at most 1",
        "other turns, at most 8",
    ]
    areas = rows(lanes.areas(whole), "left", "right", "top", "bottom", "kind")
    assert [area for area in areas if area[-1] == "backed"] == [
        (1, 10, pytest.approx(1.95 - lanes.FULL), 1.95, "backed"),
        (11, 20, pytest.approx(1.95 - lanes.FULL), 1.95, "backed"),
        (21, 25, pytest.approx(1.95 - lanes.FULL), 1.95, "backed"),
    ]
    plain = [(left, round((bottom - top) / lanes.FULL * 8)) for left, _, top, bottom, kind in areas if kind == "plain"]
    assert plain[:7] == [(3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (8, 6), (9, 7)]
    assert lanes.ends(whole)["x"] == []


def test_a_turn_has_a_bar_in_the_lane_of_its_kind():
    bars = {name: rest for name, *rest in rows(lanes.lives(long(LANES + 1)), "id", "left", "right", "top", "bottom")}
    assert bars["T1"] == [1, 10, 1.35, 1.65]
    assert bars["T24"] == [24, 25, 3.35, 3.65]


@pytest.mark.parametrize("name", lessons())
def test_the_turns_are_counted_by_kinds_as_the_context_holds_them(name):
    fixture = find(name)
    for policy in policies(fixture):
        for frame, turns, tokens in tallies(played(name, None, policy)):
            kinds = Counter(kind_of(one) for one in frame.context.turns)
            assert {kind: count for kind, count in turns.items() if kind != "summary"} == {
                kind: kinds[kind] for kind in tokens
            }
            assert sum(tokens.values()) + frame.context.summaries.tokens == frame.tokens
            assert turns["summary"] == len(frame.covered)


def test_in_a_long_session_the_blocks_are_few_and_weigh_what_the_context_weighs():
    whole = long(1000, budget=100)
    turns, _ = stacks(whole)
    assert len(turns["left"]) <= STEPS * 4 and set(turns["label"]) == {""}
    assert len(steps(whole)) <= STEPS + 1
    last = [(bottom, top) for right, bottom, top in rows(turns, "right", "bottom", "top") if right == 1000]
    assert max(top for _, top in last) == 100 and len(last) == 4


def test_a_turn_has_a_block_of_its_own_while_the_blocks_are_few():
    assert set(stacks(long(STACKED, budget=STACKED))[0]["id"]) == {f"T{k}" for k in range(STACKED)}
    assert set(stacks(long(STACKED + 1, budget=STACKED))[0]["id"]) == {""}
    mosaic = stacks(long(STACKED, budget=30))[0]
    assert set(mosaic["id"]) == {""} and len(mosaic["id"]) <= BLOCKS


@pytest.mark.parametrize(("count", "drawn"), [(DRAWN, True), (DRAWN + 1, False)])
def test_the_longest_session_that_is_drawn(count, drawn):
    whole, drawing = long(count), Drawing()
    drawing.show(played(), "light")
    drawing.show(whole, "light")
    assert bool(drawing._data["lives"].data["id"]) == bool(drawing._data["turns"].data["left"]) == drawn
    shown = picture(whole)
    assert ("too many to draw" in shown) != drawn
    assert ('class="picture undrawn"' in shown) != drawn


def test_the_alert_line_is_drawn_where_there_is_one():
    drawing = Drawing()
    drawing.show(played("late-count"), "light")
    line, name = drawing._alert, drawing._named[1]
    assert (line.visible, line.location, name.visible, name.text) == (True, 240, True, "alert line 240")
    assert "The alert line is at 240" in picture(played("late-count")) and '<li class="alert">' in picture(
        played("late-count")
    )
    drawing.show(played(), "light")
    assert (line.visible, name.visible, name.text) == (False, False, "")
    assert "alert" not in picture(played())


def test_the_table_names_the_call_that_would_fail_and_what_is_never_reached():
    shown = str(picture(played("late-count")))
    assert "The call for T11 would fail: its prompt is 470 of 400 teaching tokens." in shown
    assert shown.count("Never reached.") == 13  # from T12 on; the row of T11 says that its own call fails


def test_the_lanes_are_marked_from_the_first_failed_call_on():
    drawing = Drawing()
    drawing.show(played("late-count"), "light")
    (beyond,), (never,) = (drawing.layout.select({"name": name}) for name in ("beyond", "never"))
    assert (beyond.visible, beyond.left, never.visible, never.text) == (True, 30, True, "never reached from here on")
    drawing.show(played(), "light")
    assert not beyond.visible and not never.visible


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", PALETTES)
def test_every_mark_and_block_is_seen_on_the_page(theme):
    palette = PALETTES[theme]
    for name in ("pinned", "backed", "mentioned", "summary", "plain", "budget", "alert", "ink"):
        assert contrast(palette[name], palette["edge"]) >= 3, name


def test_no_two_kinds_of_marks_share_a_shape():
    assert len(set(MARKERS.values())) == len(MARKERS)
