"""Tests the ADK policies: known outcomes, and replays that are compared with the plain rules on the whole log at every check."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import describe
from sim.adk import java, sliding, token
from sim.adk.event import Compaction, Event
from sim.adk.log import stream
from sim.adk.ranges import substitute
from sim.adk.worth import worthwhile
from sim.policies.counting import last_count
from sim.prompt.prompts import prompt
from sim.replay import Frame, Replay, replay

from .agents import agent_lesson, agent_lessons, choices, chosen
from .making import turn


def talk(count: int) -> list[dict]:
    """The turns e1 to e`count`, with one question and one answer in each invocation."""
    return [turn(f"e{k}", "user" if k % 2 else "assistant", 10) for k in range(1, count + 1)]


def straddling(**last) -> list[dict]:
    """Three messages, a call and its result, and three more messages."""
    return [
        turn("e1", "user", 10),
        turn("e2", "assistant", 10),
        turn("e3", "user", 10),
        turn("e4", "assistant", 10, calls=[{"tool": "look", "id": "c"}]),
        turn("e5", "tool", 10, results=[{"tool": "look", "id": "c"}]),
        turn("e6", "assistant", 10, prompt_tokens=100),
        turn("e7", "user", 10),
        turn("e8", "assistant", 10, prompt_tokens=100),
    ]


def at(whole: Replay, name: str) -> Frame:
    return next(frame for frame in whole.frames if frame.arrived and frame.arrived.id == name)


def context(whole: Replay, name: str) -> str:
    return " ".join(at(whole, name).context.ids)


def test_windows_with_an_overlap_stand_side_by_side():
    whole = replay(agent_lesson(talk(8)), chosen("adk-sliding", interval=2, overlap=1))
    assert context(whole, "e3") == "e1 e2 e3"
    assert context(whole, "e4") == "S1"
    assert at(whole, "e4").context.summary.covers == ("e1", "e2", "e3", "e4")
    assert context(whole, "e8") == "S1 S2"
    assert at(whole, "e8").context.summary.covers == ("e3", "e4", "e5", "e6", "e7", "e8")
    assert at(whole, "e8").operations[0].turns == ("e5", "e6", "e7", "e8")


def test_a_pair_at_the_cut_stays_whole_in_python():
    whole = replay(agent_lesson(straddling()), chosen("adk-token", threshold=100, retention=2, counts="as-recorded"))
    first, second = at(whole, "e6"), at(whole, "e8")
    assert first.context.ids == ("S", "e4", "e5", "e6")
    assert first.context.summary.covers == ("e1", "e2", "e3")
    assert second.context.ids == ("S", "e7", "e8")
    assert second.context.summary.covers == ("e1", "e2", "e3", "e4", "e5", "e6")
    assert second.context.summary.generation == 2
    assert not first.faults and not second.faults


def test_a_pair_at_the_cut_is_split_in_java():
    turns = straddling()
    turns[5]["prompt_tokens"] = 101
    whole = replay(agent_lesson(turns), chosen("adk-token-java", threshold=100, retention=2, counts="recorded"))
    # The check comes before the model call that writes e8, when the log has seven events. The last two stay.
    assert context(whole, "e6") == "e1 e2 e3 e4 e5 e6"
    assert context(whole, "e7") == "S e6 e7"
    split = replay(agent_lesson(turns), chosen("adk-token-java", threshold=100, retention=3, counts="recorded"))
    assert context(split, "e7") == "S e5 e6 e7"
    assert [(fault.kind, fault.turn, fault.partner) for fault in at(split, "e7").faults] == [("lost_call", "e5", "e4")]


def test_java_fires_strictly_over_and_python_at_the_threshold():
    for policy, fires in (("adk-token", True), ("adk-token-java", False)):
        whole = replay(agent_lesson(straddling()), chosen(policy, threshold=100, retention=2, counts="recorded"))
        assert any(frame.operations for frame in whole.frames) == fires


def test_the_count_is_one_call_late():
    turns = [turn("e1", "user", 60), turn("e2", "assistant", 10), turn("e3", "user", 60), turn("e4", "assistant", 10)]
    whole = replay(agent_lesson(turns, 200), chosen("adk-token", 200, threshold=100, retention=1))
    # With e3 the context weighs 130, but the last counted prompt is the one before e2, which weighed 60.
    assert at(whole, "e3").tokens == 130 and not at(whole, "e3").operations
    step = at(whole, "e4").operations[0]
    assert (
        describe.reason(step.reason)
        == "The prompt counted with e4 was 130 teaching tokens, at or over the threshold of 100."
    )
    assert step.turns == ("e1", "e2", "e3")


def test_without_a_count_characters_are_divided_by_four():
    turns = [turn("e1", "user", 1, text="x" * 400), turn("e2", "assistant", 1, text="y")]
    whole = replay(agent_lesson(turns), chosen("adk-token", threshold=100, retention=0, counts="recorded"))
    reason = describe.reason(at(whole, "e1").operations[0].reason)
    assert "its characters divided by four are 100" in reason
    # With a retention of zero, even the user's current request is summarized.
    assert at(whole, "e1").context.ids == ("S",)


def test_a_tied_timestamp_hides_a_turn_that_nobody_summarized():
    turns = [turn("e1", "user", 30, timestamp=1), turn("e2", "assistant", 30, timestamp=2)]
    turns += [turn("e3", "user", 30, timestamp=2), turn("e4", "assistant", 30, timestamp=3)]
    whole = replay(agent_lesson(turns, 200), chosen("adk-token", 200, threshold=90, retention=2))
    frame = at(whole, "e4")
    assert frame.context.ids == ("S", "e4")
    assert (frame.covered, frame.hidden, frame.evicted) == (("e1", "e2"), ("e3",), ())
    hidden = frame.operations[1]
    assert (hidden.kind, hidden.turns, hidden.into) == ("hide", ("e3",), None)
    assert (
        describe.reason(hidden.reason) == "e3 shares the last timestamp of S: hidden by it, and summarized by nobody."
    )


def test_a_summary_that_could_not_pay_for_itself_is_not_asked_for():
    turns = talk(8)
    small = chosen("adk-sliding", interval=1, overlap=0, summary_tokens=20)
    # A new summary is assumed to weigh as much as the previous one, so the first is always made. The next would remove only 20.
    assert replay(agent_lesson(turns), small).frames[-1].context.ids == ("S1", "e3", "e4", "e5", "e6", "e7", "e8")[
        :1
    ] + (
        "S2",
        "e7",
        "e8",
    )


def test_a_call_that_is_never_answered_is_passed_over_once_its_invocation_is_over():
    turns = talk(2)
    turns += [turn("e3", "user", 10), turn("e4", "assistant", 10, calls=[{"tool": "look", "id": "c"}])]
    turns += [turn("e5", "user", 10), turn("e6", "assistant", 10)]
    frames = replay(agent_lesson(turns), chosen("adk-sliding", interval=1, overlap=0)).frames
    # In its own invocation the open call keeps itself and all later events from being summarized. After it, no answer can come.
    assert frames[4].context.ids == ("S1", "S2", "e4")
    assert frames[6].context.ids == ("S1", "S3")
    assert frames[6].context.summary.covers == ("e3", "e4", "e5", "e6")


def test_the_session_grows_while_the_prompt_shrinks():
    whole = replay(agent_lesson(talk(8)), chosen("adk-token", threshold=25, retention=2))
    stored = [frame.stored for frame in whole.frames]
    assert stored == [0, 10, 20, 30, 46, 56, 72, 82, 98]
    assert [frame.tokens for frame in whole.frames] == [0, 10, 20, 30, 26, 36, 26, 36, 26]
    assert [frame.read for frame in whole.frames] == [0, 0, 10, 10, 40, 40, 76, 76, 112]


class Naive:
    """The plain rules, applied to the whole log at each check, as the package does."""

    def __init__(self, whole: Replay) -> None:
        self.whole, self.settings = whole, whole.settings
        self.session = whole.frames[0].context.session
        self.raw: list[Event] = []
        self.summaries: list[Event] = []
        self.log: list[Event] = []

    def arrive(self, position: int, count: int | None) -> None:
        if not self.session.turns[position].pinned:
            event = stream(self.session).events[self.session.unpinned_before(position)]
            self.raw.append(event)
            self.log.append(event)
        before, after = self.session.model_reads_after(position), self.session.ends_invocation(position)
        name = self.settings.policy
        if "sliding" in name and after:
            self.slide(java if name.endswith("java") else sliding)
        if name == "adk-token" and (before or after):
            self.tokens(count, token.token_selection, worth=True)
        if name == "adk-token-java" and before:
            self.tokens(count, java.token_selection, worth=False)

    def tokens(self, count: int | None, select, worth: bool) -> None:
        limit = self.settings.parameters.threshold
        limit = limit * self.settings.budget if limit <= 1 else limit
        if count is None or not (count >= limit if worth else count > limit):
            return
        found = select(self.log, self.settings.parameters.retention)
        given = ([found.seed] if found.seed else []) + list(found.events)
        if found and (not worth or worthwhile(self.log, given)):
            self.write(found.start, found.end)

    def slide(self, rules) -> None:
        found = rules.sliding_selection(self.log, self.settings.parameters.interval, self.settings.parameters.overlap)
        if found and (rules is java or worthwhile(self.log, found)):
            self.write(found[0].timestamp, found[-1].timestamp)

    def write(self, start: float, end: float) -> None:
        name = "S" if "token" in self.settings.policy else f"S{len(self.summaries) + 1}"
        size = self.settings.parameters.summary_tokens
        event = Event(id=name, timestamp=end, author="model", size=size, compaction=Compaction(start, end))
        self.summaries.append(event)
        self.log.append(event)

    def ids(self) -> list[str]:
        return [event.id for event in substitute(self.log)]


@pytest.mark.parametrize("policy", ["adk-token", "adk-sliding", "adk-token-java", "adk-sliding-java"])
def test_the_replay_does_what_the_plain_rules_do_on_the_whole_log(policy):
    @given(st.data())
    def check(data):
        fixture = data.draw(agent_lessons(most=30))
        whole = replay(fixture, data.draw(choices(fixture, policy, summarizer="works")))
        naive = Naive(whole)
        for before, frame in zip(whole.frames, whole.frames[1:]):
            read = prompt(before.context, frame.arrived).tokens
            joined = before.context.joined(frame.arrived, read)
            count = (
                last_count(joined, whole.settings.parameters.counts, policy.endswith("java"))
                if "token" in policy
                else None
            )
            naive.arrive(frame.index - 1, count.tokens if count else None)
            unpinned = [
                item.id for item in frame.context.items() if item.id not in {t.id for t in frame.context.pinned}
            ]
            assert unpinned == naive.ids()

    check()
