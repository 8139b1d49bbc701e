"""Tests at which weight a policy acts, and whether that is drawn as a line of its own."""

import pytest

from sim.library import find, lessons
from sim.policies.alert import alert, threshold
from sim.policies.registry import POLICIES
from sim.replay import replay
from sim.state.reasons import AtThreshold, BelowThreshold

from .agents import chosen
from .making import every_setting


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (chosen("adk-token", 400, threshold=0.6), 240),
        (chosen("adk-token", 400, threshold=250), 250),
        (chosen("adk-token-java", 400), 280),
        (chosen("pinning-summarizer", 200), 140),
        (chosen("compression-subagent", 4000), 2400),
        (chosen("compression-subagent", 4000, share=0.5), 2000),
        (chosen("adk-sliding", 400), None),
        (chosen("evict-oldest", 400), None),
        (chosen("summarize-older", 400), None),
        (chosen("keep-last", 400), None),
    ],
)
def test_the_alert_line(settings, expected):
    assert alert(settings) == (pytest.approx(expected) if expected else None)


@pytest.mark.parametrize("figure", [1, 400])
def test_a_threshold_that_is_the_budget_has_no_line_of_its_own(figure):
    settings = chosen("adk-token", 400, threshold=figure)
    assert (threshold(settings), alert(settings)) == (400, None)


@pytest.mark.parametrize("name", lessons())
def test_the_policy_acts_at_the_threshold_that_is_told(name):
    fixture = find(name)
    for policy in fixture.policies:
        for settings in every_setting(fixture, policy):
            whole = replay(fixture, settings)
            reasons = [frame.held for frame in whole.frames]
            reasons += [operation.reason for frame in whole.frames for operation in frame.operations]
            limits = {reason.limit for reason in reasons if isinstance(reason, AtThreshold)}
            lower = [reason.limit for reason in reasons if isinstance(reason, BelowThreshold)]
            assert limits <= {threshold(settings)}
            if policy != "compression-subagent":  # which has a lower one after a heavy result
                assert set(lower) <= {threshold(settings)}


def test_every_policy_that_names_a_threshold_reads_one():
    for policy in POLICIES.values():
        has = {"threshold", "share"} & {parameter.name for parameter in policy.parameters}
        assert bool(has) == (policy.threshold is not None)
        assert threshold(policy.settings(100)) is None or has
