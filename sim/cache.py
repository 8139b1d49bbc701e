"""How much of a prompt a provider's cache could reuse.

A provider caches what a prompt begins with. Whatever a policy changes near the start makes all that follows
new, so a summary that saves tokens can still make the next call dearer.
"""

from __future__ import annotations

from sim.context import Context


def reusable(before: Context | None, now: Context) -> int:
    """The teaching tokens of the items with which both prompts begin; 0 if there was none before."""
    if before is None:
        return 0
    tokens = 0
    for one, other in zip(before.items(), now.items()):
        # A summary that is written anew is another item, whatever it is called.
        if one is not other:
            break
        tokens += one.tokens
    return tokens
