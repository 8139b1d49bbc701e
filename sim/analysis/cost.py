"""What a replay costs, so that a policy which makes prompts shorter can be seen to make the whole more expensive.

The unit is a teaching token at the ratio 1, and never a currency: the weights and the ratios are assumptions. These are the
rules of the sum.

1. With a cache, of each prompt the beginning that it shares with the same agent's prompt before is read at `cache_read`, and
   all the rest is written at `cache_write`. Only whole prompts are cached, and nothing in a cache grows old: a provider's
   cache is cut into blocks and forgets within minutes, which is left out.
2. Without a cache all prompts are read at `uncached`.
3. In both, the summarizer reads and writes at `uncached` times `summarizer`. It has no cache. What it read for a summary that
   failed counts.
4. What the agents themselves write is not counted, because the session is recorded: it is the same under every policy.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from sim.analysis.ratios import ASSUMED, Ratios
from sim.replay import Frame, Replay


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """The tokens that were paid for until a moment, by what they are, and the two sums. All tokens are teaching tokens.

    - `ratios`: the ratios of the sums.
    - `fixed`: instructions and tool declarations in all prompts.
    - `history`: turns in all prompts that are older than the invocation of the prompt.
    - `summaries`: summaries in all prompts, as far as they are history.
    - `current`: the rest of all prompts: turns of the invocation of the prompt.
    - `kept`: the part of all prompts that a cache would have kept.
    - `broken`: the parts of all prompts that a cache had in vain, because the agent's next prompt did not begin with them.
    - `calls`: how many times the summarizer was called.
    - `given`: what the summarizer read.
    - `written`: what it wrote.
    """

    ratios: Ratios
    fixed: int = 0
    history: int = 0
    summaries: int = 0
    current: int = 0
    kept: int = 0
    broken: int = 0
    calls: int = 0
    given: int = 0
    written: int = 0

    @property
    def prompts(self) -> int:
        """What all prompts weigh together."""
        return self.fixed + self.history + self.summaries + self.current

    @property
    def anew(self) -> int:
        """The part of all prompts that is written to the cache."""
        return self.prompts - self.kept

    @property
    def with_cache(self) -> float:
        """The whole cost with a cache, in units, to two decimals."""
        reading = self.kept * self.ratios.cache_read + self.anew * self.ratios.cache_write
        return round(reading + self._summarizing, 2)

    @property
    def without_cache(self) -> float:
        """The whole cost without a cache, in units, to two decimals."""
        return round(self.prompts * self.ratios.uncached + self._summarizing, 2)

    @property
    def summarizing(self) -> float:
        """The part of either cost that the summarizer causes, in units, to two decimals."""
        return round(self._summarizing, 2)

    @property
    def _summarizing(self) -> float:
        return (self.given + self.written) * self.ratios.uncached * self.ratios.summarizer


class Break(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prompt that did not begin with all of the same agent's prompt before.

    - `arrival`: the index of the frame whose turn the prompt was read for.
    - `agent`: the agent that read it.
    - `tokens`: the part of the prompt before that a cache had in vain, in teaching tokens: what came after the first change.
    - `acted`: the indexes of the frames between the two prompts at which the policy changed the context; empty: only the
      summary at the end of the context moved, or an instruction came.
    """

    arrival: int
    agent: str
    tokens: int
    acted: tuple[int, ...]


def cost(frame: Frame, ratios: Ratios = ASSUMED) -> Cost:
    """The cost of everything until the frame."""
    read, ledger = frame.prompts_read, frame.context.ledger
    return Cost(
        ratios=ratios,
        fixed=read.fixed,
        history=read.history - read.summaries,
        summaries=read.summaries,
        current=frame.read - read.fixed - read.history,
        kept=frame.read - read.uncached,
        broken=read.broken,
        calls=ledger.calls,
        given=ledger.summarized,
        written=ledger.written,
    )


def cheapest(costs: Iterable[Cost]) -> float | None:
    """The lowest cost with a cache, in units; None if all of them are the same."""
    sums = {one.with_cache for one in costs}
    return min(sums) if len(sums) > 1 else None


def breaks(replay: Replay, index: int) -> tuple[Break, ...]:
    """The prompts until frame number `index` that did not begin with the whole prompt before, in order."""
    found = _breaks(replay)
    return found[: bisect_right(found, index, key=lambda one: one.arrival)]


@lru_cache(maxsize=4)
def _breaks(replay: Replay) -> tuple[Break, ...]:
    acted = [frame.index for frame in replay.frames if any(step.turns for step in frame.operations)]
    found = []
    for before, frame in zip(replay.frames, replay.frames[1:]):
        broken, now = frame.prompts_read.broken - before.prompts_read.broken, frame.prompt
        if broken and now:
            last = before.prompts_read.of(now.agent)
            since = last.context.arrived if last else 0
            between = acted[bisect_right(acted, since) : bisect_right(acted, before.index)]
            found.append(Break(arrival=frame.index, agent=now.agent, tokens=broken, acted=tuple(between)))
    return tuple(found)
