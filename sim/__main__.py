"""The command line: the engine for those who like a terminal, and for scripts.

Its exit status is 0, or 2 with one line that names the source, the field and the value.
"""

from __future__ import annotations

import argparse
import io
import math
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from sim import describe, terminal
from sim.comparison import near_miss, smallest_budget, survey
from sim.export import document, open_document
from sim.fixture import Fixture, find, lessons, read
from sim.invalid import InvalidInput, shown
from sim.replay import replay
from sim.settings import Settings


class _Parser(argparse.ArgumentParser):
    """argparse would print its usage above the error, and more than one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {terminal.plain(message)}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0 or 2."""
    # A terminal's encoding may lack a curly quote, and a replay is worth more than the quote.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    arguments = _parser().parse_args(argv)
    try:
        arguments.run(arguments)
        sys.stdout.flush()
    except InvalidInput as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader has seen enough; Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m sim", description=describe.STATEMENT)
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)

    def command(name: str, run: Callable[[argparse.Namespace], None], text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=f"{text} {describe.STATEMENT}")
        added.set_defaults(run=run)
        return added

    command("lessons", _lessons, "List the bundled lessons.")
    shown_replay = command("replay", _replay, "Replay a lesson under one choice of settings.")
    shown_replay.add_argument("lesson", metavar="LESSON", help="a lesson's id or file")
    shown_replay.add_argument("--budget", metavar="N", help="teaching tokens")
    shown_replay.add_argument("--policy", metavar="NAME", help="one that the lesson offers")
    shown_replay.add_argument("--fidelity", metavar="NAME", help="preserve or drop")
    shown_replay.add_argument("--json", action="store_true", help="print the export instead")
    compared = command("compare", _compare, "Compare every budget under every policy.")
    compared.add_argument("lesson", metavar="LESSON", help="a lesson's id or file")
    for chosen in (shown_replay, compared):
        chosen.add_argument(
            "--set", metavar="NAME=VALUE", action="append", default=[], help="a policy's parameter; may be repeated"
        )
    for timed in (shown_replay, compared):
        timed.add_argument("--at", metavar="SECONDS", help="the moment to look at; the end if absent")
    checked = command("check", _check, "Check a lesson or an export.")
    checked.add_argument("file", metavar="FILE")
    return parser


def _lessons(_: argparse.Namespace) -> None:
    for name in lessons():
        fixture = find(name)
        print(f"{name}  {terminal.plain(fixture.title)}: {describe.contents(fixture)}")


def _replay(arguments: argparse.Namespace) -> None:
    fixture = find(arguments.lesson)
    budget = _whole(arguments.lesson, arguments.budget)
    settings = Settings.of(
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
    offered = {name for offers in fixture.parameters.values() for name in offers}
    for name, value in parameters.items():
        if name not in offered:
            problem = "which this lesson offers for no policy"
            raise InvalidInput(arguments.lesson, name, shown(value), problem)
    cells = survey(fixture, seconds, parameters)
    choices = tuple({(cell.settings.policy, cell.settings.fidelity): cell.settings for cell in cells}.values())
    for line in terminal.surveyed(fixture, cells, seconds):
        print(line)
    for fact in fixture.facts:
        print(f"\n{terminal.plain(fact.statement)}")
        for settings in choices:
            smallest = smallest_budget(fixture, settings.policy, settings.fidelity, fact.id, seconds)
            print(f"  {describe.smallest_budget(settings, smallest)}")
        for cell in cells:
            if miss := near_miss(fixture, cell.settings, fact.id, seconds):
                print(f"  {describe.settings(cell.settings)}: {describe.near_miss(miss)}")
    print(f"\n{describe.STATEMENT}")


def _check(arguments: argparse.Namespace) -> None:
    opened = open_document(read(Path(arguments.file)), arguments.file)
    kind = (
        "a lesson"
        if opened.settings is None
        else f"a replay of a lesson ({describe.settings(opened.settings).lower()})"
    )
    print(f"{terminal.plain(arguments.file)}: {kind} with {describe.contents(opened.fixture)}.")


def _parameters(arguments: argparse.Namespace) -> dict[str, str]:
    """What was given with --set, by name; the last one of a name counts."""
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
    """The moment asked for, in seconds; the end of the lesson if none was."""
    if arguments.at is None:
        return fixture.duration
    try:
        seconds = float(arguments.at)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= fixture.duration:
        problem = f"where a number of seconds from 0 to {fixture.duration:g} is expected"
        raise InvalidInput(arguments.lesson, "at", shown(arguments.at), problem)
    return seconds


if __name__ == "__main__":
    sys.exit(main())
