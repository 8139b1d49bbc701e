"""Outcomes that the lessons teach, written by hand. The golden and live tests check that both sides give them."""

from __future__ import annotations

from typing import Any

from tests.adk.sessions import Call, Event, Reader, Result, Session, Settings, Summary

_CALL = {"calls": (Call(id="c1"),)}
_RESULT = {"results": (Result(id="c1"),)}


def _events(*said: tuple[str, int, dict[str, Any]], at: tuple[float, ...] = ()) -> Session:
    """Events e1, e2, ... made from (author, invocation, other fields). They are one second apart, or at the times in `at`."""
    return tuple(
        Event(id=f"e{k}", author=author, invocation=f"i{turn}", at=at[k - 1] if at else k, **({"text": 60} | more))
        for k, (author, turn, more) in enumerate(said, 1)
    )


def _turns(count: int, size: int = 60) -> Session:
    """Questions and answers. Each pair is one invocation."""
    both = [(author, k, {"text": size}) for k in range(1, count + 1) for author in ("user", "root")]
    return _events(*both)


SLIDING = Settings(policy="sliding", interval=2, overlap=1)
TOKEN = Settings(policy="token", threshold=100, retention=2)
_PAIR = ("root", 2, _CALL | {"text": 0}), ("root", 2, _RESULT | {"text": 0})

# name: settings, session, expected compactions and request
REPLAYS: dict[str, tuple[Settings, Session, list[dict[str, Any]]]] = {
    "two new invocations and one that overlaps": (
        SLIDING,
        _turns(4),
        [
            {"after": "e4", "seed": None, "summarized": ["e1", "e2", "e3", "e4"], "start": 1, "end": 4},
            {"after": "e8", "seed": None, "summarized": ["e3", "e4", "e5", "e6", "e7", "e8"], "start": 3, "end": 8},
            {"request": [["model", None, ["S1"]], ["model", None, ["S2"]]]},
        ],
    ),
    "a cut that would part a pair moves earlier, and the first summary seeds the second": (
        TOKEN,
        _events(
            *(("user", 1, {}), ("root", 1, {}), ("user", 2, {}), *_PAIR, ("root", 2, {"prompt_tokens": 100})),
            *(("user", 3, {}), ("root", 3, {"prompt_tokens": 130})),
        ),
        [
            {"after": "e6", "seed": None, "summarized": ["e1", "e2", "e3"], "start": 1, "end": 3},
            {"after": "e8", "seed": "S1", "summarized": ["e4", "e5", "e6"], "start": 1, "end": 6},
            {"request": [["model", None, ["S2"]], ["user", None, ["e7"]], ["model", None, ["e8"]]]},
        ],
    ),
    "one token below the threshold": (
        TOKEN,
        _events(("user", 1, {}), ("root", 1, {}), ("user", 2, {}), ("root", 2, {"prompt_tokens": 99})),
        [{"request": [["user" if k % 2 else "model", None, [f"e{k}"]] for k in (1, 2, 3, 4)]}],
    ),
    "an oversized summary is kept, and the next one waits until it would pay": (
        Settings(policy="sliding", interval=1, overlap=0, summary=300),
        _turns(3, 20),
        [
            {"after": "e2", "seed": None, "summarized": ["e1", "e2"], "start": 1, "end": 2},
            {
                "request": [
                    ["model", None, ["S1"]],
                    *([["user" if k % 2 else "model", None, [f"e{k}"]] for k in (3, 4, 5, 6)]),
                ]
            },
        ],
    ),
}


def _after_a_summary(size: int) -> Session:
    """A question after a summary of 50 characters.

    As JSON the question is 37 characters longer and the summary 38. An empty summary has 27.
    """
    old = Event(id="k1", invocation="k1", at=2, summary=Summary(start=1, end=2, size=50))
    return (*_turns(1), old, Event(id="e3", invocation="i2", at=3, text=size))


