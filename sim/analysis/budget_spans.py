"""What every whole budget would have kept, and not only the budgets that a lesson offers.

A policy only compares a weight with the budget or a share of it, so a larger budget never makes it act sooner. If two
budgets lead to the same state, every budget between them does too. So a few spans represent a thousand million budgets,
under any policy and any parameters.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sim.policies.registry import POLICIES
from sim.replay import Frame, following, frames
from sim.settings import Settings
from sim.state.session import Session

LARGEST = 1_000_000_000  # the largest budget that a lesson may offer
SUMS = ("prompts", "written", "summarized")  # the ledger's sums, which no policy reads


class Span(msgspec.Struct, frozen=True):
    """A range of budgets that lead to the same state.

    - `lowest`: the smallest of these budgets, in teaching tokens.
    - `highest`: the largest of them, in teaching tokens.
    - `frame`: the frame under the smallest of them.
    """

    lowest: int
    highest: int
    frame: Frame


def spans(session: Session, settings: Settings) -> Iterator[tuple[Span, ...]]:
    """For each number of arrivals from 0, the spans of all budgets, rising; the other settings stay the same."""
    first = next(frames(session, _with(settings, 1)))
    found: tuple[Span, ...] = (Span(1, LARGEST, first),)
    yield found
    for _ in session.turns:
        found = tuple(_joined(piece for span in found for piece in _advanced(span)))
        yield found


def _advanced(span: Span) -> Iterator[Span]:
    low = _next(span, span.lowest)
    if low.operations and span.highest > span.lowest:
        yield from _divided(span, low, _next(span, span.highest))
    else:
        yield Span(span.lowest, span.highest, low)


def _divided(span: Span, low: Frame, high: Frame) -> Iterator[Span]:
    """The spans from the budget of the frame `low` to that of the frame `high`, divided where the states differ."""
    lowest, highest = low.settings.budget, high.settings.budget
    if _state(low) == _state(high):
        yield Span(lowest, highest, low)
        return
    # Most policies compare the budget with the weight itself, so the weight before a step is the first budget without the
    # step. A binary search finds the other limits.
    weights = (step.before - 1 for step in low.operations)
    middle = next((weight for weight in weights if lowest <= weight < highest), (lowest + highest) // 2)
    yield from _divided(span, low, low if middle == lowest else _next(span, middle))
    yield from _divided(span, high if middle + 1 == highest else _next(span, middle + 1), high)


def _joined(pieces: Iterator[Span]) -> Iterator[Span]:
    """The spans, with neighbours joined that have reached the same state."""
    last = next(pieces)
    for piece in pieces:
        if _state(last.frame) == _state(piece.frame):
            last = Span(last.lowest, piece.highest, last.frame)
        else:
            yield last
            last = piece
    yield last


def _next(span: Span, budget: int) -> Frame:
    return following(span.frame, _with(span.frame.settings, budget))


def _with(settings: Settings, budget: int) -> Settings:
    return msgspec.structs.replace(settings, budget=budget)


def _state(frame: Frame) -> tuple[object, ...]:
    """Everything in a frame that later frames depend on."""
    context, ledger = frame.context, frame.context.ledger
    # A local policy does not read the accounts.
    names = () if POLICIES[frame.settings.policy].budget_monotone else ledger.__struct_fields__
    return (
        context.gone,
        context.kept,
        context.pending and context.pending.chosen,
        *(getattr(ledger, name) for name in names if name not in SUMS),
        *((one.id, one.start, one.stop, one.without, one.generation, one.since, one.born) for one in context.summaries),
    )
