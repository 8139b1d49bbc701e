"""How a summary of any form is put into a context.

A rolling summary is written from the previous one and the newer turns, and replaces it. Any other summary is added to the
earlier ones, and replaces only those whose ranges are within its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import msgspec

from sim.lesson.identifiers import SUMMARY_ID
from sim.lesson.summarizer import Section
from sim.policies.moment import Moment
from sim.policies.replacements.replacement import Replacement, Why
from sim.policies.shared import HasPlacement, HasSummarizer
from sim.state.chosen import Chosen
from sim.state.context import Context
from sim.state.operations import Operation, OperationKind
from sim.state.reasons import Hidden, LacksSections, Reason
from sim.state.summaries import NONE, Summaries
from sim.state.summary import As, Form, Placement, Summary

S = TypeVar("S", bound=HasSummarizer)


class Placed(msgspec.Struct, frozen=True):
    """The place of a summary.

    - `place`: "after-system", "in-place" or "at-end".
    - `role`: whose message the summary is.
    """

    place: Placement
    role: As


def chosen_standing(parameters: HasPlacement) -> Placed:
    """The place that the learner chose."""
    return Placed(parameters.placement, parameters.summary_role)


def after_what_it_covers(parameters: object) -> Placed:
    """The place in ADK: a message of the agent at the end of the summary's range."""
    return Placed("in-place", "assistant")


class Writing(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """A form of summary with its rules.

    - `form`: gives the form of a summary at the moment when it is written.
    - `stands`: gives the place of a summary by the policy's parameters.
    - `rolling`: whether it is written from the previous summary and replaces it.
    - `ages`: whether it remembers the generation in which each fact was first folded.
    - `fresh`: gives the ids of the facts that do not age while this summary carries them.
    - `lacks`: gives the required sections that a summary lacks; None: the form has no sections.
    """

    form: Callable[[Moment[S]], Form]
    stands: Callable[[S], Placed]
    rolling: bool
    ages: bool = True
    fresh: Callable[[Summary], Iterable[str]] = lambda _: ()
    lacks: Callable[[Summary], tuple[Section, ...]] | None = None

    def write(self, moment: Moment[S], chosen: Chosen, why: Why) -> tuple[Context, tuple[Operation, ...]]:
        """The context with the summary in it; if the summary lacks a required section, only the accounts change."""
        context, session = moment.context, moment.session
        previous = context.summary if self.rolling else None
        summary = self._summary(moment, chosen, previous)
        read = sum(session.turns[k].tokens for k in chosen.covered) + (previous.tokens if previous else 0)
        context = context.changed(ledger=context.ledger.tried(read))
        if self.lacks and (lacking := self.lacks(summary)):
            reason = LacksSections(summary=summary.id, sections=lacking)
            return context, (_step("reject", moment.context.tokens, context.tokens, reason),)
        ledger = context.ledger.wrote(summary.tokens, context.arrived)
        after = context.without(chosen.leaving, ledger).with_summaries(_standing(context, summary, self.rolling))
        covered = set(chosen.covered)
        turns = tuple(session.turns[k] for k in chosen.leaving if k in covered)
        kind: OperationKind = "fold" if previous else "summarize"
        steps = [
            Operation(
                kind=kind,
                turns=tuple(turn.id for turn in turns),
                before=moment.context.tokens,
                after=after.tokens,
                reason=why(turns, after.tokens),
                into=summary.id,
            )
        ]
        if hidden := tuple(session.turns[k].id for k in chosen.leaving if k not in covered):
            why_hidden = Hidden(turns=hidden, summary=summary.id)
            step = Operation(kind="hide", turns=hidden, before=after.tokens, after=after.tokens, reason=why_hidden)
            steps.append(step)
        return after, tuple(steps)

    @property
    def replacement(self) -> Replacement[S]:
        """This form of summary as the replacement that a policy needs."""
        return Replacement(apply=self.write, summarizer=lambda parameters: parameters.summarizer)

    def _summary(self, moment: Moment[S], chosen: Chosen, previous: Summary | None) -> Summary:
        session, parameters = moment.session, moment.parameters
        since = session.unpinned_before(chosen.covered[0])
        start, stop = since, session.unpinned_before(chosen.covered[-1]) + 1
        if previous:
            start, stop = min(start, previous.start), max(stop, previous.stop)
        generation = previous.generation + 1 if previous else 1
        standing = self.stands(parameters)
        return Summary(
            session=session,
            start=start,
            stop=stop,
            form=self.form(moment),
            id=SUMMARY_ID if self.rolling else f"{SUMMARY_ID}{moment.context.ledger.compactions + 1}",
            tokens=parameters.summary_tokens,
            generation=generation,
            since=since,
            written=moment.context.arrived,
            without=_without(session.unpinned, start, stop, chosen, previous),
            born=_born(moment, chosen, previous, generation, self.fresh) if self.ages else (),
            place=standing.place,
            role=standing.role,
        )


def _without(
    unpinned: tuple[int, ...], start: int, stop: int, chosen: Chosen, previous: Summary | None
) -> tuple[int, ...]:
    """The positions in the range that are covered neither by the previous summary nor by the new turns."""
    older = previous.stop - previous.start - len(previous.without) if previous else 0
    if stop - start == older + len(chosen.covered):
        return ()
    known = {*chosen.covered, *(previous.covered if previous else ())}
    return tuple(k for k in unpinned[start:stop] if k not in known)


def _born(
    moment: Moment[object],
    chosen: Chosen,
    previous: Summary | None,
    generation: int,
    fresh: Callable[[Summary], Iterable[str]],
) -> tuple[tuple[str, int], ...]:
    """Each fact in the covered turns, with the generation from which it ages.

    That is the generation in which the fact was first folded, or the one after the last that kept it fresh.
    """
    born = dict(previous.born) if previous else {}
    if previous:
        born |= dict.fromkeys(fresh(previous), generation)
    for k in chosen.covered:
        turn = moment.session.turns[k]
        for fact in turn.facts:
            born.setdefault(fact, generation)
    return tuple(born.items())


def _standing(context: Context, summary: Summary, rolling: bool) -> Summaries:
    """The summaries after this one is written: a rolling one alone; otherwise also those that its range does not contain."""
    others = NONE if rolling else context.summaries.outside(summary.first_timestamp, summary.last_timestamp)
    return others.with_newest(summary)


def _step(kind: OperationKind, before: int, after: int, reason: Reason) -> Operation:
    return Operation(kind=kind, turns=(), before=before, after=after, reason=reason)
