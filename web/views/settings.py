"""The learner's choices."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup
from panel.viewable import Viewer

from sim import describe
from sim.policies import POLICIES
from sim.settings import FIDELITIES, Settings, controls
from sim.fixture import Fixture

from ..components.region import Region
from ..experiment import Experiment
from .markup import html, joined, when

PARAMETER = "parameter-"  # before a parameter's name, so that none is taken for one of the three


def settings(fixture: Fixture, chosen: Settings, ready: bool) -> Markup:
    """Groups of native radio buttons, only those that the lesson uses; each says what its choice does."""
    page = describe.page
    budgets = [(budget, budget) for budget in fixture.budgets]
    policies = [(policy, POLICIES[policy].title) for policy in fixture.policies]
    groups = [
        _group("budget", page.BUDGET, budgets, chosen.budget, page.BUDGET_UNIT, ready),
        _group("policy", page.POLICY, policies, chosen.policy, chosen.rule.line, ready),
    ]
    if any(POLICIES[policy].uses_fidelity for policy in fixture.policies):
        fidelities = [(fidelity, describe.fidelity(fidelity)) for fidelity in FIDELITIES]
        effect = "" if chosen.rule.uses_fidelity else "without-effect"
        groups.append(
            _group("fidelity", page.FIDELITY, fidelities, chosen.fidelity, describe.fidelity_effect(chosen), ready, effect)
        )
    for parameter, offer in controls(fixture, chosen.policy):
        values = [(value, describe.value(value)) for value in offer.offered]
        name = f"{PARAMETER}{parameter.name}"
        groups.append(_group(name, parameter.title, values, chosen[parameter.name], parameter.unit, ready))
    return html(
        """<section aria-labelledby="settings-heading" class="settings">
<h2 id="settings-heading" class="quiet">Settings</h2>
{groups}
</section>""",
        groups=joined(groups),
    )


def _group(
    name: str, legend: str, offered: list[tuple[object, object]], chosen: object, effect: str, ready: bool, kind: str = ""
) -> Markup:
    if len(offered) == 1:
        return html(
            '<div class="group fixed"><p><b>{legend}</b> {value}</p><p class="effect">{effect}</p></div>',
            legend=legend,
            value=offered[0][1],
            effect=effect,
        )
    return html(
        """<fieldset role="radiogroup" class="group {kind}" aria-labelledby="{name}-legend" aria-describedby="{name}-effect"{waiting}>
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
        if field.startswith(PARAMETER):
            self._experiment.choose(parameters={field.removeprefix(PARAMETER): value})
        else:
            self._experiment.choose(**{field: int(value) if field == "budget" else value})

    def __panel__(self) -> Region:
        return self._panel
