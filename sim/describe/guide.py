"""The guide in words: steps, questions and their answers, what the agent could say, and the challenge."""

from __future__ import annotations

from collections.abc import Sequence

from sim.analysis.ask import Loss, Reach, Verdict
from sim.analysis.asked import Answered, Outcome
from sim.analysis.challenge import Attempt
from sim.analysis.guide_step import GuideStep, Sheet
from sim.describe import comparisons, lesson, spaces, words
from sim.describe.proofs import PROOFS, Proof
from sim.lesson.fact import Fact, Probe, Source
from sim.lesson.fixture import Fixture
from sim.lesson.goal import Goal
from sim.replay import Frame
from sim.settings import Settings

HEADING = "Guide"
NEXT = "Next step"
PREVIOUS = "Previous step"
SHOW = "Show me"
SKIP = "Skip the question"
PREDICT = "Predict first"
ASK = "Ask the agent"
CHALLENGE = "Challenge"
NO_GUIDE = "This lesson has no guide. Play the messages, and change the settings."
UNGUIDED = "You are playing on your own. Next step begins the guide."
UNTOLD = "The text of this step follows on your answer."

REACH: dict[Source, dict[Reach, str]] = {
    "user": {
        "proven": "The exact answer, proven by the user's own words",
        "said": "The exact answer, but without proof",
        "unknown": "The exact answer cannot be known from the context",
    },
    "tool": {
        "proven": "The exact answer, recorded by a tool's own result",
        "said": "The exact answer, but without a record",
        "unknown": "The exact answer cannot be known from the context",
    },
}
SPENT = {
    "budget": "budget",
    "read": "total of what the model reads",
    "total": "total of what the model and its summarizer read",
}


def figure(value: int | float | str | tuple[str, ...] | None) -> str:
    """A number, a text or ids in the form for a step's text; "none" if there is no value."""
    if value is None or value == "":
        return "none"
    if isinstance(value, tuple):
        return words.names(value)
    return value if isinstance(value, str) else words.number(value)


def idle(fixture: Fixture) -> str:
    """What the guide says while no step is open."""
    return UNGUIDED if fixture.steps else NO_GUIDE


COVERED = (
    "Until you answer, skip or go elsewhere, these are covered: the evidence, and what comes later in the picture, in its words "
    f"and table, and in \N{LEFT DOUBLE QUOTATION MARK}{spaces.HEADING}\N{RIGHT DOUBLE QUOTATION MARK}."
)
UNTIL = "This comes back after the open question of the guide, because it tells what comes later."


def spoken(page: GuideStep, outcome: Outcome | None) -> str:
    """What a live region says of a step: its question until it is answered, then its text."""
    asking = page.question if outcome is None else None
    title = page.title if page.title.endswith(("?", "!", ".")) else f"{page.title}."
    return f"{place(page)}: {title} {asking.text if asking else page.text}"


def place(page: GuideStep | Sheet | Answered) -> str:
    """ "Step 2 of 5"."""
    return f"Step {page.number} of {page.count}"


def about(page: GuideStep | Sheet, fixture: Fixture) -> str:
    """The settings and the moment of a step, in one line, without parameters for which the lesson offers no choice."""
    return f"{_chosen(page.settings, fixture)}, at {words.seconds(page.seconds)}"


def wandered(page: GuideStep, fixture: Fixture) -> str:
    """A note that the page shows something else than what the step is about."""
    return f"This is not what {place(page).lower()} is about. {SHOW} goes back to it: {about(page, fixture)}."


def what_leaves(frame: Frame) -> str:
    """The question about which turns leave at this arrival."""
    if frame.arrived is None:
        return "Nothing has arrived yet. Which turns leave the context now?"
    over = "over" if frame.before > frame.settings.budget else "within"
    return (
        f"{frame.arrived.id} arrives, and the context weighs {words.tokens(frame.before)}, {over} the budget of "
        f"{frame.settings.budget}. Which turns leave the context now?"
    )


def leaving(turns: str | Sequence[str]) -> str:
    """One answer to the question about which turns leave: ids, or a run of them in words."""
    return figure(turns if isinstance(turns, str) else tuple(turns)) if turns else "None: every turn stays"


