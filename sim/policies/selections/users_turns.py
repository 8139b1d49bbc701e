"""Where a user's turn begins, and which of them is the request at hand: what a cut may not go through.

Source: langchain-core 1.8.3 `trim_messages` with `start_on="human"`, the whole turns of haystack-ai 3.4.1, and the split
points of Gemini CLI, which are all turns of a user.
"""

from __future__ import annotations

from bisect import bisect_left

from sim.policies.moment import Moment
from sim.policies.shared import HasRequest
from sim.state.reasons import Held, NothingNew
from sim.state.staying import RequestStays


def request_at_hand(moment: Moment[HasRequest]) -> int | None:
    """The position of the user's newest turn, if it has to stay; None if it may leave or there is none."""
    if moment.parameters.request == "may-leave":
        return None
    users = moment.session.users
    before = bisect_left(users, moment.context.arrived)
    return users[before - 1] if before else None


def nothing_else(moment: Moment[HasRequest]) -> Held:
    """Why nothing may leave, if nothing but the request at hand is left."""
    stays = request_at_hand(moment)
    if stays is None or not moment.context.retains(stays):
        return NothingNew()
    return RequestStays(turn=moment.session.turns[stays].id)


def next_turn(moment: Moment[object], position: int) -> int | None:
    """The position of the first turn of a user that has arrived and is not before that position; None: there is none."""
    users = moment.session.users
    number = bisect_left(users, position)
    return users[number] if number < len(users) and users[number] < moment.context.arrived else None


def last_turn(moment: Moment[object], position: int) -> int | None:
    """The position of the last turn of a user that is before that position; None: there is none."""
    users = moment.session.users
    number = bisect_left(users, position)
    return users[number - 1] if number else None
