"""What is not in the context itself: what the session stores, what was read, and what a cache could reuse."""

from __future__ import annotations

from sim.describe import words
from sim.replay import Frame


def storage(frame: Frame) -> str:
    """What the session stores, which only grows, compared with what the context holds."""
    written = frame.context.ledger.compactions
    summaries = f" and {words.counted(written, 'summary', 'summaries')}" if written else ""
    return (
        f"The session stores {words.counted(frame.index, 'turn')}{summaries}, {words.tokens(frame.stored)}; "
        f"the context holds {frame.tokens} of them."
    )


def prompts(frame: Frame) -> str:
    """What all prompts so far weigh."""
    if not frame.prompt:
        alone = f" A summarizer read {words.tokens(frame.summarized)}." if frame.summarized else ""
        return f"The model has read no prompt yet.{alone}"
    summarizer = f" A summarizer read {frame.summarized} more." if frame.summarized else ""
    new = f" Even with a cache, {words.tokens(frame.uncached)} of that had to be read anew."
    return f"All prompts so far come to {words.tokens(frame.read)}.{new}{summarizer}"


def cached(frame: Frame) -> str:
    """How much of the context a provider's cache could take from the last prompt."""
    if not frame.prompt:
        return "There is no earlier prompt whose beginning a cache could reuse."
    if not frame.reusable:
        return "A cache could reuse nothing from the last prompt."
    if frame.reusable == frame.tokens:
        return f"A cache could reuse all {words.tokens(frame.tokens)} from the last prompt."
    return f"A cache could reuse the first {words.tokens(frame.reusable)} of {frame.tokens} from the last prompt."


def accounts(frame: Frame) -> tuple[str, str, str]:
    """The storage, the prompts and the cache, one line for each."""
    return storage(frame), prompts(frame), cached(frame)
