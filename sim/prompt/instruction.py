"""Fills in an instruction's placeholders from the session's state and its artifacts.

Source: google-adk 2.13.0, `utils.instructions_utils.inject_session_state`. Braces whose content is not a valid name
stay unchanged, so a mistake in a name can reach the model without being noticed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from sim.lesson.fixture import StateValue

_PLACEHOLDER = re.compile(r"(?<![\$\{\\]){+[^{}]*}+")
_SCOPES = ("app", "user", "temp")


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

    def value(match: re.Match[str]) -> str:
        name = match[0].lstrip("{").rstrip("}").strip()
        optional, name = name.endswith("?"), name.removesuffix("?")
        if name.startswith("artifact."):
            return _artifact(name.removeprefix("artifact."), optional, artifacts)
        if not _names_state(name):
            return match[0]
        if name not in state and not optional:
            raise MissingValue(name)
        found = state.get(name)
        return "" if found is None else str(found)

    return _PLACEHOLDER.sub(value, template)


def _artifact(name: str, optional: bool, artifacts: Mapping[str, str] | None) -> str:
    if artifacts is None:
        raise NoArtifacts(f"artifact.{name}")
    if name not in artifacts and not optional:
        raise MissingValue(f"artifact.{name}")
    return artifacts.get(name, "")


def _names_state(name: str) -> bool:
    """Whether the name is an identifier, with or without a scope that ADK knows before it."""
    scope, colon, rest = name.rpartition(":")
    return rest.isidentifier() and (not colon or scope in _SCOPES)
