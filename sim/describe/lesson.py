"""The lesson and the learner's choices, in words."""

from __future__ import annotations

from sim.describe import words
from sim.lesson.fact import Source
from sim.lesson.fixture import Fidelity, Fixture
from sim.parameters import Value
from sim.policies.registry import POLICIES
from sim.settings import Settings

STATEMENT_LINE = "Simulated with fixed teaching tokens: nothing about a model is measured."
STATEMENT = (
    "This is a simulation of what a context keeps, not a measurement of a model. "
    "Teaching tokens are fixed weights chosen by the lesson's author, not a tokenizer's output and not billable, "
    "and a summary's weight is an assumption even when its sentence is longer. "
    "No latency, answer quality, storage, preference, privacy or deletion is measured."
)

_FIDELITY = {"preserve": "Preserve", "drop": "Drop"}
_CARRIED: dict[tuple[Source, ...], tuple[str, str]] = {
    ("user",): ("the user's own evidence, with its source", "the user's evidence"),
    ("tool",): ("the tools' own records, with their sources", "the tools' records"),
}
_BOTH = ("the user's own evidence and the tools' own records, with their sources", "evidence and records")


def fidelity(name: Fidelity) -> str:
    """The label of the fidelity with that name."""
    return _FIDELITY[name]


def fidelity_effect(settings: Settings, fixture: Fixture) -> str:
    """The effect of the fidelity under these settings, or that it has none."""
    if not POLICIES[settings.policy].uses_fidelity:
        return f"This has no effect under {POLICIES[settings.policy].title}: there is no summary to carry anything."
    carried, left_out = _CARRIED.get(fixture.sources or ("user",), _BOTH)
    if settings.fidelity == "preserve":
        return f"The summary carries {carried}."
    return f"The summary leaves {left_out} out on purpose."


def choices(settings: Settings) -> str:
    """The settings in one line."""
    title = POLICIES[settings.policy].title
    named = title if POLICIES[settings.policy].title_is_name else f"{title[0].lower()}{title[1:]}"
    parts = [f"Budget {settings.budget}", named]
    if POLICIES[settings.policy].uses_fidelity:
        parts.append(f"critical fact: {fidelity(settings.fidelity).lower()}")
    parts += [parameter(settings, name) for name in settings.offered]
    return ", ".join(parts)


def parameter(settings: Settings, name: str) -> str:
    """One parameter in words: "turns kept at the end: 2"."""
    found = next(one for one in POLICIES[settings.policy].parameters if one.name == name)
    return f"{found.title[0].lower()}{found.title[1:]}: {value(settings.chosen[name])}"


def value(value: Value) -> str:
    """A parameter's value: a word with spaces instead of hyphens, or a number unchanged."""
    return value.replace("-", " ") if isinstance(value, str) else words.number(value)


def taught(fixture: Fixture) -> str:
    """ "Beginner. To repeat what the user said is not to prove it."; empty if the lesson says neither level nor line."""
    return " ".join(filter(None, (f"{fixture.level}." if fixture.level else "", fixture.line)))


def emptiness(fixture: Fixture) -> str:
    """What follows if a lesson has no turns or no facts; empty for a lesson with both."""
    sentences = []
    if not fixture.turns:
        sentences.append("This lesson has no turns: nothing will arrive.")
    if not fixture.facts:
        sentences.append("This lesson has no facts: there is nothing to prove.")
    return " ".join(sentences)


def contents(fixture: Fixture) -> str:
    """What a lesson holds, in one line."""
    weight = sum(turn.tokens for turn in fixture.turns)
    return (
        f"{words.counted(len(fixture.turns), 'turn')} over {words.seconds(fixture.duration)}, "
        f"{words.tokens(weight)}, {words.counted(len(fixture.facts), 'fact')}, "
        f"{words.counted(len(fixture.probes), 'probe')}"
    )


def checked(fixture: Fixture, settings: Settings | None) -> str:
    """What a valid file contains: an export if there are settings, otherwise a lesson."""
    if settings is None:
        return f"A lesson with {contents(fixture)}."
    return f"A replay of a lesson with {contents(fixture)}. {choices(settings)}."
