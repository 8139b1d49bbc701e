"""Instructions with placeholders, one for every case that the package treats differently."""

from __future__ import annotations

from typing import Any

from tests.adk.sessions import Choices

STATE: dict[str, Any] = {
    "k": "v",
    "none": None,
    "number": 412.5,
    "yes": True,
    "list": ["a", 1],
    "map": {"a": 1},
    "blank": "",
    "braces": "{k}",
    "_under": "u",
    "größe": "groß",
    "user:n": "Dana",
    "app:n": "desk",
    "temp:n": "once",
    "foo:n": "never read",
    "bad-name": "never read",
    "artifact": "a plain key",
}
ARTIFACTS = {"n": "the text of n", "report.txt": "the report", "user:shared": "for all sessions", "braces": "{k}"}

Template = tuple[str, dict[str, Any], dict[str, str] | None]

_WITH_ARTIFACTS = (
    # plain
    "",
    "nothing to fill in",
    "{k}",
    "{{k}}",
    "{{{k}}}",
    "{ k }",
    "{\tk\n}",
    "a {k} b {k} c",
    "{k}{number}",
    "{number} {yes} {list} {map}",
    "{blank}|",
    "{none}|{none?}|",
    "{braces}",
    "{_under} {größe}",
    # unbalanced
    "{k}}",
    "{{k}",
    "{k",
    "k}",
    "{ {k} }",
    "{{ {k} }}",
    "{k{number}",
    # escaped
    "${k}",
    "$ {k}",
    "$${k}",
    "\\{k}",
    "\\\\{k}",
    "${{k}}",
    "\\{{k}}",
    "{${k}}",
    # missing
    "{x}",
    "{{x}}",
    "first {k}, then {x}, then {y}",
    "{x?}|",
    "{ x? }|",
    "{{x?}}|",
    "{x??}|",
    "{?}",
    # valid and invalid names
    "{user:n} {app:n} {temp:n}",
    "{user:x}",
    "{user:x?}|",
    "{user:}",
    "{user: n}",
    "{user:n:m}",
    "{User:n}",
    "{:n}",
    "{foo:n}",
    "{foo:n?}",
    "{bad-name}",
    "{bad-name?}",
    "{k.n}",
    "{k[0]}",
    "{1}",
    "{class}",
    '{"a":1}',
    '{"a": {"b": 1}}',
    '{"a": "{k}"}',
    "{}",
    "{{}}",
    "{ }",
    "{k ?}",
    "{k?}",
    "{k ? }",
    # artifacts
    "{artifact.n}",
    "{{artifact.n}}",
    "{ artifact.n }",
    "{artifact.n?}",
    "{artifact.report.txt}",
    "{artifact.user:shared}",
    "{artifact.braces}",
    "{artifact.missing}",
    "{artifact.missing?}|",
    "{artifact. n}",
    "{artifact}",
    "{artifacts.n}",
    "{Artifact.n}",
    "${artifact.n}",
)
_WITHOUT_SERVICE = ("{k}", "{artifact.n}", "{artifact.n?}", "${artifact.n}", "{artifact}", "{x} {artifact.n}")

TEMPLATES: tuple[Template, ...] = (
    *((template, STATE, ARTIFACTS) for template in _WITH_ARTIFACTS),
    *((template, STATE, None) for template in _WITHOUT_SERVICE),
    ("{k}", {}, {}),
    ("{k?}|", {}, {}),
)

_PIECES = (
    *("{", "}", "{", "}", "{{", "}}", "$", "\\", " ", "?", ":", ".", "-", "\n"),
    *("k", "x", "none", "n", "user:", "app:", "temp:", "foo:", "artifact.", "missing", "1", "{k}", "{x?}"),
)


def template_case(choices: Choices) -> Template:
    """Any instruction, put together from pieces that have a meaning in one."""
    pieces = "".join(choices.one(_PIECES) for _ in range(choices.number(0, 12)))
    return pieces, STATE, None if choices.chance(10) else ARTIFACTS
