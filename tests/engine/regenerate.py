"""Writes the golden exports and the schema anew: `python -m tests.engine.regenerate`.

Run it after a change of format that is meant, and read the difference before keeping it.
"""

import json
from pathlib import Path

from sim.export import document
from sim.fixture import FOLDER, SCHEMA, find, schema
from sim.replay import replay
from sim.settings import Settings

GOLDEN = Path(__file__).parent / "golden"

# file name: budget, policy, fidelity, seconds
EXPORTS = {
    "report-preference-24-evict.json": (24, "evict-oldest", "preserve", 30),
    "report-preference-24-preserve.json": (24, "summarize-older", "preserve", 60),
    "report-preference-24-drop.json": (24, "summarize-older", "drop", 60),
    "report-preference-64-evict.json": (64, "evict-oldest", "preserve", 0),
}


def exported(name: str) -> bytes:
    """The export that the golden file of that name should hold."""
    *choice, seconds = EXPORTS[name]
    fixture = find("report-preference")
    return document(replay(fixture, Settings.of(fixture, *choice)), seconds)


def schema_bytes() -> bytes:
    """The schema as its file should hold it."""
    return (json.dumps(schema(), indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


if __name__ == "__main__":
    (FOLDER / SCHEMA).write_bytes(schema_bytes())
    for name in EXPORTS:
        (GOLDEN / name).write_bytes(exported(name))
