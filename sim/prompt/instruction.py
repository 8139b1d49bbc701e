"""Fills in an instruction's placeholders from the session's state and its artifacts.

Source: google-adk 2.13.0, `utils.instructions_utils.inject_session_state`. Braces whose content is not a valid name
stay unchanged, so a mistake in a name can reach the model without being noticed.
"""

from __future__ import annotations

from collections.abc import Mapping

from sim.lesson.placeholders import ARTIFACT, Placeholder, filled
from sim.lesson.write import StateValue


class MissingValue(KeyError):
    """The placeholder `name` is not optional, and there is no value in the state, or no artifact, for it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class NoArtifacts(ValueError):
    """The placeholder `name` names an artifact, optional or not, and there is no artifact service."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def resolve(template: str, state: Mapping[str, StateValue], artifacts: Mapping[str, str] | None = None) -> str:
    """The instruction with `{key}`, `{key?}`, `{user:key}` and `{artifact.name}` replaced by their values.

    With a `?`, a missing value becomes empty; a value of None always does. If `artifacts` is None, there is no artifact
    service. MissingValue or NoArtifacts names what could not be replaced.
    """

    def value(placeholder: Placeholder) -> str:
        name = placeholder.name
        if name.startswith(ARTIFACT):
            return _artifact(name.removeprefix(ARTIFACT), placeholder.optional, artifacts)
        if name not in state and not placeholder.optional:
            raise MissingValue(name)
        found = state.get(name)
        return "" if found is None else str(found)

    return filled(template, value)


def _artifact(name: str, optional: bool, artifacts: Mapping[str, str] | None) -> str:
    if artifacts is None:
        raise NoArtifacts(f"{ARTIFACT}{name}")
    if name not in artifacts and not optional:
        raise MissingValue(f"{ARTIFACT}{name}")
    return artifacts.get(name, "")
