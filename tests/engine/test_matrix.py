"""Every shipped lesson under everything that it offers: the export, the comparison, the command line and the sentences
tell of one and the same state.

The comparison and the numbers are held together at every moment of every choice. An export is written and opened at
every moment of the lesson's own choice, and of each other choice at its first, its middle and its last moment;
it is written again at those three, for what was opened is equal to what was written. What it holds beside the moment
looked at is the same at all moments of a choice, and all moments of every choice would take most of a minute.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from sim import describe, terminal
from sim.__main__ import main
from sim.analysis.failed_calls import failures
from sim.analysis.survey import Survey
from sim.describe.token_budgets import KINDS
from sim.export import exact
from sim.export.opening import open_document
from sim.export.writing import document
from sim.lesson.fixture import Fixture
from sim.library import find, lessons
from sim.policies.choice import choose, policies
from sim.prompt.request import request
from sim.replay import Frame, Replay, replay
from sim.settings import Settings

from .making import every_setting

CASES = [(name, policy) for name in lessons() for policy in policies(find(name))]
every_case = pytest.mark.parametrize(("name", "policy"), CASES)


def moments(fixture: Fixture) -> tuple[float, ...]:
    """The seconds at which something changes."""
    return (0.0, *fixture.arrivals)


@every_case
def test_an_export_opens_and_is_exported_again_to_the_same_bytes(name, policy):
    fixture = find(name)
    times = moments(fixture)
    for settings in every_setting(fixture, policy):
        whole, three = replay(fixture, settings), (times[0], times[len(times) // 2], times[-1])
        for seconds in times if settings == choose(fixture) else three:
            data = document(whole, seconds)
            opened = open_document(data)
            assert (opened.fixture, opened.settings, opened.seconds) == (fixture, settings, seconds)
            assert json.loads(data)["inspection"]["shown"] == exact.moment(whole, whole.at(seconds))
            if seconds in three:
                assert document(replay(opened.fixture, opened.settings), opened.seconds) == data


@every_case
def test_a_cell_of_the_comparison_is_its_frame(name, policy):
    """That of the current choice, and those that the page shows beside it."""
    fixture = find(name)
    replays: dict[Settings, Replay] = {}
    surveys: dict[tuple[Any, ...], Survey] = {}
    for settings in every_setting(fixture, policy):
        chosen = tuple(settings.chosen.items())
        new = chosen not in surveys
        survey = surveys.setdefault(chosen, Survey(fixture, settings.chosen))
        for seconds in moments(fixture):
            current = replays.setdefault(settings, replay(fixture, settings)).at(seconds)
            assert exact.state(survey.frame(settings, seconds)) == exact.state(current)
            if not new:
                continue
            cells = survey.cells(seconds)
            own = [cell for cell in cells if cell.settings.parameters == settings.parameters]
            assert {cell.settings.budget for cell in own if cell.settings.policy == policy} == set(fixture.budgets)
            for cell in cells:
                whole = replays.setdefault(cell.settings, replay(fixture, cell.settings))
                frame = whole.at(seconds)
                assert _of_cell(cell) == _of_frame(frame) | {"failures": failures(whole, frame)}


def _of_cell(cell) -> dict[str, Any]:
    lines = cell.token_budget and {
        part: getattr(cell.token_budget, part) for part in ("fixed", "history", "current", "free")
    }
    return {
        "tokens": cell.tokens,
        "retained": cell.retained,
        "backed": {fact: list(standing.backed_by) for fact, standing in cell.facts.items()},
        "recorded": {fact: list(standing.recorded_by) for fact, standing in cell.facts.items()},
        "mentioned": {fact: list(standing.mentioned_by) for fact, standing in cell.facts.items()},
        "over": cell.over_budget,
        "stored": cell.stored,
        "read": cell.read,
        "window": lines,
        "faults": exact.plain(cell.faults),
        "unsent": set(cell.unsent),
        "failures": cell.failures,
    }


def _of_frame(frame: Frame) -> dict[str, Any]:
    """The same from what an export says of the frame, and from whole requests."""
    state = exact.state(frame)
    assert state["tokens"] == frame.tokens == sum(item["tokens"] for item in state["items"])
    requests = {reader.name: request(frame.context, reader).messages for reader in frame.fixture.readers}
    return {
        "tokens": state["tokens"],
        "retained": sum(item["kind"] == "turn" for item in state["items"]),
        "backed": {fact: standing["backed_by"] for fact, standing in state["facts"].items()},
        "recorded": {fact: standing.get("recorded_by", []) for fact, standing in state["facts"].items()},
        "mentioned": {fact: standing["mentioned_by"] for fact, standing in state["facts"].items()},
        "over": state["over_budget"] is not None,
        "stored": state["session"]["stored"],
        "read": state["prompts"]["read"],
        "window": state.get("window"),
        "faults": [fault for fault in state["faults"] if fault["kind"] != "answer_first"],
        "unsent": {name for name, messages in requests.items() if any(one.missing is not None for one in messages)},
    }


@every_case
def test_the_command_line_the_export_and_the_sentences_have_the_same_numbers(name, policy):
    fixture = find(name)
    for settings in every_setting(fixture, policy):
        whole = replay(fixture, settings)
        exported = json.loads(document(whole, fixture.duration))
        known = list(_grown(exported["arrivals"]))
        for frame in whole.frames:
            said = list(terminal.replayed(whole, frame.seconds))
            shown = exact.moment(whole, frame)
            found, wanted = _printed(said), _exported(shown, known, exported, settings)
            assert found == wanted, (settings, frame.index)
            announced = _announced(describe.arrival(frame))
            assert announced == _arrival(exported, known, frame.index, settings.budget)
            assert known[frame.index].items() <= _as_arrival(shown).items()


@every_case
def test_the_command_prints_those_lines(name, policy, capsys):
    """What a person types reaches the settings and the moment, and the comparison's rows have the same numbers."""
    fixture = find(name)
    seconds = moments(fixture)[len(fixture.turns) // 2 + 1]
    compared: dict[tuple[str, ...], dict[tuple[str, str], list[str]]] = {}
    for settings in every_setting(fixture, policy):
        given = [f"--{field}={getattr(settings, field)}" for field in ("budget", "policy", "fidelity")]
        chosen = tuple(f"--set={parameter}={value}" for parameter, value in settings.chosen.items())
        whole = replay(fixture, settings)
        assert main(["replay", name, *given, *chosen, f"--at={seconds}"]) == 0
        assert capsys.readouterr().out.splitlines() == list(terminal.replayed(whole, seconds))
        if chosen not in compared:
            assert main(["compare", name, *chosen, f"--at={seconds}"]) == 0
            rows = (re.split(r" {2,}", line) for line in capsys.readouterr().out.splitlines())
            compared[chosen] = {(row[0], row[1]): row for row in rows if len(row) > 3 and row[1].isdigit()}
        row = compared[chosen].get((describe.policy(settings), str(settings.budget)))
        assert (row is not None) == (settings.budget in fixture.budgets)
        if row is not None:
            state = exact.state(whole.at(seconds))
            kept = sum(item["kind"] == "turn" for item in state["items"])
            assert row[2:4] == [str(state["tokens"]), str(kept)]
            if "window" in state:
                free = state["window"]["free"]
                assert row[4] == (f"{free} free" if free >= 0 else f"{-free} too many")


def _grown(entries: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The arrivals of an export, each with what it leaves out because it is as it was."""
    now: dict[str, Any] = {}
    for entry in entries:
        now = now | {name: value for name, value in entry.items() if name not in ("operations", "facts", "fails")}
        # What runs say is what a moment lists.
        yield {name: value for name, value in now.items() if name not in ("context", "evicted", "hidden")}


def _as_arrival(shown: dict[str, Any]) -> dict[str, Any]:
    """A moment in the fields of an arrival."""
    return shown | shown["prompts"] | {"stored": shown["session"]["stored"]}


def _exported(
    shown: dict[str, Any], known: list[dict[str, Any]], exported: dict[str, Any], settings: Settings
) -> dict[str, Any]:
    """What an export says of a moment, as `_printed` gives it."""
    over = shown["tokens"] - settings.budget
    prompts, index = shown["prompts"], shown["index"]
    written = {}, []
    for summary in exported["summaries"]:
        written[0].update({summary["id"]: summary.get("tokens", written[0].get(summary["id"]))})
        if summary["arrival"] <= index:
            written[1].append((summary["id"], written[0][summary["id"]]))
    found = {
        "at": (index, len(exported["fixture"]["turns"]), shown["tokens"], settings.budget, max(0, over)),
        "items": [(item["id"], item["tokens"]) for item in shown["items"]],
        "left": [len(shown[place]) for place in ("evicted", "hidden", "covered") if shown[place]],
        "rows": [(entry["arrived"], entry["tokens"]) for entry in known],
        "stored": (index, shown["session"]["stored"], shown["tokens"]),
        "prompts": (prompts["read"], prompts["uncached"], prompts["summarized"], prompts["reusable"]),
        "faults": len(shown["faults"]),
        "failed": _failed(exported["arrivals"][: index + 1]),
        "written": written[1],
        "requests": [(one["reader"], one["tokens"]) for one in shown.get("requests", [])],
    }
    if steps := [step for step in shown["operations"] if step["turns"]]:
        found["steps"] = (steps[0]["before"], steps[-1]["after"])
    if exported["fixture"]["facts"] and shown["retention"]["asked"]:
        found["retention"] = tuple(shown["retention"].get(name, 0) for name in ASKED)
    if "window" in shown:
        found["window"] = (*shown["window"].values(), settings.budget)
        found["kinds"] = sorted(shown["kinds"].items())
        found["cost"] = tuple(shown["cost"][name] for name in ("tokens", "steps", "history"))
        found["savings"] = [(one["results"], one["context"]) for one in shown["savings"]]
    return found


def _failed(entries: list[dict[str, Any]]) -> list[tuple[float, str]]:
    """When each call failed, and its answer."""
    return [(entry["seconds"], entry["fails"]["answer"]) for entry in entries if "fails" in entry]


T = "teaching tokens?"
ASKED = ("asked", "answerable", "proven", "recorded")
KIND = {name: kind for kind, name in KINDS.items()}


def _printed(lines: list[str]) -> dict[str, Any]:
    """The numbers in what the command line says of a moment."""
    blank = lines.index("")
    table = lines[blank + 2 : lines.index("", blank + 1)]
    body = lines[blank + len(table) + 3 :]
    text = "\n".join(body)
    at = _one(rf"^At .*, message (\d+) of (\d+): (\d+) of (\d+) {T}(?:, (\d+) over)?\.$", text)
    read = _all(rf"All prompts so far come to (\d+) {T}\. Even with a cache, (\d+) {T}", text)
    more = _all(r"A summarizer read (\d+)", text)
    reuse = _all(rf"A cache could reuse (?:all |the first )(\d+) {T}(?: of \d+)? from", text)
    stored = _one(rf"The session stores (\d+) turns?\b.*?, (\d+) {T}; the context holds (\d+) of them", text)
    found: dict[str, Any] = {
        "at": at,
        "items": [
            (name, int(n)) for name, n in re.findall(r"^  (\S+) \w+(?: \(\w+\))? \((\d+)\): ", _top(text), re.MULTILINE)
        ],
        "left": [
            _named(ids) for ids in re.findall(r"^(?:Evicted|Hidden .*|Folded): (.*)\.$", _top(text), re.MULTILINE)
        ],
        "rows": [(None if row[1] == "nothing" else row[1].split()[0], int(row[2])) for row in map(_columns, table)],
        "stored": stored,
        "prompts": (*(read[0] if read else (0, 0)), more[0][0] if more else 0, reuse[0][0] if reuse else 0),
        "faults": len(re.findall(r"^(?:A provider rejects|Some providers reject) this prompt: ", text, re.MULTILINE)),
        "failed": [
            (float(at), name)
            for at, name in re.findall(
                r"^  At (\S+) seconds?: The (?:call for|request of) (\S+) would fail",
                _section(body, describe.labels.FAILED),
                re.MULTILINE,
            )
        ],
        "written": [
            (name, int(n))
            for name, n in re.findall(
                rf"^  (\S+), .*: (\d+) {T}\.$", _section(body, describe.page.GENERATIONS), re.MULTILINE
            )
        ],
        "requests": [
            (name, int(n))
            for name, n in re.findall(
                rf"^  (\S+), .* reads .*: (\d+) {T}\.$", _section(body, describe.page.REQUESTS), re.MULTILINE
            )
        ],
    }
    if steps := re.findall(rf"(\d+) {T} before, (\d+) after\.", body[1]):
        found["steps"] = (int(steps[0][0]), int(steps[-1][1]))
    asked = (
        r"Of (\d+) questions?, the exact answer to (\d+) can be read in the context, "
        r"and (\d+) can be proven(?:, (\d+) of them by|\.)"
    )
    if counts := _all(asked, text):
        found["retention"] = counts[0]
    if lines := re.findall(
        r"Fixed (\d+), history (\d+), current turn (\d+), reserve \d+, (\d+) (free|too many): \d+% of (\d+) is", text
    ):
        fixed, history, current, free, sign, budget = lines[0]
        left = int(free) if sign == "free" else -int(free)
        found["window"] = (int(fixed), int(history), int(current), left, int(budget))
        made_of = body[[line.startswith("  The session stores") for line in body].index(True) + 3]
        parts = re.findall(r"(\D+?) (\d+)(?:, |\.$)", made_of.strip().lower())
        found["kinds"] = sorted((KIND[name], int(tokens)) for name, tokens in parts)
        cost = _all(rf"This invocation read (\d+) {T} in (\d+) prompts?, (\d+) of them history", text)
        found["cost"] = cost[0] if cost else (0, 0, 0)
        found["savings"] = _all(rf"With the results .* they weigh (\d+), and the context (\d+) {T}\.", text)
    return found


def _announced(sentence: str) -> dict[str, int]:
    """The numbers in what the page says when a turn arrives."""
    patterns = {
        "tokens": rf"arrived from the \w+(?: \(\w+\))?, (\d+) {T}\.",
        "before": r"The context overflowed: (\d+) is over",
        "budget": r"over the budget of (\d+)\.",
        "first": rf"(\d+) {T} before, \d+ after\.",
        "holds": rf"The context holds (\d+) of \d+ {T}",
    }
    found = {name: re.search(pattern, sentence) for name, pattern in patterns.items()}
    return {name: int(match[1]) for name, match in found.items() if match}


def _arrival(exported: dict[str, Any], known: list[dict[str, Any]], index: int, budget: int) -> dict[str, int]:
    """The same from an export."""
    if not index:
        return {"holds": known[0]["tokens"]}
    weight = exported["fixture"]["turns"][index - 1]["tokens"]
    before = known[index - 1]["tokens"] + weight
    found = {"tokens": weight}
    found |= {"before": before, "budget": budget} if before > budget else {"holds": known[index]["tokens"]}
    steps = [step for step in exported["arrivals"][index].get("operations", []) if step["turns"]]
    return found | ({"first": steps[0]["before"]} if steps else {})


def _top(text: str) -> str:
    """What stands before the first heading."""
    return text.split("\n\n")[0]


def _section(lines: list[str], heading: str) -> str:
    """The lines under a heading."""
    plain = terminal.plain(heading)
    if plain not in lines:
        return ""
    start = lines.index(plain) + 1
    return "\n".join(lines[start : lines.index("", start)])


def _columns(row: str) -> list[str]:
    return re.split(r" {2,}", row)


def _named(ids: str) -> int:
    """How many "T1, T2 and 3 more" are."""
    more = re.search(r" and (\d+) more$", ids)
    return len(re.split(", | and ", ids[: more.start()] if more else ids)) + (int(more[1]) if more else 0)


def _all(pattern: str, text: str) -> list[tuple[int, ...]]:
    return [tuple(int(number or 0) for number in match.groups()) for match in re.finditer(pattern, text, re.MULTILINE)]


def _one(pattern: str, text: str) -> tuple[int, ...]:
    found = _all(pattern, text)
    assert len(found) == 1, (pattern, text)
    return found[0]
