"""The session beside the context: what is stored, what was read, and what a cache could reuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.describe import words

if TYPE_CHECKING:
    from sim.replay import Frame


def storage(frame: Frame) -> str:
    """What the log holds, which only grows, beside what the model would read."""
    written = frame.context.ledger.compactions
    summaries = f" and {words.counted(written, 'summary', 'summaries')}" if written else ""
    return (
        f"The session stores {words.counted(frame.index, 'turn')}{summaries}, {words.tokens(frame.stored)}; "
        f"the context holds {frame.tokens} of them."
    )


def prompts(frame: Frame) -> str:
    """What all prompts so far come to."""
    if not frame.prompt:
        return "The model has read no prompt yet."
    summarizer = f" A summarizer read {frame.summarized} more." if frame.summarized else ""
    new = f" No cache could have kept {words.tokens(frame.uncached)} of what was read."
    return f"All prompts so far come to {words.tokens(frame.read)}.{new}{summarizer}"


def cached(frame: Frame) -> str:
    """How much of the context a provider's cache could take from the last prompt."""
    if not frame.prompt:
        return "There is no earlier prompt whose beginning a cache could reuse."
    if frame.reusable == frame.tokens:
        return f"A cache could reuse all {words.tokens(frame.tokens)} from the last prompt."
    return f"A cache could reuse the first {words.tokens(frame.reusable)} of {frame.tokens} from the last prompt."


def accounts(frame: Frame) -> tuple[str, str, str]:
    """All three, a line each."""
    return storage(frame), prompts(frame), cached(frame)
