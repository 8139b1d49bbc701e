"""What each call of a model read, and how much of it a provider's cache could have kept.

An agent that is a reader of the lesson reads its own request; any other agent reads the whole context. Two agents never
share a cached beginning, so each call is compared with the last prompt of the same agent.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sim.adk.content import Content
from sim.adk.view import ReaderView, view, weight_of
from sim.lesson.reader import Reader
from sim.lesson.turn import Turn
from sim.prompt.cache import reusable
from sim.prompt.request import instructions, request
from sim.state.context import Context
from sim.state.session import Session


class Prompt(msgspec.Struct, frozen=True):
    """What an agent reads of a context.

    - `agent`: the agent's name.
    - `context`: the context that it reads.
    - `tokens`: what it reads, in teaching tokens.
    - `history`: the part of `tokens` that is older than the current invocation and that not every prompt repeats; 0 for an
      agent that reads only the current turn, and for a helper that has its own context.
    - `reader`: the lesson's reader of that name, if it has a request of its own; None: it reads the whole context.
    """

    agent: str
    context: Context
    tokens: int
    history: int = 0
    reader: Reader | None = None


class PromptsRead(msgspec.Struct, frozen=True):
    """The sums and the last prompts so far, which is all that later prompts depend on.

    - `last`: the prompt that was read last; None before the first.
    - `by_agent`: the last prompt of each agent that has read one, in the order of their first prompts.
    - `calls`: how many prompts were read.
    - `history`: the sum of the `history` of all prompts, in teaching tokens.
    - `uncached`: the part of all prompts that no cache could have kept from the same agent's prompt before, in teaching
      tokens.
    """

    last: Prompt | None = None
    by_agent: tuple[Prompt, ...] = ()
    calls: int = 0
    history: int = 0
    uncached: int = 0

    def then(self, prompt: Prompt) -> PromptsRead:
        """The prompts read after that one was read too."""
        before = self.of(prompt.agent)
        others = [prompt if one.agent == prompt.agent else one for one in self.by_agent]
        return PromptsRead(
            last=prompt,
            by_agent=tuple(others if before else [*others, prompt]),
            calls=self.calls + 1,
            history=self.history + prompt.history,
            uncached=self.uncached + prompt.tokens - kept(before, prompt),
        )

    def of(self, agent: str) -> Prompt | None:
        """The agent's last prompt, or None."""
        return next((one for one in self.by_agent if one.agent == agent), None)


def prompt(context: Context, turn: Turn) -> Prompt:
    """What the agent reads of the context to write the turn."""
    return prompt_of(context, turn.by)


def prompt_of(context: Context, agent: str) -> Prompt:
    """What an agent would read of the context."""
    session = context.session
    reader = next((one for one in session.fixture.readers if one.name == agent), None)
    if reader is None or (not session.shared and not reader.branch):
        return Prompt(agent, context, context.tokens, max(0, context.tokens - _fixed(context) - _current(context)))
    return _requested(context, reader)


def kept(before: Prompt | None, now: Prompt) -> int:
    """The teaching tokens with which both prompts of an agent begin; 0 if there was no prompt before."""
    if before is None:
        return 0
    if now.reader is None:
        return reusable(before.context, now.context)
    if not now.context.session.shared:
        return before.tokens  # a helper's own context only grows
    return _begins_alike(before.context, now.context, view(now.context.session, now.reader))


def _fixed(context: Context) -> int:
    """What instructions and tool declarations weigh."""
    return context.session.fixed_weights[context.arrived]


def _began(context: Context) -> int:
    """The position at which the current invocation began; it is the invocation of the turn that comes next."""
    session = context.session
    return session.began[min(context.arrived, len(session.began) - 1)]


def _current(context: Context) -> int:
    """What the unpinned turns of the current invocation in the context weigh, in teaching tokens."""
    session, began = context.session, _began(context)
    low, high = session.unpinned_before(began), session.unpinned_before(context.arrived)
    sums = session.unpinned_weights
    kept = sum(session.turns[k].tokens for k in context.kept if k >= began)
    return kept + max(0, sums[high] - sums[max(low, min(context.gone, high))])


def _requested(context: Context, reader: Reader) -> Prompt:
    """The prompt of an agent that has a request of its own."""
    session, agent = context.session, reader.name
    if not session.shared:
        return Prompt(agent, context, request(context, reader).tokens, reader=reader)
    seen, end = view(session, reader), session.unpinned_before(context.arrived)
    fixed = sum(message.tokens for message in instructions(context, reader))
    start, began = _start(context, seen), _began(context)
    if start is None:
        newest = seen.history(context.summaries, end)
        tokens = fixed + weight_of(newest, context.summaries, session)
    else:
        newest = seen.messages(max(start, seen.last_cut(session.unpinned_before(began))), end)
        cut, stop = (max(start, place) for place in seen.rest(end))
        rest = weight_of(seen.messages(cut, stop), context.summaries, session)
        tokens = fixed + context.summaries.tokens + seen.weight(cut) - seen.weight(start) + rest
    current = _since(newest, began, session)
    whole = reader.contents == "default"
    return Prompt(agent, context, tokens, max(0, tokens - fixed - current) if whole else 0, reader)


def _since(messages: Iterable[Content], began: int, session: Session) -> int:
    """What the turns from that position on weigh in messages that were assembled with all that belongs to them."""
    places = (session.position[name] for message in messages if not message.summary for name in message.ids)
    return sum(session.turns[k].tokens for k in places if k >= began)


def _start(context: Context, seen: ReaderView) -> int | None:
    """The number of the first event that no summary hides, if the history can be cut there.

    None if it cannot be cut there, or if the reader reads only the current turn.
    """
    unbroken = context.summaries.unbroken
    whole = seen.reader.contents == "default" and unbroken >= 0 and seen.is_cut(unbroken)
    return unbroken if whole else None


def _begins_alike(before: Context, now: Context, seen: ReaderView) -> int:
    """The teaching tokens of the messages with which both requests begin."""
    session = now.session
    told = instructions(before, seen.reader)
    fixed = sum(message.tokens for message in told)
    if len(told) != len(instructions(now, seen.reader)):
        return fixed  # another instruction comes before all the rest
    ends = [session.unpinned_before(context.arrived) for context in (before, now)]
    start = _start(before, seen)
    shared = before.summaries.shared_with(now.summaries)
    # A summary that is written anew may begin where the last one did, if the turns that it took were hidden already.
    if start is None or start != _start(now, seen) or not shared.count == len(before.summaries) == len(now.summaries):
        if start is not None and _start(now, seen) is not None:
            return fixed + shared.tokens
        was, new = (seen.history(one.summaries, end) for one, end in zip((before, now), ends))
        return fixed + weight_of(_leading(was, new, shared.count), now.summaries, session)
    cut = max(start, seen.rest(ends[0])[0])
    was, new = (seen.messages(cut, end) for end in ends)
    settled = now.summaries.tokens + seen.weight(cut) - seen.weight(start)
    return fixed + settled + weight_of(_leading(was, new), now.summaries, session)


def _leading(was: tuple[Content, ...], new: tuple[Content, ...], summaries: int = 0) -> tuple[Content, ...]:
    """The messages with which both begin. Only the first `summaries` summaries count as the same."""
    alike: list[Content] = []
    for one, other in zip(was, new):
        summaries -= one.summary
        if one != other or (one.summary and summaries < 0):
            break
        alike.append(one)
    return tuple(alike)
