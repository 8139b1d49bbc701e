from __future__ import annotations

from typing import Any

import pytest

_KEPT = pytest.StashKey[list[Any]]()


@pytest.fixture(scope="session")
def agreements(pytestconfig: pytest.Config) -> list[Any]:
    """The results of the comparisons with the package, for the table at the end of the run."""
    return pytestconfig.stash.setdefault(_KEPT, [])


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the agreement table if the package was asked."""
    if kept := config.stash.get(_KEPT, []):
        from tests.adk import agreement

        terminalreporter.section("agreement with the package")
        terminalreporter.write_line(agreement.table(kept))
