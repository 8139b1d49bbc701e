"""The type of all replacements: a step from one context to the next, with the operations of that step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from sim.lesson.turn import Turn
from sim.policies.moment import Moment
from sim.policies.shared import SummarizerState
from sim.state.chosen import Chosen
from sim.state.context import Context
from sim.state.operations import Operation
from sim.state.reasons import Reason

P_contra = TypeVar("P_contra", contravariant=True)

Why = Callable[[tuple[Turn, ...], int], Reason]
"""Takes the turns that left and the weight of the context without them, in teaching tokens; returns the reason."""
Applied = tuple[Context, tuple[Operation, ...]]


class Replacement(msgspec.Struct, Generic[P_contra], frozen=True, kw_only=True):
    """How the chosen turns leave the context, and what comes in their place.

    - `apply`: gives the changed context and the steps that were taken.
    - `summarizer`: gives the state of the summarizer by the policy's parameters; None: no summarizer is used.
    """

    apply: Callable[[Moment[P_contra], Chosen, Why], Applied]
    summarizer: Callable[[P_contra], SummarizerState] | None = None
