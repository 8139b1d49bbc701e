from __future__ import annotations

from typing import Any

import pytest

_KEPT = pytest.StashKey[list[Any]]()


@pytest.fixture(scope="session")
def agreements(pytestconfig: pytest.Config) -> list[Any]:
    """What the comparisons with the package found, for the table at the end."""
    return pytestconfig.stash.setdefault(_KEPT, [])


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """The agreement table, where the package was asked."""
    if kept := config.stash.get(_KEPT, []):
        from tests.adk import agreement

        terminalreporter.section("agreement with the package")
        terminalreporter.write_line(agreement.table(kept))
