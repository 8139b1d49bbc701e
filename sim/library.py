"""Finds and reads the bundled lessons and an author's own, and refuses a lesson that cannot be played.

`lesson` checks what a lesson is, `policies` what it may offer, and `guide` what its guide may say. All three checks are
made here, so every lesson that can be opened also works.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from sim.guide.filling import documented
from sim.guide.validation import check as check_guide
from sim.lesson import decoding, teaching_order
from sim.lesson.decoding import LIMIT_BYTES
from sim.lesson.fixture import FORMAT, VERSION, Fixture
from sim.lesson.invalid import InvalidInput, shown
from sim.lesson.validation import check as check_lesson
from sim.policies.offers import check as check_offers
from sim.policies.registry import POLICIES

FOLDER = Path(__file__).resolve().parent.parent / "fixtures"
SCHEMA = "fixture.schema.json"


def load(data: bytes, source: str = "fixture") -> Fixture:
    """The lesson in `data`; if it is not valid, InvalidInput names `source`, the field and the value."""
    data = decoding.text_of(data, source)
    decoding.expect(decoding.header_of(data, source), {FORMAT: (VERSION,)}, source)
    fixture = decoding.decode(data, Fixture, source)
    check(fixture, source)
    return fixture


def check(fixture: Fixture, source: str, root: str = "$") -> None:
    """InvalidInput for the first rule that the fixture breaks; `root` is the path to the fixture in its document."""

    def refuse(field: str, value: object, problem: str) -> NoReturn:
        raise InvalidInput(source, f"{root}.{field}", shown(value), problem)

    check_lesson(fixture, refuse, root)
    check_offers(fixture, refuse)
    check_guide(fixture, refuse)


def lessons() -> dict[str, Path]:
    """The files of the bundled lessons by their ids, in the order in which they are taught."""
    paths = {path.stem: path for path in FOLDER.glob("*.json") if path.name != SCHEMA}
    return {name: paths[name] for name in sorted(paths, key=teaching_order.place)}


def find(lesson: str) -> Fixture:
    """The bundled lesson with that id, or the lesson in that file; InvalidInput if there is none or it is not valid."""
    bundled = lessons().get(lesson)
    if bundled is None and not os.path.exists(lesson):
        offered = ", ".join(lessons())
        raise InvalidInput(lesson, "LESSON", shown(lesson), f"neither a file nor a bundled lesson ({offered})")
    return load(read(bundled or lesson), str(bundled or lesson))


def read(path: str | Path) -> bytes:
    """The bytes of a file; InvalidInput if it cannot be read or is larger than the limit.

    A path that was typed is given as text, because a `Path` would call a path that is empty "."."""
    source = str(path)
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > LIMIT_BYTES:
                raise decoding.too_large(size, source)
            return file.read(LIMIT_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, InvalidInput):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidInput(source, "the file", shown(source), f"which cannot be read: {reason.lower()}") from None


def schema() -> dict[str, Any]:
    """The JSON Schema of a fixture, generated from the types above and the registry of policies."""
    generated = msgspec.json.schema(Fixture)
    of = {name: definition["properties"] for name, definition in generated["$defs"].items()}
    for policy in (of["Fixture"]["policies"]["items"], of["Defaults"]["policy"]):
        policy["enum"] = list(POLICIES)
    of["Chosen"]["policy"] = {"anyOf": [{"enum": list(POLICIES)}, {"type": "null"}], "default": None}
    of["Step"]["text"]["description"] = documented()
    # The type only says that names have values; an author's editor should know each policy's parameters and their values.
    of["Fixture"]["parameters"] = {
        "type": "object",
        "default": {},
        "additionalProperties": False,
        "properties": {
            name: {
                "type": "object",
                "additionalProperties": False,
                "properties": {parameter.name: parameter.schema() for parameter in policy.parameters},
            }
            for name, policy in POLICIES.items()
        },
    }
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Palimpsest fixture", **generated}
