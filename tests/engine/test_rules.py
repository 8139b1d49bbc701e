"""Tests what must hold for any lesson, and compares the engine with the simple version of the rules in `rules.py`."""

from hypothesis import given
from hypothesis import strategies as st

from sim import describe
from sim.analysis.comparison import difference
from sim.policies.choice import choose
from sim.policies.registry import POLICIES
from sim.replay import replay

from .making import SETTINGS, lesson, lessons, near_miss, settings, smallest_budget, turn
from .rules import states

choices = st.sampled_from(SETTINGS)


@given(lessons())
def test_the_engine_and_the_naive_rules_agree(fixture):
    for choice in settings(fixture):
        frames = replay(fixture, choice).frames
        expected = states(fixture, choice)
        assert len(frames) == len(expected)
        for frame, state in zip(frames, expected):
            assert list(frame.context.ids) == state.ids()
            assert len(frame.context) == len(state.ids())
            assert frame.tokens == state.tokens
            assert [t.id for t in frame.context.turns] == [t.id for t in state.kept]
            assert list(frame.evicted) == [t.id for t in state.evicted]
            assert list(frame.covered) == [t.id for t in state.covered]
            assert (frame.context.summary is not None) == state.summary
            for fact, standing in frame.facts.items():
                assert set(standing.through) == state.backed(fact, choice.fidelity)
                assert set(standing.mentioned_by) == state.mentioned(fact, choice.fidelity)


@given(lessons())
def test_the_budget_holds_unless_the_frame_says_so(fixture):
    for choice in settings(fixture):
        for frame in replay(fixture, choice).frames:
            assert (frame.tokens > choice.budget) == frame.over_budget
            if frame.over_budget:
                assert all(kept.pinned for kept in frame.context.turns)
                assert str(choice.budget) in describe.over_budget(frame)


@given(lessons())
def test_every_arrived_turn_is_in_exactly_one_place(fixture):
    for choice in settings(fixture):
        for frame in replay(fixture, choice).frames:
            places = [*(t.id for t in frame.context.turns), *frame.evicted, *frame.covered]
            assert sorted(places) == sorted(t.id for t in fixture.turns[: frame.index])
            for place, fate in (
                ([t.id for t in frame.context.turns], "retained"),
                (frame.evicted, "evicted"),
                (frame.covered, "folded"),
                ([t.id for t in fixture.turns[frame.index :]], "waiting"),
            ):
                assert all(frame.fate(name) == fate for name in place)


@given(lessons())
def test_evidence_is_only_ever_a_users_own_turn_and_a_record_a_tools(fixture):
    role = {t.id: t.role for t in fixture.turns}
    evidence = {t.id: t.evidence for t in fixture.turns}
    records = {t.id: t.records for t in fixture.turns}
    for choice in settings(fixture):
        for frame in replay(fixture, choice).frames:
            for fact, standing in frame.facts.items():
                assert {item for item, _ in standing.through} <= {*frame.context.ids} & {*standing.mentioned_by}
                assert all(role[source] == "user" and fact in evidence[source] for source in standing.said_by)
                assert all(role[source] == "tool" and fact in records[source] for source in standing.reported_by)
                assert set(standing.backed_by) <= set(standing.said_by)
                assert set(standing.recorded_by) <= set(standing.reported_by)
                assert {source for _, source in standing.through} == {*standing.backed_by, *standing.recorded_by}
                assert not (standing.said_by if standing.source == "tool" else standing.reported_by)


@given(lessons())
def test_mentions_are_in_reading_order(fixture):
    for choice in settings(fixture):
        for frame in replay(fixture, choice).frames:
            order = frame.context.ids
            for standing in frame.facts.values():
                assert list(standing.mentioned_by) == [i for i in order if i in standing.mentioned_by]


@given(lessons())
def test_operations_account_for_every_token_and_every_departure(fixture):
    for choice in settings(fixture):
        whole = replay(fixture, choice)
        departures = []
        for previous, frame in zip(whole.frames, whole.frames[1:]):
            assert frame.before == previous.tokens + frame.arrived.tokens
            weight = frame.before
            for step in frame.operations:
                assert step.before == weight > choice.budget
                weight = step.after
                assert (step.into is None) == (step.kind == "evict")
                departures += [(name, frame.seconds) for name in step.turns]
            assert weight == frame.tokens
        assert departures == [(life.id, life.departed_at) for life in whole.lives() if life.departed_at is not None]
        assert whole.overflows == tuple(f.seconds for f in whole.frames if f.operations or f.before > choice.budget)


@given(lessons(), choices, st.floats(0, 60))
def test_the_smallest_budget_is_what_a_full_scan_finds(fixture, choice, seconds):
    for fact in fixture.facts:
        scanned = None
        for budget in range(1, sum(t.tokens for t in fixture.turns) + 2):
            frame = replay(fixture, POLICIES[choice[0]].settings(budget, choice[1])).at(seconds)
            if frame.facts[fact.id].established and not frame.over_budget:
                scanned = budget
                break
        assert smallest_budget(fixture, *choice, fact.id, seconds) == scanned


@given(lessons(most=9), choices, st.floats(0, 60))
def test_a_larger_budget_never_loses_evidence(fixture, choice, seconds):
    kept = {fact.id: False for fact in fixture.facts}
    for budget in range(1, sum(t.tokens for t in fixture.turns) + 2):
        frame = replay(fixture, POLICIES[choice[0]].settings(budget, choice[1])).at(seconds)
        for fact, standing in frame.facts.items():
            holds = standing.established and not frame.over_budget
            assert holds or not kept[fact]
            kept[fact] = holds


