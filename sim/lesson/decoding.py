"""Reads the bytes of a file into typed values, with errors that a person can act on.

msgspec says where a value is wrong and what it expected. This module adds the value itself, because an author
searches for it, and reports every kind of invalid JSON as the same error.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from sim.lesson.invalid import InvalidInput, shown

LIMIT_BYTES = 32 * 1024 * 1024

T = TypeVar("T")

_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
_UNREADABLE = object()
_PLAIN = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
}


class Header(msgspec.Struct, frozen=True):
    """What a document says it is; this is checked before the rest is read.

    - `format`: the document's format, of any type; UNSET if it is missing.
    - `version`: the version of the format, of any type; UNSET if it is missing.
    """

    format: Any = msgspec.UNSET
    version: Any = msgspec.UNSET


def text_of(data: bytes, source: str) -> bytes:
    """The document without a byte order mark; InvalidInput if it is empty, too large or not UTF-8."""
    if len(data) > LIMIT_BYTES:
        raise too_large(len(data), source)
    data = data.removeprefix(b"\xef\xbb\xbf")
    if not data.strip():
        raise InvalidInput(source, "$", "empty (0 bytes of JSON)", "where a JSON object is expected")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        wrong = f"0x{data[error.start]:02x}"
        raise InvalidInput(source, f"byte {error.start}", wrong, "which is not UTF-8") from None
    return data


def too_large(size: int, source: str) -> InvalidInput:
    """The error for a document of `size` bytes."""
    limit = f"more than the limit of {LIMIT_BYTES:,} bytes ({LIMIT_BYTES // 1024**2} MiB)"
    return InvalidInput(source, "$", f"{size:,} bytes long", limit)


def header_of(data: bytes, source: str) -> Header:
    """The document's `format` and `version`; InvalidInput if it is not a JSON object."""
    return decode(data, Header, source)


def expect(header: Header, versions: Mapping[str, Sequence[int]], source: str) -> None:
    """InvalidInput unless the document has one of these formats, in one of the versions listed for it."""
    _one_of("format", header.format, list(versions), source)
    _one_of("version", header.version, versions[header.format], source)


def _one_of(field: str, found: Any, wanted: Sequence[Any], source: str) -> None:
    # In Python, True and 1.0 equal 1, but neither is a version.
    if not any(type(found) is type(one) and found == one for one in wanted):
        reads = " or ".join(map(shown, wanted))
        raise InvalidInput(source, f"$.{field}", shown(found), f"where this version of Palimpsest reads only {reads}")


def decode(data: bytes, type: type[T], source: str) -> T:
    """`data` as a value of `type`; if it is not one, InvalidInput names the path and the value."""
    try:
        return msgspec.json.decode(data, type=type)
    except msgspec.ValidationError as error:
        raise _located(str(error), data, source) from None
    except msgspec.DecodeError as error:
        raise _not_json(str(error), data, source) from None
    except RecursionError:
        raise InvalidInput(source, "$", "nested too deeply", "far beyond what any lesson needs") from None


def _not_json(message: str, data: bytes, source: str) -> InvalidInput:
    at = re.search(r"\(byte (\d+)\)", message)
    start = int(at[1]) if at else 0
    snippet = data[start : start + 40].decode("utf-8", "replace")
    problem = message.partition(": ")[2].partition(" (byte")[0] or message[0].lower() + message[1:]
    return InvalidInput(source, f"byte {start}", shown(snippet), f"which is not JSON: {problem}")


def _located(message: str, data: bytes, source: str) -> InvalidInput:
    # Split at the last path: an unknown field may have any name, even one that looks like a path.
    complaint, _, path = message.rpartition(" - at `")
    complaint, path = (complaint, path.removesuffix("`")) if complaint else (message, "$")
    # msgspec writes this prefix when a name in an object is not allowed.
    path = path.removeprefix("key` in `")
    if match := re.fullmatch(r"Object missing required field `(.*)`", complaint, re.DOTALL):
        return InvalidInput(source, f"{path}.{match[1]}", "missing", "where it is required")
    value = _value_at(path, data)
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", complaint, re.DOTALL):
        inner = value.get(match[1], _UNREADABLE) if isinstance(value, dict) else _UNREADABLE
        return InvalidInput(source, f"{path}.{match[1]}", _shown(inner), "and no such field is known here")
    return InvalidInput(source, path, _shown(value), _problem(complaint))


def _problem(complaint: str) -> str:
    if complaint.startswith(("Invalid enum value", "Invalid value")):
        return "which is not one of the values offered"
    if complaint.endswith("out of range"):
        return "which is out of range"
    plain = re.sub(r"`(\w+)`", lambda match: _PLAIN.get(match[1], match[1]), complaint)
    return plain.replace("Expected", "where the format expects", 1).replace(", got ", ", not ")


def _shown(value: Any) -> str:
    return "unreadable" if value is _UNREADABLE else shown(value)


def _value_at(path: str, data: bytes) -> Any:
    """The value at that path, or `_UNREADABLE`. It is only used in the message, so no error is raised."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return _UNREADABLE
    for name, index in _STEP.findall(path):
        try:
            value = value[name] if name else value[int(index)]
        except (KeyError, IndexError, TypeError):
            return _UNREADABLE
    return value
