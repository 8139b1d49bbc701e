"""What reading and writing come to beside each other, as a person assumes it.

Nobody has measured these ratios here. They differ between providers and change with time, so a person sets them, and every
cost names those that it was worked out with.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from sim.lesson.invalid import InvalidInput, figure, shown

RatioName = Literal["uncached", "cache_read", "cache_write", "summarizer"]
RATIO_NAMES: tuple[RatioName, ...] = get_args(RatioName)
HIGHEST = 100
_PROBLEM = f"where a number from 0 to {HIGHEST} with at most six decimals is expected"
_PLAIN = re.compile(r"\d{1,3}(\.\d{1,6})?|\.\d{1,6}", re.ASCII)

Ratio = Annotated[float, Meta(ge=0, le=HIGHEST, description="Times the cost of one teaching token.")]


class Ratios(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one teaching token costs in each way; each ratio is from 0 to 100. The defaults are assumptions, too.

    - `uncached`: read by an agent's model without a cache.
    - `cache_read`: read from a cache.
    - `cache_write`: read and written to a cache.
    - `summarizer`: the summarizer's model beside the agents' model: what it reads and writes costs `uncached` times this.
    """

    uncached: Ratio = 1.0
    cache_read: Ratio = 0.1
    cache_write: Ratio = 1.25
    summarizer: Ratio = 0.1

    @property
    def text(self) -> str:
        """The four ratios in their order, with commas between them: "1,0.1,1.25,0.1"."""
        return ",".join(figure(getattr(self, name)) for name in RATIO_NAMES)

    def changed(self, name: str, text: str, source: str) -> Ratios:
        """These ratios with another value for one of them, given as text; InvalidInput if it is no ratio."""
        return msgspec.structs.replace(self, **{name: _ratio(name, text, source)})


ASSUMED = Ratios()


def ratios_of(text: str, source: str) -> Ratios:
    """The ratios from a text such as "1,0.1,1.25,0.1"; InvalidInput if it is something else."""
    parts = text.split(",")
    if len(parts) != len(RATIO_NAMES):
        order = ", ".join(RATIO_NAMES)
        raise InvalidInput(source, "ratios", shown(text), f"where four numbers with commas are expected ({order})")
    return Ratios(**{name: _ratio(name, part, source) for name, part in zip(RATIO_NAMES, parts)})


def _ratio(name: str, text: str, source: str) -> float:
    plain = text.strip()
    if not _PLAIN.fullmatch(plain) or float(plain) > HIGHEST:
        raise InvalidInput(source, f"ratios.{name}", shown(text), _PROBLEM)
    return float(plain)