@given(lessons(most=9), choices, st.floats(0, 60))
def test_a_near_miss_would_have_kept_the_turn_and_one_less_would_not(fixture, choice, seconds):
    chosen = POLICIES[choice[0]].settings(fixture.defaults.budget, choice[1])
    frame = replay(fixture, chosen).at(seconds)
    for fact, standing in frame.facts.items():
        miss = near_miss(fixture, chosen, fact, seconds)
        assert (miss is None) == (standing.established or not standing.origins)
        if miss:
            assert miss.budget == chosen.budget + miss.tokens and miss.tokens > 0
            enough = replay(fixture, POLICIES[choice[0]].settings(miss.budget, choice[1])).at(seconds)
            short = replay(fixture, POLICIES[choice[0]].settings(miss.budget - 1, choice[1])).at(seconds)
            assert enough.fate(miss.turn) == "retained"
            assert {short.fate(source) for source in standing.origins} <= {"evicted", "folded"}


@given(lessons(), choices, choices, st.floats(0, 60))
def test_a_difference_leads_from_one_frame_to_the_other(fixture, one, other, seconds):
    a = replay(fixture, POLICIES[one[0]].settings(20, one[1])).at(seconds)
    b = replay(fixture, POLICIES[other[0]].settings(40, other[1])).at(60)
    found = difference(a, b)
    assert a.tokens + found.tokens == b.tokens
    assert (set(a.context.ids) - set(found.lost)) | set(found.gained) == set(b.context.ids)
    assert not set(found.gained) & set(a.context.ids) and not set(found.lost) & set(b.context.ids)
    for fact, change in found.facts.items():
        backed = (set(a.facts[fact].established_by) - set(change.backing_lost)) | set(change.backing_gained)
        assert backed == set(b.facts[fact].established_by)
        mentioned = (set(a.facts[fact].mentioned_by) - set(change.mentions_lost)) | set(change.mentions_gained)
        assert mentioned == set(b.facts[fact].mentioned_by)


def test_a_turn_that_can_never_fit_is_named():
    fixture = lesson([turn("T1", "system", 6), turn("T2", "user", 8), turn("T3", "user", 90)])
    for choice in settings(fixture):
        last = replay(fixture, choice).frames[-1]
        assert last.fate("T3") != "retained"
        assert describe.reason(last.operations[-1].reason) == "T3 weighs 90, more than the whole budget of 24."


def test_a_turn_that_does_not_fit_beside_the_pinned_ones_is_named():
    fixture = lesson([turn("T1", "system", 6), turn("T2", "user", 20)])
    evicting = replay(fixture, choose(fixture)).frames[-1].operations[-1]
    assert describe.reason(evicting.reason) == "T2 weighs 20, and what must stay already weighs 6 of the budget of 24."


def test_a_system_turn_larger_than_the_budget_is_named():
    fixture = lesson([turn("T1", "system", 30), turn("T2", "user", 8)])
    for choice in settings(fixture):
        _, first, last = replay(fixture, choice).frames
        for frame in (first, last):
            assert describe.over_budget(frame).startswith("T1 weighs 30, more than the whole budget of 24")
        assert last.fate("T1") == "retained" and last.fate("T2") != "retained"


def test_pinned_turns_too_heavy_together_are_named():
    fixture = lesson([turn("T1", "system", 14), turn("T2", "user", 3), turn("T3", "system", 13)])
    last = replay(fixture, choose(fixture)).frames[-1]
    assert last.context.ids == ("T1", "T3")
    assert (
        describe.over_budget(last)
        == "The pinned turns weigh 27, more than the budget of 24, so nothing is left to remove."
    )


def test_the_summary_stands_after_the_pinned_turns_that_lead():
    fixture = lesson(
        [
            turn("T1", "system", 2),
            turn("T2", "user", 9),
            turn("T3", "system", 2),
            turn("T4", "user", 9),
            turn("T5", "system", 2),
            turn("T6", "user", 3),
        ]
    )
    last = replay(fixture, choose(fixture, policy="summarize-older")).frames[-1]
    assert last.context.ids == ("T1", "T3", "S", "T4", "T5", "T6")


def test_without_turns_or_facts_a_replay_is_a_single_empty_frame():
    fixture = lesson([], facts=[], probes=[])
    for choice in settings(fixture):
        (frame,) = replay(fixture, choice).frames
        assert (frame.index, frame.seconds, frame.tokens, frame.context.ids, frame.facts) == (0, 0, 0, (), {})
        assert frame.arrived is None and not frame.over_budget


def test_of_several_turns_that_say_a_fact_the_newest_is_the_near_miss():
    said = [turn(f"T{k}", "user", 10, evidence=["f"]) for k in (1, 2)]
    fixture = lesson([*said, turn("T3", "user", 10), turn("T4", "user", 10)])
    miss = near_miss(fixture, choose(fixture), "f", 60)
    assert (miss.turn, miss.tokens) == ("T2", 6)


def test_an_even_share_that_rounds_past_the_end_is_the_end():
    duration = 52.70248215860644
    assert 40 * duration / 40 > duration
    fixture = lesson([turn(f"T{k}", "user", 1) for k in range(40)], duration=duration)
    assert fixture.arrivals[-1] == duration
