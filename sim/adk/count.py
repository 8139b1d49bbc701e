"""Which count of the prompt a framework uses.

Source: google-adk 2.13.0, `apps.compaction._latest_prompt_token_count`, and google/adk-java 1.8.1-SNAPSHOT, read and
not executed. The count comes from a call that has already been made, so it is one call late.
"""

from __future__ import annotations

from sim.state.reasons import Count


def latest(newest: tuple[int, Count] | None, since: int, guess: int | None, even_older: bool = False) -> Count | None:
    """The newest count if its call is later than the last compaction, or else the guess; None if there is neither.

    `newest` is the count of the newest call with one, after the position in the session at which the call was answered.
    `since` is the position from which events are later than the last compaction. `guess` is an estimate from characters, in
    tokens. With `even_older`, as in the Java rules, a count before the compaction is used too, and the guess only if
    nothing was ever counted.
    """
    if newest is not None and (even_older or newest[0] >= since):
        return newest[1]
    return None if guess is None else Count(guess)
