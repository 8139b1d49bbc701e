"""The command line: the engine for people who like a terminal, and for scripts.

Its exit status is 0, or 2 with one line that names the source, the field and the value, or why nothing can be written.
"""

from __future__ import annotations

import argparse
import io
import math
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from sim import describe, handout, terminal
from sim.analysis.challenge import attempt, best
from sim.analysis.survey import Survey
from sim.export.opening import open_document
from sim.export.writing import document
from sim.guide import steps as guide
from sim.lesson.fixture import Fixture
from sim.lesson.invalid import InvalidInput, figure, shown
from sim.levers import shown as shown_levers
from sim.library import find, lessons, read
from sim.policies.choice import choose, offered
from sim.replay import replay


class _Parser(argparse.ArgumentParser):
    """Prints an error on one line; argparse alone would print its usage above the error."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {terminal.plain(message)}\n")

    def print_help(self, file: Any = None) -> None:
        """Print the help; argparse alone would say nothing if that is not possible."""
        print(self.format_help(), end="", file=file)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0 or 2."""
    # A terminal's encoding may lack a character such as a curly quote; a replay without it is better than none.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        try:
            arguments = _parser().parse_args(argv)
            arguments.run(arguments)
        finally:
            print(end="", flush=True)  # also after --help, which ends the program
    except InvalidInput as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        # Python writes once more at its end, and would report the same error again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # the program that reads has seen enough
            print(describe.announcements.not_written(error), file=sys.stderr)
            return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m sim", description=describe.STATEMENT)
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)

    def command(name: str, run: Callable[[argparse.Namespace], None], text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=f"{text} {describe.STATEMENT}")
        added.set_defaults(run=run)
        return added

    command("lessons", _lessons, "List the bundled lessons.")
    command("levers", _levers, "Tell from a symptom which lever to pull first.")
    shown_replay = command("replay", _replay, "Replay a lesson under one choice of settings.")
    shown_replay.add_argument("lesson", metavar="LESSON", help="a lesson's id or file")
    shown_replay.add_argument("--budget", metavar="N", help="teaching tokens")
    shown_replay.add_argument("--policy", metavar="NAME", help="one that the lesson offers")
    shown_replay.add_argument("--fidelity", metavar="NAME", help="preserve or drop")
    shown_replay.add_argument("--json", action="store_true", help="print the export instead")
    compared = command("compare", _compare, "Compare every budget under every policy.")
    compared.add_argument("lesson", metavar="LESSON", help="a lesson's id or file")
    compared.add_argument(
        "--every-budget", action="store_true", help="print the smallest budget that proves each fact, at every moment"
    )
    for chosen in (shown_replay, compared):
        chosen.add_argument(
            "--set", metavar="NAME=VALUE", action="append", default=[], help="a policy's parameter; may be repeated"
        )
    for timed in (shown_replay, compared):
        timed.add_argument("--at", metavar="SECONDS", help="the moment to look at; the end if absent")
    checked = command("check", _check, "Check a lesson or an export.")
    checked.add_argument("file", metavar="FILE")
    checked.add_argument("--text", action="store_true", help="print the guide's texts with their numbers too")
    guided = command("guide", _guide, "Print a lesson's guide, with its questions and the answers.")
    guided.add_argument("lesson", metavar="LESSON", help="a lesson's id or file")
    guided.add_argument("--learner", action="store_true", help="without the answers")
    return parser


def _lessons(_: argparse.Namespace) -> None:
    for name in lessons():
        fixture = find(name)
        said = f"{fixture.title}: {describe.contents(fixture)}. {describe.taught(fixture)}"
        print(f"{name}  {terminal.plain(said.rstrip())}")


def _levers(_: argparse.Namespace) -> None:
    for line in terminal.levers(shown_levers()):
        print(line)


def _replay(arguments: argparse.Namespace) -> None:
    fixture = find(arguments.lesson)
    budget = _whole(arguments.lesson, arguments.budget)
    settings = choose(
        fixture, budget, arguments.policy, arguments.fidelity, arguments.lesson, parameters=_parameters(arguments)
    )
    whole, seconds = replay(fixture, settings), _moment(arguments, fixture)
    if arguments.json:
        sys.stdout.flush()
        sys.stdout.buffer.write(document(whole, seconds))
        sys.stdout.buffer.flush()
        return
    for line in terminal.replayed(whole, seconds):
        print(line)


def _compare(arguments: argparse.Namespace) -> None:
    fixture = find(arguments.lesson)
    seconds, parameters = _moment(arguments, fixture), _parameters(arguments)
    if arguments.every_budget and arguments.at is not None:
        raise InvalidInput(arguments.lesson, "at", shown(arguments.at), "which --every-budget does not use")
    for name, value in parameters.items():
        if not any(name in offered(fixture, policy, parameters) for policy in fixture.policies):
            raise InvalidInput(arguments.lesson, name, shown(value), _not_offered(fixture, name))
    survey = Survey(fixture, parameters)
    for line in terminal.frontiers(survey) if arguments.every_budget else terminal.surveyed(survey, seconds):
        print(line)


def _guide(arguments: argparse.Namespace) -> None:
    fixture = find(arguments.lesson)
    for line in handout.introduced(fixture):
        print(line)
    if not fixture.steps:
        print(f"\n{describe.guide.NO_GUIDE}")
    for page in guide.checked(fixture, arguments.lesson):
        print()
        for line in handout.step(page, fixture, not arguments.learner):
            print(line)
    if fixture.goal:
        now = attempt(replay(fixture, choose(fixture)), fixture.goal)
        print()
        for line in handout.challenge(fixture, now, best(fixture, fixture.goal), not arguments.learner):
            print(line)
    print(f"\n{describe.STATEMENT}")


def _check(arguments: argparse.Namespace) -> None:
    opened = open_document(read(arguments.file), arguments.file)
    pages = guide.checked(opened.fixture, arguments.file, "$" if opened.settings is None else "$.fixture")
    print(f"{terminal.plain(arguments.file)}: {describe.checked(opened.fixture, opened.settings)}")
    if arguments.text:
        for line in handout.texts(pages):
            print(line)


def _not_offered(fixture: Fixture, name: str) -> str:
    """The problem with a value that is not offered, with the values that the lesson offers for that parameter instead."""
    values = [str(value) for offers in fixture.parameters.values() if name in offers for value in offers[name].offered]
    if not values:
        return "which this lesson offers for no policy"
    return f"which this lesson does not offer (it offers {', '.join(dict.fromkeys(values))})"


def _parameters(arguments: argparse.Namespace) -> dict[str, str]:
    """The values given with --set, by name; if a name is given twice, the last value counts."""
    given = {}
    for text in arguments.set:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise InvalidInput(arguments.lesson, "set", shown(text), "where NAME=VALUE is expected")
        given[name] = value
    return given


def _whole(source: str, text: str | None) -> int | None:
    try:
        return None if text is None else int(text)
    except ValueError:
        raise InvalidInput(source, "budget", shown(text), "where a whole number is expected") from None


def _moment(arguments: argparse.Namespace, fixture: Fixture) -> float:
    """The moment given with --at, in seconds; the end of the lesson if it is absent."""
    if arguments.at is None:
        return fixture.duration
    try:
        seconds = float(arguments.at)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= fixture.duration:
        problem = f"where a number of seconds from 0 to {figure(fixture.duration)} is expected"
        raise InvalidInput(arguments.lesson, "at", shown(arguments.at), problem)
    return seconds


if __name__ == "__main__":
    sys.exit(main())
