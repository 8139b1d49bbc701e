"""The placeholders of an instruction: the keys of the state and the artifacts whose values its text asks for.

Source: google-adk 2.13.0, `utils.instructions_utils.inject_session_state`. Braces whose content is not a valid name
are no placeholder and stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

ARTIFACT = "artifact."
TEMPORARY = "temp:"
_BRACES = re.compile(r"(?<![\$\{\\]){+[^{}]*}+")
_SCOPES = ("app", "user", "temp")


class Placeholder(msgspec.Struct, frozen=True):
    """One placeholder.

    - `name`: the key, such as "user:name"; for an artifact, "artifact." and its name.
    - `optional`: whether it has a `?`, so that a missing value becomes empty.
    """

    name: str
    optional: bool = False


def placeholders(template: str) -> tuple[Placeholder, ...]:
    """The placeholders of the text, in order, each as often as it stands there."""
    found = (_placeholder(match[0]) for match in _BRACES.finditer(template))
    return tuple(one for one in found if one is not None)


def filled(template: str, value: Callable[[Placeholder], str]) -> str:
    """The text with each placeholder replaced by its `value`."""

    def replaced(match: re.Match[str]) -> str:
        found = _placeholder(match[0])
        return match[0] if found is None else value(found)

    return _BRACES.sub(replaced, template)


def names_state(name: str) -> bool:
    """Whether a placeholder can name that key: an identifier, with or without a scope that ADK knows before it."""
    scope, colon, rest = name.rpartition(":")
    return rest.isidentifier() and (not colon or scope in _SCOPES)


def names_artifact(name: str) -> bool:
    """Whether a placeholder can name the artifact of that name."""
    return bool(name) and placeholders(f"{{{ARTIFACT}{name}}}") == (Placeholder(f"{ARTIFACT}{name}"),)


def _placeholder(braces: str) -> Placeholder | None:
    """The placeholder that the braces with their content are; None if they are none."""
    name = braces.lstrip("{").rstrip("}").strip()
    optional, name = name.endswith("?"), name.removesuffix("?")
    return Placeholder(name, optional) if name.startswith(ARTIFACT) or names_state(name) else None
