"""The learner's three choices."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup
from panel.viewable import Viewer

from sim import describe
from sim.policies import POLICIES
from sim.settings import FIDELITIES, Settings
from sim.fixture import Fixture

from ..components.region import Region
from ..experiment import Experiment
from .markup import html, joined, when


def settings(fixture: Fixture, chosen: Settings, ready: bool) -> Markup:
    """Three groups of native radio buttons; each says what its choice does."""
    return html(
        """<section aria-labelledby="settings-heading" class="settings">
<h2 id="settings-heading" class="quiet">Settings</h2>
{budget}{policy}{fidelity}
</section>""",
        budget=_group("budget", describe.page.BUDGET, [(b, b) for b in fixture.budgets], chosen.budget, describe.page.BUDGET_UNIT, ready),
        policy=_group("policy", describe.page.POLICY, [(p, POLICIES[p].title) for p in fixture.policies], chosen.policy, chosen.rule.line, ready),
        fidelity=_group(
            "fidelity",
            describe.page.FIDELITY,
            [(f, describe.fidelity(f)) for f in FIDELITIES],
            chosen.fidelity,
            describe.fidelity_effect(chosen),
            ready,
            "" if chosen.rule.uses_fidelity else " without-effect",
        ),
    )


def _group(
    name: str, legend: str, offered: list[tuple[object, object]], chosen: object, effect: str, ready: bool, kind: str = ""
) -> Markup:
    return html(
        """<fieldset role="radiogroup" class="group {name}{kind}" aria-labelledby="{name}-legend" aria-describedby="{name}-effect"{waiting}>
<legend id="{name}-legend">{legend}</legend>
<div class="options">{options}</div>
<p class="effect" id="{name}-effect">{effect}</p>
</fieldset>""",
        name=name,
        kind=kind,
        legend=legend,
        effect=effect,
        waiting=when(not ready, " disabled"),
        options=joined(
            html(
                '<label class="option"><input type="radio" name="{name}" value="{value}" data-act="{name}"{checked}> <span>{title}</span></label>',
                name=name,
                value=value,
                title=title,
                checked=when(value == chosen, " checked"),
            )
            for value, title in offered
        ),
    )


class SettingsView(Viewer):
    """The settings of an experiment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._experiment = experiment
        self._panel = Region(html=pn.bind(settings, p.fixture, p.settings, p.ready), act=self._choose)

    def _choose(self, field: str, value: str | None) -> None:
        self._experiment.choose(**{field: int(value) if field == "budget" else value})

    def __panel__(self) -> Region:
        return self._panel
