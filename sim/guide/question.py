"""What a step asks, the answers to choose from, and the right one, all worked out from the replay.

The wrong answers come from plausible mistakes. The answers have a fixed order that does not show which one is right.
"""

from __future__ import annotations

from sim import describe
from sim.analysis.ask import ask, reach
from sim.analysis.asked import Asked, Choice, Posed
from sim.analysis.smallest_budget import Least, smallest_budget
from sim.analysis.survey import Survey
from sim.analysis.viewpoint import Viewpoint
from sim.describe import guide as words
from sim.guide.figures import leaving, listed
from sim.lesson.fact import Fact
from sim.lesson.step import Question, SmallestBudget, StillBacked, WhatAnswer, WhatLeaves
from sim.state.provenance import FactStatus

MOST_CHOICES = 4
NOTHING = "none"


def posed(view: Viewpoint, question: Question) -> Posed:
    """The question as it is asked at that moment, without the reason of the right answer, which may take a long search."""
    match question:
        case WhatLeaves():
            return _leaves(view)
        case StillBacked():
            return _backed(view, question)
        case SmallestBudget():
            return _smallest(view, question, _least(view, question))
        case WhatAnswer():
            return _answer(view, question)


def asked(view: Viewpoint, question: Question) -> Asked:
    """The question as it is asked at that moment, with the reason of the right answer."""
    match question:
        case WhatLeaves():
            return _because(_leaves(view), describe.operations(view.frame))
        case StillBacked():
            fact = _fact(view, question.fact)
            standing = view.replay.at(_moment(view, question)).facts[fact.id]
            return _because(_backed(view, question), describe.may_answer(fact, standing))
        case SmallestBudget():
            least = _least(view, question)
            told = f"{describe.smallest_budget(view.settings, least, _fact(view, question.fact).source)} {words.everything(_everything(view))}"
            return _because(_smallest(view, question, least), told)
        case WhatAnswer():
            verdict = ask(view.replay, view.seconds, question.probe)
            return _because(_answer(view, question), " ".join(words.verdict(verdict)))


def _because(found: Posed, reason: str) -> Asked:
    return Asked(text=found.text, choices=found.choices, right=found.right, reason=reason)


def _fact(view: Viewpoint, name: str) -> Fact:
    return next(fact for fact in view.fixture.facts if fact.id == name)


def _moment(view: Viewpoint, question: StillBacked) -> float:
    """The moment that the question is about, in seconds."""
    return view.fixture.duration if question.at is None else question.at


def _least(view: Viewpoint, question: SmallestBudget) -> Least:
    return smallest_budget(Survey(view.fixture, view.settings.chosen), view.settings, question.fact, view.seconds)


def _everything(view: Viewpoint) -> int:
    """The weight of the whole session at the moment, in teaching tokens."""
    return view.frame.context.session.weights[view.frame.index]


def _leaves(view: Viewpoint) -> Posed:
    frame, context = view.frame, view.before.context
    turns, arrived = view.fixture.turns, frame.arrived
    unpinned = [turns[k].id for k in context.unpinned]
    pinned = [turn.id for turn in context.pinned]
    right = leaving(view)
    newest = (arrived.id,) if arrived else ()
    # Plausible mistakes: only half of many turns, all turns, the oldest one, a pinned one, the two oldest, the newest, the
    # last one before it, none.
    many = [right[: len(right) // 2], (*unpinned, *newest)] if len(right) > 2 else []
    mistakes = [*many, tuple(unpinned[:1]), tuple(pinned[:1]), tuple(unpinned[:2]), newest, tuple(unpinned[-1:]), ()]
    order = {turn.id: k for k, turn in enumerate(turns)}
    sets = list(dict.fromkeys([right, *mistakes]))[:MOST_CHOICES]
    sets.sort(key=lambda ids: (len(ids), [order[name] for name in ids]))
    return Posed(
        text=words.what_leaves(frame),
        choices=tuple(Choice("+".join(ids) or NOTHING, words.leaving(listed(view, ids))) for ids in sets),
        right="+".join(right) or NOTHING,
    )


def _backed(view: Viewpoint, question: StillBacked) -> Posed:
    seconds, fact = _moment(view, question), _fact(view, question.fact)
    standing = view.replay.at(seconds).facts[fact.id]
    return Posed(
        text=words.still_backed(fact, seconds),
        choices=tuple(Choice(name, text) for name, text in words.backing(fact.source).items()),
        right=_backing(standing),
    )


def _backing(standing: FactStatus) -> str:
    if any(item == source for item, source in standing.through):
        return "own"
    return "carried" if standing.established else "mentioned" if standing.mentioned else "gone"


def _smallest(view: Viewpoint, question: SmallestBudget, least: Least) -> Posed:
    settings, fact = view.settings, _fact(view, question.fact)
    right, said = least.budget, _said(view, fact.id)
    pinned = sum(turn.tokens for turn in view.frame.context.pinned)
    # Plausible mistakes: the weight of the whole session, of the fact's own turn with the pinned turns, of the current context,
    # and the lesson's own budgets.
    mistakes = [_everything(view), pinned + said, view.frame.tokens, settings.budget, *view.fixture.budgets]
    found = list(dict.fromkeys([right, *(one for one in mistakes if one), None]))[:MOST_CHOICES]
    found.sort(key=lambda budget: (budget is None, budget or 0))
    return Posed(
        text=words.smallest(fact, settings, view.seconds),
        choices=tuple(Choice(NOTHING if one is None else str(one), words.budget(one)) for one in found),
        right=NOTHING if right is None else str(right),
    )


def _said(view: Viewpoint, fact: str) -> int:
    """The weight of the newest turn that has established the fact, in teaching tokens; 0 if none has."""
    said = view.frame.facts[fact].origins
    return next((turn.tokens for turn in view.fixture.turns if said and turn.id == said[-1]), 0)


def _answer(view: Viewpoint, question: WhatAnswer) -> Posed:
    probe = next(probe for probe in view.fixture.probes if probe.id == question.probe)
    return Posed(
        text=words.what_answer(probe, view.seconds),
        choices=tuple(Choice(name, text) for name, text in words.REACH[_fact(view, probe.fact).source].items()),
        right=reach(view.frame.facts[probe.fact]),
    )
