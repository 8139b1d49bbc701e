"""Writes the golden exports and the schema anew: `python -m tests.engine.regenerate`.

Run it after you changed a format on purpose, and read the difference before you commit it.
"""

import json
from pathlib import Path

from sim.export.writing import document
from sim.library import FOLDER, SCHEMA, find, schema
from sim.policies.choice import choose
from sim.replay import replay

GOLDEN = Path(__file__).parent / "golden"

ANSWERED = "report-preference-24-answers.json"
ANSWERS = {3: None, 2: "T1"}  # by step; None: skipped

# file name: budget, policy, fidelity, seconds
EXPORTS = {
    "report-preference-24-evict.json": (24, "evict-oldest", "preserve", 30),
    "report-preference-24-preserve.json": (24, "summarize-older", "preserve", 60),
    "report-preference-24-drop.json": (24, "summarize-older", "drop", 60),
    ANSWERED: (24, "evict-oldest", "preserve", 30),
    "report-preference-64-evict.json": (64, "evict-oldest", "preserve", 0),
}


def exported(name: str) -> bytes:
    """The correct content of the golden file with that name."""
    *choice, seconds = EXPORTS[name]
    fixture = find("report-preference")
    return document(replay(fixture, choose(fixture, *choice)), seconds, ANSWERS if name == ANSWERED else {})


def schema_bytes() -> bytes:
    """The correct content of the schema's file."""
    return (json.dumps(schema(), indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


if __name__ == "__main__":
    (FOLDER / SCHEMA).write_bytes(schema_bytes())
    for name in EXPORTS:
        (GOLDEN / name).write_bytes(exported(name))
