"""The lesson and the learner's choices, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.describe import words

if TYPE_CHECKING:
    from sim.fixture import Fidelity, Fixture
    from sim.parameters import Value
    from sim.settings import Settings

STATEMENT = (
    "This is a simulation of what a context keeps, not a measurement of a model. "
    "Teaching tokens are fixed weights chosen by the lesson's author, not a tokenizer's output and not billable, "
    "and a summary's weight is an assumption even when its sentence is longer. "
    "No latency, answer quality, storage, preference, privacy or deletion is measured."
)

_FIDELITY = {
    "preserve": ("Preserve", "The summary carries the user's own evidence, with its source."),
    "drop": ("Drop", "The summary leaves the user's evidence out on purpose."),
}


def fidelity(name: Fidelity) -> str:
    """The label of a fidelity."""
    return _FIDELITY[name][0]


def fidelity_effect(settings: Settings) -> str:
    """What the fidelity does under these settings, or that it does nothing."""
    if not settings.rule.uses_fidelity:
        return f"This has no effect under {settings.rule.title}: there is no summary to carry anything."
    return _FIDELITY[settings.fidelity][1]


def choices(settings: Settings) -> str:
    """The settings in one line."""
    title = settings.rule.title
    # ADK is a name, and stays as it is.
    named = title if title[1].isupper() else f"{title[0].lower()}{title[1:]}"
    parts = [f"Budget {settings.budget}", named]
    if settings.rule.uses_fidelity:
        parts.append(f"critical fact: {fidelity(settings.fidelity).lower()}")
    parts += [parameter(settings, name) for name in settings.parameters]
    return ", ".join(parts)


def parameter(settings: Settings, name: str) -> str:
    """One parameter in words: "turns kept at the end: 2"."""
    title = settings.rule.parameter(name).title
    return f"{title[0].lower()}{title[1:]}: {value(settings[name])}"


def value(value: Value) -> str:
    """A parameter's value: a word with spaces, or a number as it is."""
    return value.replace("-", " ") if isinstance(value, str) else words.number(value)


def emptiness(fixture: Fixture) -> str:
    """What it means that a lesson has no turns or no facts; empty for a lesson with both."""
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
