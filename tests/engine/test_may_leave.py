"""Which turns may leave is looked up in tables, so here it is worked out turn by turn."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sim.state.may_leave import binding, first_bound, last_whole_cut
from sim.state.session import Session

from .agents import agent_lessons


@given(agent_lessons(), st.data())
def test_the_tables_say_what_a_walk_says(fixture, data):
    session = Session.of(fixture)
    unpinned = session.unpinned
    if not unpinned:
        return
    arrived = data.draw(st.integers(1, len(session.turns)))
    here = [k for k in unpinned if k < arrived]
    if not here:
        return
    walked = next((k for k in here if binding(k, session, arrived)), None)
    assert first_bound(session, arrived, here[0], here[-1]) == walked

    end = here[-1] + 1 if walked is None else walked
    reach, cut = -1, 0
    for k in here:
        reach = max(reach, *session.partners.get(k, (-1,)))
        if k < end and reach <= k:
            cut = k + 1
    assert last_whole_cut(session, end) == cut
