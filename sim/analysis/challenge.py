"""How far settings are from a lesson's goal, and the best of the settings that the lesson offers."""

from __future__ import annotations

import msgspec

from sim.analysis.offered import offered
from sim.lesson.fixture import Fixture
from sim.lesson.goal import Goal
from sim.replay import Replay, replay
from sim.settings import Settings

# The budgets tried at most, at even distances in a larger range: with more of them, a page would have to wait.
MOST_BUDGETS = 200


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """The result of some settings for a goal.

    Without `over` and `unread`, a budget that keeps nothing would be the best.

    - `settings`: the settings.
    - `lost`: the ids of the facts that should be proven or recorded at the end and are not.
    - `over`: how many times the context was still over the budget after the policy acted.
    - `unread`: how many turns were not in the context after their own arrival, so that nobody could have answered them.
      Turns in another agent's own context are not counted, because that agent reads them there.
    - `spent`: the cost that the goal wants to be small, in teaching tokens.
    """

    settings: Settings
    lost: tuple[str, ...]
    over: int
    unread: int
    spent: int

    @property
    def reached(self) -> bool:
        """Whether every fact is proven or recorded at the end, the budget was always kept, and every turn could be read."""
        return not (self.lost or self.over or self.unread)


def attempt(whole: Replay, goal: Goal) -> Attempt:
    """The result of a replay's settings for the goal."""
    end = whole.frames[-1]
    standings, apart = end.facts, end.context.session.apart
    spent = {"budget": end.settings.budget, "read": end.read, "total": end.read + end.summarized}
    return Attempt(
        settings=whole.settings,
        lost=tuple(fact for fact in goal.keep if not standings[fact].established),
        over=sum(frame.tokens > frame.settings.budget for frame in whole.frames),
        unread=sum(not frame.context.retains(k) for k, frame in enumerate(whole.frames[1:]) if k not in apart),
        spent=spent[goal.smallest],
    )


def best(fixture: Fixture, goal: Goal) -> Attempt | None:
    """The attempt that reaches the goal with the smallest cost; None if no offered settings reach it.

    The budgets are the lesson's own and those of its range, smaller ones first. Of equal attempts, the first is taken.
    """
    return min(
        (
            found
            for settings in offered(fixture, budgets(fixture))
            if (found := _tried(fixture, settings, goal)).reached
        ),
        key=lambda found: found.spent,
        default=None,
    )


def budgets(fixture: Fixture) -> tuple[int, ...]:
    """The budgets that are tried, rising."""
    free = fixture.budget_range.sampled(MOST_BUDGETS) if fixture.budget_range else ()
    return tuple(sorted({*fixture.budgets, *free}))


def _tried(fixture: Fixture, settings: Settings, goal: Goal) -> Attempt:
    return attempt(replay(fixture, settings), goal)