COMPACTIONS: dict[str, tuple[Settings, Session, dict[str, Any]]] = {
    "what would save no more than the last summary weighs is left alone": (
        Settings(policy="sliding", interval=1, overlap=0),
        _after_a_summary(50 + 38 + 27 - 37),
        {"fired": False, "request": [["model", None, ["k1"]], ["user", None, ["e3"]]]},
    ),
    "one character more, and it is summarized": (
        Settings(policy="sliding", interval=1, overlap=0),
        _after_a_summary(50 + 38 + 27 - 37 + 1),
        {
            "fired": True,
            "seed": None,
            "summarized": ["e3"],
            "start": 3,
            "end": 3,
            "request": [["model", None, ["k1"]], ["model", None, ["S"]]],
        },
    ),
    "a tied timestamp hides an event that nobody summarized": (
        TOKEN,
        _events(
            *(("user", 1, {}), ("root", 1, {}), ("user", 2, {}), ("root", 2, {"prompt_tokens": 100})),
            at=(1, 2, 2, 3),
        ),
        {
            "fired": True,
            "seed": None,
            "summarized": ["e1", "e2"],
            "start": 1,
            "end": 2,
            "request": [["model", None, ["S"]], ["model", None, ["e4"]]],
        },
    ),
    "in the middle of a turn the request that is being worked on is summarized away": (
        Settings(policy="token", threshold=100, retention=2, before_call=True),
        _events(
            ("user", 1, {}), ("root", 1, _CALL | {"text": 0, "prompt_tokens": 100}), ("root", 1, _RESULT | {"text": 0})
        ),
        {
            "fired": True,
            "seed": None,
            "summarized": ["e1"],
            "start": 1,
            "end": 1,
            "request": [["model", None, ["S"]], ["model", None, ["e2>0"]], ["user", None, ["e3<0"]]],
        },
    ),
    "a call that died inside an invocation does not hold up the rest": (
        Settings(policy="sliding", interval=2, overlap=0),
        _events(("user", 1, {}), ("user", 2, {}), ("root", 2, _CALL), ("user", 3, {}), ("root", 3, {})),
        {
            "fired": True,
            "seed": None,
            "summarized": ["e1", "e2", "e3", "e4", "e5"],
            "start": 1,
            "end": 5,
            "request": [["model", None, ["S"]]],
        },
    ),
    "a call that died as the first event of an invocation does": (
        Settings(policy="sliding", interval=2, overlap=0),
        _events(("user", 1, {}), ("root", 1, {}), ("root", 2, _CALL), ("user", 3, {}), ("root", 3, {})),
        {
            "fired": True,
            "seed": None,
            "summarized": ["e1", "e2"],
            "start": 1,
            "end": 2,
            "request": [
                ["model", None, ["S"]],
                ["model", None, ["e3"]],
                ["user", None, ["e4"]],
                ["model", None, ["e5"]],
            ],
        },
    ),
}

ASSEMBLIES: dict[str, tuple[Reader, Session, list[list[Any]]]] = {
    "for the current turn alone, a summary passes for the user's latest word": (
        Reader(include="none"),
        (
            *_events(("user", 1, {}), ("root", 1, _CALL | {"text": 0}), ("root", 1, _RESULT | {"text": 0})),
            Event(id="k1", invocation="k1", at=3, summary=Summary(start=1, end=1)),
        ),
        [["model", None, ["k1"]]],
    ),
    "words between two reports of a tool are outdated by the second": (
        Reader(),
        _events(
            *(("user", 1, {}), ("root", 1, _CALL | {"text": 0}), ("root", 1, _RESULT | {"text": 0})),
            *(("root", 1, {}), ("root", 1, _RESULT | {"text": 0}), ("root", 1, {})),
        ),
        [["user", None, ["e1"]], ["model", None, ["e2>0"]], ["user", None, ["e5<0"]], ["model", None, ["e6"]]],
    ),
    "the user's words between them are not": (
        Reader(),
        _events(
            *(("user", 1, {}), ("root", 1, _CALL | {"text": 0}), ("root", 1, _RESULT | {"text": 0})),
            *(("user", 1, {}), ("root", 1, _RESULT | {"text": 0}), ("root", 1, {})),
        ),
        [
            ["user", None, ["e1"]],
            ["model", None, ["e2>0"]],
            ["user", None, ["e5<0"]],
            ["user", None, ["e4"]],
            ["model", None, ["e6"]],
        ],
    ),
    "results that the user posts back reach back to their calls, and the earlier one gets lost": (
        Reader(include="none"),
        _events(
            ("user", 1, {}),
            ("root", 1, {"calls": (Call(id="c1"),), "long_running": ("c1",), "text": 0}),
            ("user", 2, {}),
            ("root", 2, {"calls": (Call(id="c2"),), "long_running": ("c2",), "text": 0}),
            ("user", 3, {}),
            ("user", 4, {"results": (Result(id="c1"),), "text": 0}),
            ("user", 5, {"results": (Result(id="c2"),), "text": 0}),
        ),
        [
            ["user", None, ["e1"]],
            ["model", None, ["e2>0"]],
            ["user", None, ["e3"]],
            ["model", None, ["e4>0"]],
            ["user", None, ["e7<0"]],
        ],
    ),
    "two summaries stand where their ranges end, whichever was written first": (
        Reader(),
        (
            *_turns(3),
            Event(id="k1", invocation="k1", at=6, summary=Summary(start=4, end=5)),
            Event(id="k2", invocation="k2", at=6, summary=Summary(start=1, end=2)),
        ),
        [["model", None, ["k2"]], ["user", None, ["e3"]], ["model", None, ["k1"]], ["model", None, ["e6"]]],
    ),
    "a last result without an id goes to the newest call of its tool without one": (
        Reader(),
        _events(
            ("user", 1, {}),
            ("root", 1, {"calls": (Call(name="find"),), "text": 0}),
            ("root", 1, {"calls": (Call(),), "text": 0}),
            ("root", 1, {"calls": (Call(id="c1"),), "long_running": ("c1",), "text": 0}),
            ("root", 1, {}),
            ("root", 1, {"results": (Result(),), "text": 0}),
        ),
        [["user", None, ["e1"]], ["model", None, ["e2>0"]], ["model", None, ["e3>0"]], ["user", None, ["e6<0"]]],
    ),
}
