"""What everything until a moment costs, in an export: with the ratios, because without them a figure says nothing."""

from __future__ import annotations

import msgspec

from sim.analysis.cost import Break, breaks, cost
from sim.analysis.ratios import ASSUMED, Ratios
from sim.describe.costs import MOST_BREAKS
from sim.replay import Frame, Replay


class Prompts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all prompts consist of, in teaching tokens.

    - `fixed`: instructions and tool declarations.
    - `history`: turns that are older than the invocation of the prompt.
    - `summaries`: summaries.
    - `current`: turns of the invocation of the prompt.
    """

    fixed: int
    history: int
    summaries: int
    current: int


class Summarizer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the summarizer did.

    - `calls`: how many times it was called.
    - `read`: what it read, in teaching tokens.
    - `wrote`: what it wrote, in teaching tokens.
    """

    calls: int
    read: int
    wrote: int


class Paid(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cost, and everything behind it.

    - `ratios`: the ratios of the two sums.
    - `with_cache`: the cost with a cache, in units.
    - `without_cache`: the cost without one, in units.
    - `prompts`: what all prompts consist of.
    - `kept`: what a cache would have kept of them, in teaching tokens.
    - `broken`: what a cache had in vain, in teaching tokens.
    - `breaks`: the newest prompts that did not begin with the prompt before, as many as are shown.
    - `summarizer`: what the summarizer did.
    """

    ratios: Ratios
    with_cache: float
    without_cache: float
    prompts: Prompts
    kept: int
    broken: int
    breaks: tuple[Break, ...]
    summarizer: Summarizer


def paid(replay: Replay, frame: Frame, ratios: Ratios = ASSUMED) -> Paid:
    """The cost until that frame of the replay, at these ratios."""
    found = cost(frame, ratios)
    return Paid(
        ratios=ratios,
        with_cache=found.with_cache,
        without_cache=found.without_cache,
        prompts=Prompts(found.fixed, found.history, found.summaries, found.current),
        kept=found.kept,
        broken=found.broken,
        breaks=breaks(replay, frame.index)[-MOST_BREAKS:],
        summarizer=Summarizer(found.calls, found.given, found.written),
    )
