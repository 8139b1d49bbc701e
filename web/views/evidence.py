"""Shows for each fact whether it is mentioned, whether it is backed or recorded, and what the agent may therefore state."""

from __future__ import annotations

import panel as pn
from markupsafe import Markup

from sim import describe
from sim.analysis.failed_calls import NONE_FAILED, Failures
from sim.analysis.retention import retention
from sim.lesson.fact import Fact
from sim.lesson.fixture import Fixture
from sim.replay import Frame
from sim.state.provenance import FactStatus

from ..components.region import Region
from ..experiment import Experiment
from .markup import FACT, about, html, joined, row
from .view import View


def evidence(frame: Frame, failures: Failures = NONE_FAILED) -> Markup:
    """For every fact its mention and its evidence or record, shown separately and each with its place.

    After a failed call, a fact that stands says so.
    """
    fixture = frame.fixture
    standings = frame.facts
    return html(
        """<section aria-labelledby="evidence-heading" class="evidence" tabindex="0">
<h2 id="evidence-heading" tabindex="-1">{heading}</h2>
{facts}
<p class="retention">{retention}</p>
</section>""",
        heading=describe.labels.EVIDENCE,
        facts=joined(_fact(fact, standings[fact.id], _questions(fixture, fact), failures) for fact in fixture.facts)
        or describe.emptiness(fixture),
        retention=describe.retention(retention(frame)) if fixture.facts else "",
    )


def _questions(fixture: Fixture, fact: Fact) -> tuple[str, ...]:
    return tuple(probe.question for probe in fixture.probes if probe.fact == fact.id)


def _fact(fact: Fact, standing: FactStatus, questions: tuple[str, ...], failures: Failures) -> Markup:
    return row(
        """<div class="fact {kind} {source}" tabindex="-1" data-id="{id}" data-of="{of}"><p class="fact-state"><span>{state}</span></p><h3 dir="auto">{statement}</h3>
<dl>
<div class="{mentioned}"><dt>{mentioned_term}</dt><dd><strong>{mentioned_word}</strong> {mention}</dd></div>
<div class="{backed}"><dt>{backed_term}</dt><dd><strong>{backed_word}</strong> {evidence}</dd></div>
</dl>
<p class="verdict {may}">{verdict}</p>{questions}</div>""",
        kind=standing.state,
        source=standing.source,
        state=describe.fact_state(standing, failures),
        id=f"{FACT}{fact.id}",
        of=about(
            (
                *standing.mentioned_by,
                *standing.established_by,
                *(item for item, _ in standing.through),
                *standing.origins,
            )
        ),
        questions=joined(
            html('<p class="asks" dir="auto">{question}</p>', question=question) for question in questions
        ),
        statement=fact.statement,
        mentioned_term=describe.labels.MENTIONED,
        backed_term=describe.labels.backed(fact),
        mentioned="mention" if standing.mentioned else "no",
        mentioned_word=describe.page.yes(standing.mentioned),
        mention=" ".join(
            filter(None, (describe.mention(standing), describe.page.sentence(describe.wordings(standing))))
        ),
        backed="yes" if standing.established else "no",
        backed_word=describe.page.yes(standing.established),
        evidence=describe.evidence(standing),
        may="may" if standing.established else "may-not",
        verdict=describe.may_answer(fact, standing),
    )


class EvidenceView(View):
    """The evidence at the experiment's moment."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        self._panel = Region(html=pn.bind(evidence, experiment.param.frame, experiment.param.failures))
