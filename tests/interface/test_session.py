"""Counts which panels a session writes and how often, because unnecessary writing would make a large lesson slow."""

import json
from collections import Counter

import pytest

from web.app import Application
from web.components.region import SEEN, Region

REGIONS = ("context", "evidence", "transcript", "comparison", "state")


class Page:
    """Does what a page does, but without a browser."""

    def __init__(self, query: str = "") -> None:
        self.session = Application()
        self.woke = 0
        self.number = 0
        self.session.connect(lambda _: None, self._wakes, json.dumps({"query": query}))
        self.written: Counter[str] = Counter()
        for name in REGIONS:
            self.session.panels[name].param.watch(lambda _, name=name: self.written.update([name]), "html")

    def _wakes(self) -> None:
        self.woke += 1

    def tells(self, *messages: tuple[str, dict]) -> None:
        """Send several actions at once. Each is a panel's name and its message."""
        events = []
        for panel, said in messages:
            self.number += 1
            model = {"id": self.session._document.get_model_by_name(panel).id}
            said = {"about": self.session.experiment.opening, "number": self.number, **said}
            values = {"type": "map", "entries": [["model", model], ["data", said]]}
            event = {"type": "event", "name": "data_event", "values": values}
            events.append({"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": event})
        self.session.receive(json.dumps({"events": events}))

    def presses(self, *names: str) -> None:
        self.tells(*(("transport", {"press": name}) for name in names))

    def sees(self, *panels: str, value: bool = True) -> None:
        self.tells(*((panel, {"act": SEEN, "value": value}) for panel in panels))


@pytest.fixture
def learner() -> Page:
    return Page()


def test_what_is_in_sight_is_written_at_once_and_the_rest_piece_by_piece(learner):
    learner.sees("context", "transcript")
    learner.presses("next", "next")
    assert learner.written == {"context": 1, "transcript": 1}
    pieces = 0
    while learner.session.rest():
        pieces += 1
        assert sum(learner.written.values()) <= 2 + pieces
    assert learner.written == dict.fromkeys(REGIONS, 1)
    assert "after message 2" in learner.session.panels["comparison"].html


def test_what_left_the_sight_waits_again(learner):
    learner.sees(*REGIONS)
    learner.sees("evidence", value=False)
    learner.presses("next", "next")
    assert learner.written == {name: 1 for name in REGIONS if name != "evidence"}


def test_of_several_moves_only_where_they_lead_is_written(learner):
    learner.sees(*REGIONS)
    learner.presses("next", "next", "next", "second-on")
    assert learner.session.experiment.seconds == 23.5
    assert learner.written == dict.fromkeys(REGIONS, 1)


def test_what_changed_again_before_its_turn_came_is_written_once(learner):
    for _ in range(5):
        learner.presses("next")
    assert not learner.written
    while learner.session.rest():
        pass
    assert learner.written == dict.fromkeys(REGIONS, 1)


def test_who_uses_a_panel_sees_it(learner):
    learner.tells(("comparison", {"act": "capture", "value": ""}))
    assert learner.written == {"comparison": 1}


def test_what_its_address_asks_for_is_written_before_a_page_is_ready():
    learner = Page("?budget=48&t=45")
    assert learner.woke == 1
    assert not any(
        panel.stale and panel.hurries for panel in learner.session.panels.values() if isinstance(panel, Region)
    )
    assert learner.session.experiment.frame.index == 6
    assert "of 48 teaching tokens" in learner.session.panels["context"].html
    assert "disabled" not in learner.session.panels["settings"].html


def test_a_file_comes_to_its_panel_as_bytes(learner):
    class Given:
        def to_bytes(self) -> bytes:
            return b"{}"

    learner.session.take("files", json.dumps({"act": "open", "name": "mine.json"}), Given())
    assert learner.session.experiment.notice.startswith("mine.json: $.format is missing")