def run(ids: Sequence[str]) -> str:
    """Turns that follow each other, as the first and the last: "T2 to T10"."""
    return f"{ids[0]} to {ids[-1]}"


def still_backed(fact: Fact, seconds: float) -> str:
    """The question about whether a fact is backed at a moment, or a tool's fact recorded."""
    will = "will a tool's own result still record" if fact.source == "tool" else "will a user's own words still back"
    return f"At {words.seconds(seconds)}, {will} this fact: {_stated(fact)}?"


def backing(source: Source) -> dict[str, str]:
    """The answers to that question, by their ids."""
    proof = PROOFS[source]
    return {
        "own": f"Yes, by {proof.own()} in the context",
        "carried": f"Yes, by a summary that carries the {proof.speaker}'s {proof.turn}",
        "mentioned": "No, but something in the context still mentions it",
        "gone": "No, and nothing in the context mentions it",
    }


def smallest(fact: Fact, settings: Settings, seconds: float) -> str:
    """The question about the smallest budget."""
    under = comparisons.policy(settings)
    when, stated = words.seconds(seconds), _stated(fact)
    keeps = f"keeps {stated} recorded" if fact.source == "tool" else f"backs {stated}"
    return f"Under {_quoted(under)}, which is the smallest budget that still {keeps} at {when}?"


def budget(budget: int | None) -> str:
    """One answer to the question about the smallest budget; None is the answer that no budget is large enough."""
    return "No budget" if budget is None else words.tokens(budget)


def everything(tokens: int) -> str:
    """What the whole session weighs, to compare with the smallest budget."""
    return f"Everything that has arrived weighs {tokens}."


def what_answer(probe: Probe, seconds: float) -> str:
    """The question about what the agent could answer."""
    when = words.seconds(seconds)
    return f"At {when} somebody asks the agent: {_quoted(probe.question)} What can it answer from its context?"


def outcome(outcome: Outcome) -> str:
    """What was chosen, what is right, and why."""
    return f"{compared(outcome)} {outcome.reason}"


def compared(outcome: Outcome) -> str:
    """What was chosen and what is right."""
    right = f"{outcome.right.text}."
    if outcome.chosen is None:
        return f"You skipped the question. The answer: {right}"
    if outcome.correct:
        return f"As you said: {right}"
    return f"You said: {outcome.chosen.text}. The answer: {right}"


def verdict(verdict: Verdict) -> tuple[str, ...]:
    """What the agent could answer, what the answer is based on, where the proof was lost, and what would have kept it."""
    proof = PROOFS[verdict.fact.source]
    lines = [f"{_reached(verdict.reach, proof)}: {_rests(verdict, proof)}"]
    if verdict.loss:
        lines.append(_lost(verdict, verdict.loss, proof))
    if verdict.miss:
        lines.append(comparisons.near_miss(verdict.miss))
    if verdict.instead:
        kept = f"the {proof.proof}" if verdict.origins else "it"
        lines.append(f"In the same budget {kept} is kept with {_changes(verdict.settings, verdict.instead)}.")
    return tuple(lines)


def goal(goal: Goal, fixture: Fixture) -> str:
    """What the challenge is."""
    parts = [
        f"{proof.states['proven']} to the end: {'; '.join(facts)}"
        for source, proof in PROOFS.items()
        if (facts := [_stated(fact) for fact in fixture.facts if fact.id in goal.keep and fact.source == source])
    ]
    return f"Keep {'; and '.join(parts)}. Use the smallest {SPENT[goal.smallest]}."


def attempt(attempt: Attempt, goal: Goal, fixture: Fixture) -> str:
    """How far the settings are from the goal."""
    spent = f"{_spent(goal)}: {words.tokens(attempt.spent)}."
    if attempt.reached:
        return f"Reached. {spent}"
    missing = []
    for source, proof in PROOFS.items():
        kept = [fact.id for fact in fixture.facts if fact.id in goal.keep and fact.source == source]
        if lost := [fact for fact in kept if fact in attempt.lost]:
            verb = "cannot be" if source == "user" else "is not" if len(lost) == 1 else "are not"
            count = f"{words.counted(len(lost), 'fact')} of {len(kept)}"
            missing.append(f"{count} {verb} {proof.states['proven']} at the end")
    if attempt.over:
        missing.append(f"{words.counted(attempt.over, 'turn')} left the context over the budget")
    if attempt.unread:
        missing.append(f"{words.counted(attempt.unread, 'turn')} left before anybody could read it")
    return f"Not reached: {words.names(missing)}. {spent}"


