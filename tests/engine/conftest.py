import hypothesis
import pytest

from sim.fixture import Fixture, find

# The same examples on every machine, and no deadline that a busy one would miss.
hypothesis.settings.register_profile("engine", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("engine")


@pytest.fixture(scope="session")
def first_lesson() -> Fixture:
    """The first lesson, whose numbers the design fixes."""
    return find("report-preference")
