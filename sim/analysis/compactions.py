"""When a policy wrote or rewrote a summary."""

from __future__ import annotations

from sim.replay import Frame, Replay
from sim.state.operations import OperationKind

WRITE: tuple[OperationKind, ...] = ("summarize", "fold")
REMOVE: tuple[OperationKind, ...] = ("evict", "hide")


def compacts(frame: Frame) -> bool:
    """Whether a summary was written or rewritten at this arrival."""
    return any(operation.kind in WRITE for operation in frame.operations)


def removes(frame: Frame) -> bool:
    """Whether turns left at this arrival without being summarized."""
    return any(operation.kind in REMOVE for operation in frame.operations)


def compactions(replay: Replay) -> tuple[float, ...]:
    """The times of the arrivals at which a summary was written or rewritten, in seconds; one that folds many turns counts once."""
    return tuple(frame.seconds for frame in replay.frames if compacts(frame))
