"""Computes the numbers of the stack that the chart draws, separately from Bokeh, so that they can be read and tested without a session.

The horizontal axis is in seconds, and the vertical axis in teaching tokens.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sim.policies.alert import alert
from sim.replay import Replay
from sim.state.context import Summary

from .by_kind import BLOCKS, STACKED, kind_of, steps

# A label needs room even in the narrowest picture, whose frame is so many pixels wide at a window of 360.
NARROW = 255
BESIDE, CHARACTER = 9, 6.5  # pixels from the block's left end, where a mark may stand, and pixels of one character
Columns = dict[str, list[str | float]]  # the columns of a Bokeh data source by name, all of the same length


class Block(msgspec.Struct):
    """One item in the stack, or all items of one kind.

    - `left`, `right`: from when to when it stands, in seconds.
    - `bottom`, `top`: from where to where it reaches, in teaching tokens.
    - `kind`: what it is, as the legend says.
    - `id`: the item's id; "" for all items of one kind.
    - `summary`: whether it is a summary.
    """

    left: float
    right: float
    bottom: int
    top: int
    kind: str
    id: str
    summary: bool


Layer = tuple[str, str, int, bool]  # id, kind, teaching tokens, whether it is a summary


def stacks(replay: Replay) -> tuple[Columns, Columns]:
    """The blocks of the turns, and the blocks of the summaries, in seconds and teaching tokens.

    A block begins when an item reaches a height in the stack and ends when it leaves that height. It lasts as long as nothing
    below it changes. Where so many blocks could not be told apart, all turns of one kind are one block.
    """
    found = _blocks(_each(replay)) if len(replay.fixture.turns) <= STACKED else []
    if len(replay.fixture.turns) > STACKED or len(found) > BLOCKS:
        found = _blocks(_merged(replay))
    turns, summaries = ([block for block in found if block.summary is so] for so in (False, True))
    return _columns(turns, replay), _columns(summaries, replay)


def _each(replay: Replay) -> Iterable[tuple[float, float, list[Layer]]]:
    ends = [frame.seconds for frame in replay.frames[1:]] + [replay.fixture.duration]
    for frame, end in zip(replay.frames, ends):
        items = frame.context.items()
        yield frame.seconds, end, [(item.id, kind_of(item), item.tokens, isinstance(item, Summary)) for item in items]


def _merged(replay: Replay) -> Iterable[tuple[float, float, list[Layer]]]:
    for step in steps(replay):
        turns: list[Layer] = [("", kind, tokens, False) for kind, tokens in step.tokens.items() if tokens]
        summaries: list[Layer] = [("", kind, tokens, True) for kind, tokens in step.summaries.items() if tokens]
        pinned = bool(turns) and turns[0][1] == "pinned"
        yield step.left, step.right, turns[:pinned] + summaries + turns[pinned:]


def _blocks(moments: Iterable[tuple[float, float, list[Layer]]]) -> list[Block]:
    blocks: list[Block] = []
    standing: dict[tuple[Layer, int], Block] = {}
    for start, end, layers in moments:
        if end <= start:
            continue
        before, standing, bottom = standing, {}, 0
        for layer in layers:
            name, kind, tokens, summary = layer
            block = before.get((layer, bottom))
            if block is None:
                block = Block(start, end, bottom, bottom + tokens, kind, name, summary)
                blocks.append(block)
            block.right = end
            standing[layer, bottom] = block
            bottom += tokens
    return blocks


def _columns(blocks: list[Block], replay: Replay) -> Columns:
    """The blocks as columns, with the middle of their height. A block without room for a label has an empty one."""
    names = [name for name in Block.__struct_fields__ if name != "summary"]
    columns: Columns = {name: [getattr(block, name) for block in blocks] for name in names}
    columns["y"] = [(block.bottom + block.top) / 2 for block in blocks]
    high, pixels = height(replay) / 18, NARROW / replay.fixture.duration
    columns["label"] = [
        block.id
        if BESIDE + CHARACTER * len(block.id) <= (block.right - block.left) * pixels
        and block.top - block.bottom >= high
        else ""
        for block in blocks
    ]
    return columns


def height(replay: Replay) -> float:
    """The top of the vertical axis in teaching tokens: above the budget and the heaviest context there is room for marks."""
    return 1.3 * max(replay.settings.budget, alert(replay.settings) or 0, *(frame.before for frame in replay.frames))
