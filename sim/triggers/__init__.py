"""When a policy acts: each trigger takes a moment and gives the reason to act, as a clause, or None."""

from collections.abc import Callable

from sim.moment import Moment

Trigger = Callable[[Moment], str | None]
