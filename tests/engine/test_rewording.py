"""Tests what a summary says line by line, and what its newest generation added, changed and dropped."""

from hypothesis import given
from hypothesis import strategies as st

from sim import describe
from sim.analysis.generations import change, generations, newest_change
from sim.analysis.rewording import Line, Rewording, lines, rewording
from sim.lesson.entries import Completed, Narrative, Remaining, UserConstraint
from sim.library import find
from sim.policies.choice import choose
from sim.policies.registry import POLICIES
from sim.replay import replay

from .agents import agent_lessons, choices
from .making import lessons, settings

WORDS = Line(about="refund", says="Refund of 412.50 EUR approved", sources=("T2",))
LESS = Line(about="refund", says="Refund of about 400 EUR made")
OTHER = Line(about="pickup", says="Evening pickup")
RULE = Line(about="user_constraints", says=UserConstraint(text="Do not push."))
TOLD = Line(about="recent_narrative", says=Narrative(text="The loop was found."), sources=("T4",))
TO_DO = Line(about="remaining", says=Remaining(text="Add a test"), sources=("T5",))
DONE = Line(about="completed", says=Completed(text="Add a test"), sources=("T9",))


def test_every_line_is_kept_added_changed_or_dropped():
    found = rewording((RULE, TOLD, TO_DO), (RULE, DONE, OTHER))
    assert found == (
        Rewording(was=RULE, now=RULE),
        Rewording(was=TOLD),
        Rewording(was=TO_DO, now=DONE),
        Rewording(now=OTHER),
    )
    assert [one.kind for one in found] == ["kept", "dropped", "changed", "added"]
    assert rewording((), ()) == ()


def test_a_dropped_line_stands_after_the_line_that_it_followed():
    assert rewording((OTHER, TOLD, WORDS), (WORDS,)) == (
        Rewording(was=OTHER),
        Rewording(was=TOLD),
        Rewording(was=WORDS, now=WORDS),
    )
    assert rewording((WORDS, OTHER), (LESS, RULE)) == (
        Rewording(was=WORDS, now=LESS),
        Rewording(was=OTHER),
        Rewording(now=RULE),
    )


ANY = st.lists(
    st.builds(
        Line,
        about=st.sampled_from(["a", "b", "c"]),
        says=st.sampled_from(["", "x", "y", UserConstraint(text="x"), Remaining(text="x"), Completed(text="x")]),
        sources=st.sampled_from([(), ("T1",)]),
    ),
    max_size=8,
)


def applied(old: list[Line], found: tuple[Rewording, ...]) -> list[Line]:
    """The old lines with each change made to them, in turn; ValueError if a change is one of a line that is not there."""
    left = list(old)
    for one in found:
        if one.was is not None:
            left.remove(one.was)
    assert not left, "an old line became nothing"
    return [one.now for one in found if one.now is not None]


@given(ANY, ANY)
def test_the_difference_applied_to_the_old_lines_gives_the_new_ones(old, new):
    found = rewording(old, new)
    assert applied(old, found) == new
    assert Rewording() not in found
    assert all(one.was.subject == one.now.subject for one in found if one.was and one.now)
    waiting = {one.was.subject for one in found if one.kind == "dropped"}
    assert not waiting & {one.now.subject for one in found if one.kind == "added"}


@given(ANY)
def test_between_the_same_lines_all_are_kept(same):
    assert [one.kind for one in rewording(same, same)] == ["kept"] * len(same)


@given(agent_lessons(most=12), st.data())
def test_the_generation_before_is_the_one_that_the_replay_shows(lesson, data):
    """It is looked up in one frame, and the walk through all frames finds the same."""
    policy = data.draw(st.sampled_from([name for name, one in POLICIES.items() if not one.budget_monotone]))
    whole = replay(lesson, data.draw(choices(lesson, policy)))
    before = {}
    for one in generations(whole):
        wanted = change(before.get(one.summary.id), one.summary)
        assert newest_change(whole, one.summary) == wanted
        before[one.summary.id] = one.summary


@given(lessons())
def test_under_a_local_policy_it_is_the_same(lesson):
    for chosen in settings(lesson):
        whole = replay(lesson, chosen)
        before = None
        for one in generations(whole):
            assert newest_change(whole, one.summary) == change(before, one.summary)
            before = one.summary


def test_drift_reads_as_old_and_new_words():
    fixture = find("summary-drift")
    whole = replay(fixture, choose(fixture))
    frame = whole.at(60)
    found = newest_change(whole, frame.context.summary)
    assert describe.since(found) == ("Since generation 2: took in T10, T11, T12 and T13; 1 line new, 2 lines reworded.")
    assert [" ".join(said.text for said in line) for line in describe.rewordings(found)] == [
        "was: refund: “Refund of 412.50 EUR approved” now: refund: “Refund of about 400 EUR made”",
        "was: pickup: “Evening pickup of the old sofa” now: pickup: “The old sofa gets picked up”",
        "new: letters: “Contact Ms. Amari in writing”",
    ]
    first = newest_change(whole, whole.at(27).context.summary)
    assert describe.since(first).startswith("This is its first generation")
    assert {said.mark for line in describe.rewordings(first) for said in line} == {""}


def test_a_plain_summary_says_that_nobody_wrote_its_words(first_lesson):
    for fidelity, said, held in (
        ("preserve", "carries these of the lesson's facts:", ["report-format"]),
        ("drop", "carries none of the lesson's facts.", []),
    ):
        whole = replay(first_lesson, choose(first_lesson, 24, "summarize-older", fidelity))
        summary = whole.at(60).context.summary
        assert describe.says(summary).startswith("This simulator does not write its words.")
        assert describe.says(summary).endswith(said)
        assert [line.about for line in lines(summary)] == held


def test_what_left_in_a_step(first_lesson):
    whole = replay(first_lesson, choose(first_lesson, 24))
    assert describe.left_now(whole.at(30)) == "T2 (8) evicted: 8 teaching tokens."
    assert describe.left_now(whole.at(15)) == ""
    folding = replay(first_lesson, choose(first_lesson, 24, "summarize-older"))
    assert describe.left_now(folding.at(30)) == "T2 (8) and T3 (7) folded into S: 15 teaching tokens."
