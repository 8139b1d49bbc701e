"""Shows the learner's choices."""

from __future__ import annotations

from collections.abc import Sequence

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.lesson.fixture import Fixture
from sim.policies.choice import controls
from sim.policies.choice import policies as offered
from sim.policies.registry import POLICIES
from sim.settings import FIDELITIES, Settings

from ..components.region import Region
from ..experiment import Experiment
from .markup import html, joined, when
from .view import View

PARAMETER = "parameter-"  # put before a parameter's name, so that no name equals one of the three settings


def settings(fixture: Fixture, chosen: Settings, ready: bool, stay: bool = False) -> Markup:
    """Groups of native radio buttons, only for the settings that the lesson uses. Each button says what its choice does."""
    page = describe.page
    moves = "elsewhere" if stay else "zero"  # while the moment stays, Python says where that is
    budgets = [(budget, budget) for budget in fixture.budgets]
    policies = [(policy, POLICIES[policy].title) for policy in offered(fixture)]
    groups = [
        _group(
            "budget",
            page.BUDGET,
            budgets,
            chosen.budget,
            page.BUDGET_UNIT,
            ready,
            moves,
            free=_free(fixture, chosen, moves),
        ),
        _group("policy", page.POLICY, policies, chosen.policy, POLICIES[chosen.policy].line, ready, moves),
    ]
    if any(POLICIES[policy].uses_fidelity for policy in fixture.policies):
        fidelities = [(fidelity, describe.fidelity(fidelity)) for fidelity in FIDELITIES]
        effect = "" if POLICIES[chosen.policy].uses_fidelity else "without-effect"
        groups.append(
            _group(
                "fidelity",
                page.FIDELITY,
                fidelities,
                chosen.fidelity,
                describe.fidelity_effect(chosen, fixture),
                ready,
                moves,
                effect,
            )
        )
    for parameter, offer in controls(fixture, chosen.policy):
        values = [(value, describe.value(value)) for value in offer.offered]
        name = f"{PARAMETER}{parameter.name}"
        groups.append(
            _group(name, parameter.title, values, chosen.chosen[parameter.name], parameter.unit, ready, moves)
        )
    return html(
        """<section aria-labelledby="settings-heading" class="settings">
<h2 id="settings-heading" class="quiet" tabindex="-1">{heading}</h2>
{groups}
<p class="stay"><button type="button" data-act="stay" aria-pressed="{pressed}"{waiting}>{stay}</button></p>
</section>""",
        heading=describe.labels.SETTINGS,
        groups=joined(groups),
        pressed="true" if stay else "false",
        stay=describe.labels.STAY,
        waiting=when(not ready, " disabled"),
    )


def _group(
    name: str,
    legend: str,
    offered: Sequence[tuple[object, object]],
    chosen: object,
    effect: str,
    ready: bool,
    moves: str,
    kind: str = "",
    free: str = "",
) -> Markup:
    if len(offered) == 1 and not free:
        return html(
            '<div class="group fixed"><p><b>{legend}</b> {value}</p><p class="effect">{effect}</p></div>',
            legend=legend,
            value=offered[0][1],
            effect=effect,
        )
    return html(
        """<fieldset role="radiogroup" class="group {kind}" aria-labelledby="{name}-legend" aria-describedby="{name}-effect"{waiting}>
<legend id="{name}-legend">{legend}</legend>
<div class="options">{options}{free}</div>
<p class="effect" id="{name}-effect">{effect}</p>
</fieldset>""",
        name=name,
        kind=kind,
        legend=legend,
        effect=effect,
        free=free,
        waiting=when(not ready, " disabled"),
        options=joined(
            html(
                '<label class="option"><input type="radio" name="{name}" value="{value}" data-act="{name}" data-moves="{moves}"{after}{checked}> <span>{title}</span></label>',
                name=name,
                moves=moves,
                value=value,
                title=title,
                after=when(name.startswith(PARAMETER), ' data-after="policy"'),
                checked=when(value == chosen, " checked"),
            )
            for value, title in offered
        ),
    )


def _free(fixture: Fixture, chosen: Settings, moves: str) -> Markup:
    """A slider for any whole budget, if the lesson allows that. The lesson's own budgets are its stops."""
    free = fixture.budget_range
    if free is None:
        return Markup()
    seen, _, rest = describe.labels.any_budget(free).partition(
        " "
    )  # where there is little room, the rest is only spoken
    return html(
        """<label class="free">{seen} <span class="rest">{rest}</span> <input type="range" name="free-budget" min="{low}" max="{high}" value="{value}" list="stops" data-act="budget" data-moves="{moves}">
<span class="value" aria-hidden="true">{value}</span></label><datalist id="stops">{stops}</datalist>""",
        seen=seen,
        rest=rest,
        moves=moves,
        low=free.lowest,
        high=free.highest,
        value=chosen.budget,
        stops=joined(html('<option value="{budget}"></option>', budget=budget) for budget in fixture.budgets),
    )


class SettingsView(View):
    """The settings of an experiment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        p = experiment.param
        self._experiment = experiment
        self._panel = Region(
            html=pn.bind(settings, p.fixture, p.settings, p.ready, p.stay),
            act=self._choose,
            late=experiment.late,
            about=p.opening,
        )

    def _choose(self, field: str, value: str | None) -> None:
        if field == "stay":
            return self._experiment.switch_stay()
        assert value is not None  # every radio button has a value
        if field.startswith(PARAMETER):
            self._experiment.prefer(parameters={field.removeprefix(PARAMETER): value})
        else:
            self._experiment.prefer(**{field: int(value) if field == "budget" else value})
