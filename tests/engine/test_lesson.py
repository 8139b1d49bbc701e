"""Tests that the first lesson has exactly the numbers of the design."""

import pytest

from sim.analysis.retention import Retention, retention
from sim.lesson.fixture import Fixture
from sim.library import find, lessons
from sim.policies.choice import choose
from sim.replay import Replay, replay

from .making import near_miss, smallest_budget, survey

FACT = "report-format"
ALL = "T1 T2 T3 T4 T5 T6 T7 T8"

# budget, policy, fidelity, seconds, context, tokens, mentioned by, backed through
TABLE = [
    (24, "evict-oldest", "preserve", 30, "T1 T3 T4", 21, "T3", ""),
    (24, "evict-oldest", "preserve", 60, "T1 T7 T8", 20, "", ""),
    (24, "summarize-older", "preserve", 60, "T1 S T8", 20, "S", "S:T2"),
    (24, "summarize-older", "drop", 60, "T1 S T8", 20, "", ""),
    (36, "evict-oldest", "drop", 60, "T1 T5 T6 T7 T8", 34, "", ""),
    (48, "evict-oldest", "preserve", 60, "T1 T4 T5 T6 T7 T8", 42, "", ""),
    (48, "summarize-older", "preserve", 60, "T1 S T4 T5 T6 T7 T8", 48, "S", "S:T2"),
    (64, "evict-oldest", "preserve", 60, ALL, 57, "T2 T3", "T2:T2"),
    (64, "evict-oldest", "drop", 60, ALL, 57, "T2 T3", "T2:T2"),
    (64, "summarize-older", "preserve", 60, ALL, 57, "T2 T3", "T2:T2"),
    (64, "summarize-older", "drop", 60, ALL, 57, "T2 T3", "T2:T2"),
]


def played(fixture: Fixture, *choice) -> Replay:
    return replay(fixture, choose(fixture, *choice))


@pytest.mark.parametrize("row", TABLE)
def test_table(first_lesson, row):
    budget, policy, fidelity, seconds, context, tokens, mentioned, through = row
    frame = played(first_lesson, budget, policy, fidelity).at(seconds)
    assert " ".join(frame.context.ids) == context
    assert frame.tokens == tokens
    assert not frame.over_budget
    standing = frame.facts[FACT]
    assert " ".join(standing.mentioned_by) == mentioned
    assert " ".join(f"{item}:{source}" for item, source in standing.through) == through
    assert standing.backed_by == tuple(source for _, source in standing.through)


def test_weights_and_arrivals(first_lesson):
    assert [turn.tokens for turn in first_lesson.turns] == [6, 8, 7, 8, 7, 7, 6, 8]
    assert first_lesson.arrivals == (7.5, 15, 22.5, 30, 37.5, 45, 52.5, 60)
    assert first_lesson.budgets == (24, 36, 48, 64)
    assert (first_lesson.defaults.budget, first_lesson.defaults.policy) == (24, "evict-oldest")


def test_the_text_says_what_the_annotations_say(first_lesson):
    turns = first_lesson.turns
    assert [turn.id for turn in turns if "concise bullets" in turn.text] == ["T2", "T3"]
    assert [turn.id for turn in turns if turn.says(FACT)] == ["T2", "T3"]
    assert [turn.id for turn in turns if turn.evidence] == ["T2"]
    assert "owner" in turns[-1].text


def test_what_summaries_cover(first_lesson):
    assert played(first_lesson, 24, "summarize-older").at(60).covered == ("T2", "T3", "T4", "T5", "T6", "T7")
    assert played(first_lesson, 48, "summarize-older").at(60).covered == ("T2", "T3")


def test_the_overflow_at_30_seconds(first_lesson):
    frame = played(first_lesson).at(30)
    assert frame.before == 29
    (step,) = frame.operations
    assert (step.kind, step.turns, step.before, step.after, step.into) == ("evict", ("T2",), 29, 21, None)
    assert frame.evicted == ("T2",) and frame.covered == ()


def test_folding_at_30_seconds(first_lesson):
    first, second = played(first_lesson, 24, "summarize-older").at(30).operations
    assert (first.kind, first.turns, first.before, first.after, first.into) == ("summarize", ("T2",), 29, 27, "S")
    assert (second.kind, second.turns, second.before, second.after, second.into) == ("fold", ("T3",), 27, 20, "S")


def test_seek(first_lesson):
    whole = played(first_lesson)
    assert [whole.at(s).index for s in (-1, 0, 7.49, 7.5, 29.999, 30, 59.9, 60, 1e9)] == [0, 0, 0, 1, 3, 4, 7, 8, 8]


def test_overflows_and_lives(first_lesson):
    whole = played(first_lesson)
    assert whole.overflows == (30, 37.5, 45, 52.5, 60)
    t1, t2, *_, t8 = whole.lives()
    assert (t1.departed_at, t1.how) == (None, None)
    assert (t2.id, t2.index, t2.arrived, t2.departed_at, t2.how) == ("T2", 2, 15, 30, "evicted")
    assert (t8.arrived, t8.departed_at) == (60, None)
    assert played(first_lesson, 24, "summarize-older").lives()[1].how == "folded"
    assert played(first_lesson, 64).overflows == ()


def test_fates(first_lesson):
    evicting = played(first_lesson).at(30)
    assert [evicting.fate(t) for t in ("T1", "T2", "T3", "T5")] == ["retained", "evicted", "retained", "waiting"]
    assert played(first_lesson, 24, "summarize-older").at(30).fate("T2") == "folded"


def test_near_miss_and_smallest_budget(first_lesson):
    miss = near_miss(first_lesson, choose(first_lesson), FACT, 30)
    assert (miss.tokens, miss.turn, miss.budget) == (5, "T2", 29)
    assert near_miss(first_lesson, choose(first_lesson), FACT, 14) is None
    assert near_miss(first_lesson, choose(first_lesson, 64), FACT, 60) is None
    assert near_miss(first_lesson, choose(first_lesson, 24, "summarize-older"), FACT, 60) is None
    found = [
        smallest_budget(first_lesson, *choice, FACT, 60)
        for choice in (("evict-oldest", "preserve"), ("summarize-older", "preserve"), ("summarize-older", "drop"))
    ]
    assert found == [57, 12, 57]
    assert smallest_budget(first_lesson, "evict-oldest", "preserve", FACT, 10) is None


def test_survey(first_lesson):
    everything, cells = survey(first_lesson, 60)[:4], survey(first_lesson, 60)[4:]
    assert [(cell.settings.policy, cell.tokens) for cell in everything] == [("no-compression", 57)] * 4
    assert len(cells) == 12
    assert [cell.tokens for cell in cells] == [20, 34, 42, 57] + [20, 33, 48, 57] * 2
    assert [cell.facts[FACT].backed for cell in cells] == [False, False, False, True] + [True] * 4 + [False] * 3 + [
        True
    ]
    assert [cell.retained for cell in cells[:8]] == [3, 5, 6, 8, 2, 4, 6, 8]
    assert [cell.settings.budget for cell in cells[:4]] == [24, 36, 48, 64]


def test_retention(first_lesson):
    whole = played(first_lesson)
    assert [retention(whole.at(s)) for s in (15, 30, 60)] == [
        Retention(asked=1, answerable=1, proven=1),
        Retention(asked=1, answerable=1, proven=0),
        Retention(asked=1, answerable=0, proven=0),
    ]


def test_every_bundled_lesson_is_called_after_its_file():
    assert "report-preference" in lessons()
    for name in lessons():
        assert find(name).id == name