def best(attempt: Attempt | None, fixture: Fixture) -> str:
    """The best result of the offered settings."""
    if attempt is None:
        return "None of the settings that this lesson offers reaches the goal."
    return f"The best of the settings offered: {_spent_with(attempt, fixture)}."


def _chosen(settings: Settings, fixture: Fixture) -> str:
    """The budget, the policy, and the parameters for which the lesson offers a choice."""
    offers = fixture.parameters.get(settings.policy, {})
    free = [name for name in settings.offered if len(offers[name].offered) > 1]
    parts = [f"Budget {settings.budget}", _named(comparisons.policy(settings))]
    return ", ".join([*parts, *(lesson.parameter(settings, name) for name in free)])


def _changes(now: Settings, other: Settings) -> str:
    """What is different in the other settings: the policy, or else the parameters."""
    if now.policy != other.policy or now.fidelity != other.fidelity:
        return _quoted(comparisons.policy(other))
    return ", ".join(lesson.parameter(other, name) for name in other.offered if other.chosen[name] != now.chosen[name])


def found(attempt: Attempt, fixture: Fixture) -> str:
    """The best result that the learner has found so far."""
    return f"The best that you have found: {_spent_with(attempt, fixture)}."


def _spent_with(attempt: Attempt, fixture: Fixture) -> str:
    return f"{words.tokens(attempt.spent)}, with {_named(_chosen(attempt.settings, fixture))}"


def _spent(goal: Goal) -> str:
    text = SPENT[goal.smallest]
    return f"{text[0].upper()}{text[1:]}"


def _reached(reach: Reach, proof: Proof) -> str:
    """The verdict in a few words."""
    done = proof.states["proven"]
    short = {"proven": words.begun(done), "said": f"Can be said, but not {done}", "unknown": "Cannot be known"}
    return short[reach]


def _rests(verdict: Verdict, proof: Proof) -> str:
    rest, answer = verdict.rest, _quoted(verdict.fact.answer)
    if verdict.reach == "unknown":
        if rest:
            return f"{rest.item} says only {_quoted(rest.text)}."
        if verdict.loss:
            return "nothing in the context mentions it any more."
        return "nobody has said it yet." if verdict.fact.source == "user" else f"{proof.never}."
    if rest is None:
        return f"{answer}."
    if not rest.source:
        return f"{answer}. It rests on {rest.item}, which only repeats it: {_quoted(rest.text)}"
    if rest.source == rest.item:
        return f"{answer}. It rests on {rest.item}, {proof.own()}: {_quoted(rest.text)}"
    carries = f"which carries {proof.carried([rest.source])}"
    return f"{answer}. It rests on the summary {rest.item}, {carries}: {_quoted(rest.text)}"


def _lost(verdict: Verdict, loss: Loss, proof: Proof) -> str:
    never = f"No {proof.speaker} ever {proof.gave} it. It was lost"
    lost = f"The {proof.proof} was lost" if verdict.origins else never
    when = f"{lost} at {words.seconds(loss.seconds)}, when {loss.arrival} arrived"
    if loss.into is None:
        return f"{when}: {loss.turn} was removed."
    return f"{when}: the summary {loss.into} was written, and does not carry {loss.turn}."


def _named(text: str) -> str:
    """A title in the form for the middle of a sentence; the name ADK keeps its capitals."""
    return text if text[1].isupper() else f"{text[0].lower()}{text[1:]}"


def _stated(fact: Fact) -> str:
    """The fact in quotation marks, without its full stop, because the sentence around it has its own."""
    return _quoted(fact.statement.removesuffix("."))


def _quoted(text: str) -> str:
    return f"\N{LEFT DOUBLE QUOTATION MARK}{text}\N{RIGHT DOUBLE QUOTATION MARK}"
