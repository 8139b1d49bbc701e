"""Tests that no part of the engine imports a part above it, so that a newcomer can read each part without those above it.

Imports inside functions and imports only for types count as well, because they would only hide a circular dependency.
"""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import sim

SIM = Path(sim.__file__).parent
# From the lowest to the highest. Each part may import itself and those before it.
LAYERS = (
    "sim",
    "sim.parameters",
    "sim.lesson",
    "sim.state",
    "sim.settings",
    "sim.adk",
    "sim.prompt",
    "sim.policies",
    "sim.replay",
    "sim.analysis",
    "sim.describe",
    "sim.guide",
    "sim.library",
    "sim.levers",
    "sim.export",
    "sim.terminal",
    "sim.handout",
    "sim.__main__",
)


def module(path: Path) -> str:
    parts = path.relative_to(SIM.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module(path): path for path in sorted(SIM.rglob("*.py"))}


def layer(name: str) -> int:
    return max(k for k, known in enumerate(LAYERS) if name == known or name.startswith(f"{known}."))


def imported(name: str) -> set[str]:
    """The modules of the engine that the named module imports anywhere in its source."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[name].read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= whole & MODULES.keys() or {node.module}
    return found & MODULES.keys() - {name}


@pytest.mark.parametrize("name", MODULES)
def test_a_module_knows_only_its_own_layer_and_those_below(name):
    assert {known for known in imported(name) if layer(known) > layer(name)} == set()


def test_no_modules_stand_in_a_circle():
    TopologicalSorter({name: imported(name) for name in MODULES}).prepare()


def test_every_layer_is_there():
    assert {layer(name) for name in MODULES} == set(range(len(LAYERS)))


@pytest.mark.parametrize("name", MODULES)
def test_imports_stand_at_the_top(name):
    tree = ast.parse(MODULES[name].read_text("utf-8"))
    top = {node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))}
    assert [
        node.lineno for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom)) and node not in top
    ] == []
