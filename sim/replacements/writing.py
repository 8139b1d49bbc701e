"""How a summary comes into a context, whatever its form: once for all of them.

A rolling summary is written from the previous one and the newer turns, and takes its place. Any other stands
beside the ones before, unless its range contains theirs.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sim.checks import SUMMARY_ID
from sim.context import Context
from sim.describe import reasons
from sim.moment import Moment
from sim.operations import Kind, Operation
from sim.replacements.replacement import Replacement, Why
from sim.selections.chosen import Chosen
from sim.summarizer import Section
from sim.summary import As, Form, Place, Summary


class Writing(msgspec.Struct, frozen=True, kw_only=True):
    """A form of summary with its rules; where `place` and `role` are None they are settings.

    `ages`: the summary remembers in which generation it first heard of each fact. `lacks` names
    the required sections that are not in it.
    """

    form: Form
    rolling: bool
    ages: bool = True
    lacks: Callable[[Summary], tuple[Section, ...]] | None = None
    place: Place | None = None
    role: As | None = None

    def write(self, moment: Moment, chosen: Chosen, why: Why) -> tuple[Context, tuple[Operation, ...]]:
        """The context with the summary in it; as it was if the summary lacks a required section."""
        context, session = moment.context, moment.session
        previous = context.summary if self.rolling else None
        summary = self._summary(moment, chosen, previous)
        read = sum(session.turns[k].tokens for k in chosen.covered) + (previous.tokens if previous else 0)
        context = context.changed(ledger=context.ledger.tried(read))
        if self.lacks and (lacking := self.lacks(summary)):
            reason = reasons.lacks_sections(summary.id, lacking)
            return context, (_step("reject", moment.context.tokens, context.tokens, reason),)
        ledger = context.ledger.wrote(summary.tokens, context.arrived)
        after = context.without(chosen.leaving, ledger).with_summaries(_standing(context, summary, self.rolling))
        covered = set(chosen.covered)
        turns = tuple(session.turns[k] for k in chosen.leaving if k in covered)
        kind: Kind = "fold" if previous else "summarize"
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
            reason = reasons.hidden(hidden, summary.id)
            steps.append(Operation(kind="hide", turns=hidden, before=after.tokens, after=after.tokens, reason=reason))
        return after, tuple(steps)

    @property
    def replacement(self) -> Replacement:
        """It as a policy takes it."""
        return Replacement(apply=self.write, writes=True)

    def _summary(self, moment: Moment, chosen: Chosen, previous: Summary | None) -> Summary:
        session, settings = moment.session, moment.settings
        since = session.loose_before(chosen.covered[0])
        start, stop = since, session.loose_before(chosen.covered[-1]) + 1
        if previous:
            start, stop = min(start, previous.start), max(stop, previous.stop)
        generation = previous.generation + 1 if previous else 1
        return Summary(
            session=session,
            start=start,
            stop=stop,
            settings=settings,
            form=self.form,
            id=SUMMARY_ID if self.rolling else f"{SUMMARY_ID}{moment.context.ledger.compactions + 1}",
            tokens=settings["summary_tokens"],
            generation=generation,
            since=since,
            written=moment.context.arrived,
            without=_without(session.loose, start, stop, chosen, previous),
            born=_born(moment, chosen, previous, generation) if self.ages else (),
            place=self.place or settings["placement"],
            role=self.role or settings["summary_role"],
        )


def _without(
    loose: tuple[int, ...], start: int, stop: int, chosen: Chosen, previous: Summary | None
) -> tuple[int, ...]:
    """The positions in the range that neither the previous summary nor this one was given."""
    older = previous.stop - previous.start - len(previous.without) if previous else 0
    if stop - start == older + len(chosen.covered):
        return ()
    known = {*chosen.covered, *(previous.covered if previous else ())}
    return tuple(k for k in loose[start:stop] if k not in known)


def _born(
    moment: Moment, chosen: Chosen, previous: Summary | None, generation: int
) -> tuple[tuple[str, int], ...]:
    """Each fact that the summary has heard of, with the generation in which it first did."""
    born = dict(previous.born) if previous else {}
    for k in chosen.covered:
        turn = moment.session.turns[k]
        for fact in turn.evidence + turn.mentions:
            born.setdefault(fact, generation)
    return tuple(born.items())


def _standing(context: Context, summary: Summary, rolling: bool) -> tuple[Summary, ...]:
    """The summaries after this one: a rolling one alone, or those besides that its range does not contain."""
    if rolling:
        return (summary,)
    start, end = summary.first_timestamp, summary.last_timestamp
    others = (one for one in context.summaries if one.first_timestamp < start or one.last_timestamp > end)
    return (*others, summary)


def _step(kind: Kind, before: int, after: int, reason: str) -> Operation:
    return Operation(kind=kind, turns=(), before=before, after=after, reason=reason)
