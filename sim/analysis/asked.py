"""A question of the guide, the answer that was chosen, and the comparison of it with the right one."""

from __future__ import annotations

import msgspec

from sim.lesson.invalid import InvalidInput, shown


class Choice(msgspec.Struct, frozen=True):
    """One answer to choose.

    - `id`: a short id, which can be part of an address.
    - `text`: its words.
    """

    id: str
    text: str


class Posed(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its right answer, but without the reason, which may take a search among many replays.

    - `text`: its words.
    - `choices`: the answers to choose from.
    - `right`: the id of the right choice.
    """

    text: str
    choices: tuple[Choice, ...]
    right: str

    @property
    def answer(self) -> Choice:
        """The right choice."""
        return self.choice(self.right)

    def offers(self, chosen: str | None) -> bool:
        """Whether that can have been answered: the id of a choice, or None for a question that was skipped."""
        return chosen is None or chosen in [choice.id for choice in self.choices]

    def choice(self, name: str) -> Choice:
        """The choice with that id; StopIteration if there is none."""
        return next(choice for choice in self.choices if choice.id == name)


class Asked(Posed, frozen=True, kw_only=True):
    """A question with its right answer and the reason.

    - `text`, `choices`, `right`: as of a `Posed`.
    - `reason`: why the right choice is right.
    """

    reason: str

    def compared(self, chosen: str | None) -> Outcome:
        """The learner's choice (an id, or None if skipped) and the right one; InvalidInput if there is no such choice."""
        if not self.offers(chosen):
            raise InvalidInput("answer", "choice", shown(chosen), "which is not among the answers to choose from")
        return Outcome(chosen=None if chosen is None else self.choice(chosen), right=self.answer, reason=self.reason)


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """What was chosen at the question of a step.

    - `number`: the number of the step, from 1.
    - `count`: how many steps there are.
    - `title`: the heading of the step.
    - `question`: the question.
    - `chosen`: the id of the choice; None: the question was skipped.
    """

    number: int
    count: int
    title: str
    question: Posed
    chosen: str | None


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What was chosen, compared with what is right.

    - `chosen`: the learner's choice; None: the question was skipped.
    - `right`: the right choice.
    - `reason`: why it is right.
    """

    chosen: Choice | None
    right: Choice
    reason: str

    @property
    def correct(self) -> bool:
        """Whether the two are the same."""
        return self.chosen == self.right
