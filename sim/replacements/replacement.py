"""What a replacement is: a step from one context to the next, with the operations that it took."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sim.context import Context
from sim.fixture import Turn
from sim.moment import Moment
from sim.operations import Operation
from sim.selections.chosen import Chosen

Why = Callable[[tuple[Turn, ...], int], str]  # the turns that left and what the context weighs then: a sentence
Apply = Callable[[Moment, Chosen, Why], tuple[Context, tuple[Operation, ...]]]


class Replacement(msgspec.Struct, frozen=True):
    """`apply` changes the context; `writes` says whether it needs a summarizer for that, who may fail or be late."""

    apply: Apply
    writes: bool
