"""The words of *Which lever first?*: from what a person sees in an agent to what to change, and in which order.

The numbers in braces come from replays of the bundled lessons, so that no advice is given that a lesson does not show.
"""

from __future__ import annotations

import msgspec

HEADING = "Which lever first?"
OPEN = "Which lever first?"
INTRODUCTION = (
    "Begin with what you see. Each line says the cause, what to change, and which lesson shows both. "
    "The figures are teaching tokens of that lesson and measure no model."
)
SYMPTOM = "What you see"
CAUSE = "Why"
LEVER = "What to change"
SHOWN = "Seen in"
WITHOUT = "without it"
WITH = "with it"
ORDER_HEADING = "In this order"
NEVER_HEADING = "When not to compress at all"
QUESTIONS_HEADING = "Three questions before you turn it on"


class Words(msgspec.Struct, frozen=True):
    """What is said of one symptom.

    - `symptom`: what a person sees.
    - `cause`: where it comes from.
    - `lever`: what to change.
    - `shown`: what the lesson shows, with names in braces as in a guide (`guide.filling`); names of the replay without the
      lever begin with "without".
    """

    symptom: str
    cause: str
    lever: str
    shown: str


SYMPTOMS: dict[str, Words] = {
    "forgets": Words(
        "It forgets what the user said",
        "The turn that said it has left, and nothing that stayed carries it.",
        "Let a summary carry it with its source, in a section of its own. Repeating it later proves nothing.",
        "At {seconds} seconds the rule about pushing is {without.push.state} if only the last turns stay. "
        "With a section for rules it is {push.state}.",
    ),
    "distorts": Words(
        "It remembers it slightly wrong",
        "The summary is written from the summary before, and each time a little is lost.",
        "Pin the exact words, and limit the pins.",
        "At {seconds} seconds the refund is {without.refund.state} without pins. With pins it is {refund.state}.",
    ),
    "rejected": Words(
        "The provider rejects the request",
        "A tool's call has left without its result, or a result without its call.",
        "Let calls and results leave only together.",
        "At {seconds} seconds, results without their call: {without.faults} if pairs may be split, {faults} if they leave "
        "together.",
    ),
    "slower": Words(
        "Everything got slower after a compaction",
        "The summary changed the beginning of the prompt, so a cache must read all that follows anew.",
        "Compress later and less often.",
        "If the policy acts at a share of {without.parameters.share}, no cache could keep {without.uncached} teaching "
        "tokens of all prompts. At {parameters.share} these are {uncached}.",
    ),
}

ORDER = (
    "Look at what fills the window: the fixed part, the results of tools, or the conversation.",
    "Keep out what is not needed: trim results where they are made, or keep a handle to them.",
    "Let each agent read only its own part.",
    "Then compress: late, with a few turns kept word for word, and with calls and results together.",
    "Carry what must be proven with its source, and limit how much of it.",
    "A larger budget comes last: it moves the moment of the loss and does not prevent it.",
)
NEVER = (
    "The longest session fits the budget with room for one large result. Under no compression no call fails.",
    "What fills the window is the fixed part. No policy may remove it.",
    "Any detail may be asked for word for word. A summary keeps only what somebody chose to carry.",
)
QUESTIONS = (
    "Which facts must still be proven at the end, and who said them?",
    "Which part of the prompt grows with every turn?",
    "What happens to the turn if the summarizer fails, is late, or is wrong?",
)
