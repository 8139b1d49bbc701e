"""Tests that the engine is pure: no interface, no clock, no randomness, and files only in the modules named here."""

import ast
import sys
from pathlib import Path

import pytest

from sim.library import schema
from sim.policies.registry import POLICIES

SIM = Path(__file__).resolve().parents[2] / "sim"
MODULES = sorted(SIM.rglob("*.py"))
IMPURE = {
    "time",
    "datetime",
    "random",
    "secrets",
    "uuid",
    "socket",
    "urllib",
    "asyncio",
    "threading",
    "subprocess",
    "tempfile",
}
# Only these read files or write to the terminal. All other modules of the engine take values and return values.
AT_THE_EDGE = {"library.py", "__main__.py"}


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "the engine imports by full names"
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


def test_there_is_an_engine_to_look_at():
    assert len(MODULES) > 20


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SIM)))
def test_a_module_is_pure_documented_and_short(path):
    names = imported(path)
    assert names <= sys.stdlib_module_names | {"msgspec", "sim"}
    assert not names & IMPURE
    if path.name not in AT_THE_EDGE:
        assert not names & {"os", "pathlib", "sys", "io", "shutil"}
        tree = ast.parse(path.read_text("utf-8"))
        called = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & {"open", "print", "input", "eval", "exec", "hash", "id"}
    assert ast.get_docstring(ast.parse(path.read_text("utf-8")))
    assert len(path.read_text("utf-8").splitlines()) <= 300


def test_the_registry_holds_exactly_the_policies_of_the_format():
    generated = schema()["$defs"]
    assert generated["Fixture"]["properties"]["policies"]["items"]["enum"] == list(POLICIES)
    assert generated["Defaults"]["properties"]["policy"]["enum"] == list(POLICIES)
    for name, policy in POLICIES.items():
        assert policy.name == name and policy.title and policy.line.endswith(".")
