"""Whether a fact is mentioned, whether it is backed, and what the agent may answer on that."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup
from panel.viewable import Viewer

from sim import describe
from sim.fixture import Fact
from sim.provenance import Standing
from sim.replay import Frame
from sim.retention import retention

from ..components.region import Region
from ..experiment import Experiment
from .markup import html, joined


def evidence(frame: Frame) -> Markup:
    """Mention and evidence apart, each with where, for every fact."""
    fixture = frame.fixture
    standings = frame.facts
    return html(
        """<section aria-labelledby="evidence-heading" class="evidence">
<h2 id="evidence-heading">Evidence</h2>
{facts}
<p class="retention">{retention}</p>
</section>""",
        facts=joined(_fact(fact, standings[fact.id]) for fact in fixture.facts) or describe.emptiness(fixture),
        retention=describe.retention(retention(frame)) if fixture.facts else "",
    )


def _fact(fact: Fact, standing: Standing) -> Markup:
    return html(
        """<div class="fact"><h3>{statement}</h3>
<dl>
<div class="{mentioned}"><dt>fact mentioned</dt><dd><strong>{mentioned_word}</strong> {mention}</dd></div>
<div class="{backed}"><dt>user-backed evidence</dt><dd><strong>{backed_word}</strong> {evidence}</dd></div>
</dl>
<p class="verdict {may}">{verdict}</p></div>""",
        statement=fact.statement,
        mentioned="mention" if standing.mentioned else "no",
        mentioned_word=describe.page.yes(standing.mentioned),
        mention=" ".join(filter(None, (describe.mention(standing), describe.page.sentence(describe.wordings(standing))))),
        backed="yes" if standing.backed else "no",
        backed_word=describe.page.yes(standing.backed),
        evidence=describe.evidence(standing),
        may="may" if standing.backed else "may-not",
        verdict=describe.may_answer(fact, standing),
    )


class EvidenceView(Viewer):
    """The evidence at the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        self._panel = Region(html=pn.bind(evidence, experiment.param.frame))

    def __panel__(self) -> Region:
        return self._panel
