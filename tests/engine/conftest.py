import os

import hypothesis
import pytest

from sim.lesson.fixture import Fixture
from sim.library import find

# Every machine gets the same examples, and there is no deadline because a busy machine would miss it.
hypothesis.settings.register_profile("engine", deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("quick", hypothesis.settings.get_profile("engine"), max_examples=5)
hypothesis.settings.load_profile(os.environ.get("PALIMPSEST_EXAMPLES", "engine"))


@pytest.fixture(scope="session")
def first_lesson() -> Fixture:
    """The first lesson. The design fixes its numbers."""
    return find("report-preference")
