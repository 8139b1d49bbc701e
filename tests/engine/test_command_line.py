"""Tests what the command line prints, and the status with which it ends."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sim import describe
from sim.__main__ import main
from sim.export.writing import document
from sim.library import FOLDER
from sim.policies.choice import choose
from sim.replay import replay

from .making import document as made
from .making import encoded, turn

ROOT = Path(__file__).resolve().parents[2]
LESSON = str(FOLDER / "report-preference.json")


def run(*arguments: str, **more) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-m", "sim", *arguments], cwd=ROOT, capture_output=True, timeout=60, **more)


def test_lessons(capsys):
    assert main(["lessons"]) == 0
    assert "report-preference" in capsys.readouterr().out


@pytest.mark.parametrize("lesson", ["report-preference", LESSON])
def test_replay_prints_the_frames_and_the_state(capsys, lesson):
    assert main(["replay", lesson, "--at", "30"]) == 0
    out = capsys.readouterr().out
    assert "T2 was evicted: 29 teaching tokens before, 21 after." in out
    assert "At 30 seconds, message 4 of 8: 21 of 24 teaching tokens." in out
    assert "T3 repeats it, but no user's turn backs it" in out
    assert describe.STATEMENT in out


def test_replay_ends_at_the_end(capsys):
    assert main(["replay", "report-preference", "--policy", "summarize-older", "--fidelity", "drop"]) == 0
    out = capsys.readouterr().out
    assert "At 60 seconds, message 8 of 8: 20 of 24 teaching tokens." in out
    assert "carries no evidence" in out


def test_a_row_of_the_replay_names_the_agent_that_wrote_the_turn(capsys):
    assert main(["replay", "who-reads-what", "--at", "0"]) == 0
    rows = {row.split("  ")[1]: row for row in capsys.readouterr().out.splitlines() if " s  T" in row}
    assert "T3 assistant (classifier)" in rows and "T11 user" in rows


def test_json_is_exactly_the_export(first_lesson):
    done = run("replay", "report-preference", "--budget", "48", "--policy", "summarize-older", "--at", "52.5", "--json")
    chosen = choose(first_lesson, 48, "summarize-older")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == document(replay(first_lesson, chosen), 52.5)


def test_compare(capsys):
    assert main(["compare", "report-preference", "--at", "30"]) == 0
    out = capsys.readouterr().out
    assert "Budget 24, evict oldest: 5 more teaching tokens would have kept T2." in out
    assert "Evict oldest: 29 is the smallest budget that still backs it." in out
    assert describe.STATEMENT in out


def test_replay_says_which_calls_failed_in_its_table_at_the_moment_and_in_a_section(capsys):
    assert main(["replay", "late-count", "--at", "36"]) == 0
    out = capsys.readouterr().out
    rows = {line.split()[2]: line for line in out.splitlines() if re.match(r"\d+ s ", line) and " T" in line}
    assert rows["T11"].endswith("The call for T11 would fail: its prompt is 470 of 400 teaching tokens.")
    assert rows["T12"].endswith("Never reached.") and "Never" not in rows["T10"]
    assert "\nThese settings never reach this turn: the call for T11 failed at 30 seconds.\n" in out
    assert "\nThe call that follows would fail: its prompt is 420 of 400 teaching tokens.\n" in out
    assert (
        "\nCalls that failed\n  Of 11 calls in the recording, 2 failed up to this moment; the recording goes on.\n"
        in out
    )
    assert "\n  At 36 seconds: The call for T13 would fail: its prompt is 420 of 400 teaching tokens.\n" in out


def test_replay_and_compare_say_nothing_of_failed_calls_where_none_fails(capsys):
    for command in ("replay", "compare"):
        assert main([command, "report-preference", "--at", "60"]) == 0
        said = capsys.readouterr().out.split("is the smallest budget")[0]
        own = [line for line in said.splitlines() if not line.startswith("No compression")]
        assert not any(word in line for line in own for word in ("fail", "reached"))


def test_compare_never_calls_a_cell_proven_without_its_failed_calls(capsys):
    assert main(["compare", "tail-or-window"]) == 0
    out = capsys.readouterr().out
    row = next(line for line in out.splitlines() if line.startswith("ADK sliding window  "))
    assert "proven by T2, after a call that failed" in row and row.endswith("2 calls failed, first at 42 s")
    assert "150 is the smallest budget that still backs it. With it, 6 calls failed, first at 30 s." in out


def test_check(capsys, tmp_path, first_lesson):
    assert main(["check", LESSON]) == 0
    assert "8 turns" in capsys.readouterr().out
    saved = tmp_path / "replay.json"
    saved.write_bytes(document(replay(first_lesson, choose(first_lesson)), 30))
    assert main(["check", str(saved)]) == 0
    assert "A replay" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["replay", "no-such"], ["LESSON", "no-such"]),
        (["replay", "report-preference", "--budget", "65"], ["budget", "65", "6 to 64"]),
        (["replay", "report-preference", "--budget", "many"], ["budget", "many"]),
        (["replay", "report-preference", "--policy", "keep"], ["policy", "keep", "evict-oldest"]),
        (["replay", "report-preference", "--fidelity", "keep"], ["fidelity", "keep", "drop"]),
        (["replay", "report-preference", "--at", "61"], ["at", "61"]),
        (["replay", "report-preference", "--at", "nan"], ["at", "nan"]),
        (["compare", "report-preference", "--at", "-1"], ["at", "-1"]),
        (["compare", "no-such"], ["LESSON", "no-such"]),
        (["check", "/no/such.json"], ["the file", "/no/such.json", "no such file"]),
        (["check", "."], ["the file", "'.'", "directory"]),
        (["check", ""], ["'': the file is '', which cannot be read: no such file"]),
        (["replay", ""], ["'': LESSON is '', neither a file nor a bundled lesson"]),
        (["replay", "."], ["the file", "'.'", "directory"]),
        (["check"], ["FILE"]),
        (["replay", "report-preference", "--colour", "red"], ["--colour", "red"]),
        (["rewind"], ["COMMAND", "rewind"]),
        (["two\nlines"], ["COMMAND"]),
        ([], ["COMMAND"]),
    ],
)
def test_a_fault_ends_with_2_and_one_line(capsys, arguments, named):
    try:
        status = main(arguments)
    except SystemExit as stopped:
        status = stopped.code
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert all(name in err for name in named), err


def test_a_bad_file_is_named_with_field_and_value(capsys, tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_bytes(encoded(made([turn("T1", "user", 0)])))
    for command in ("check", "replay", "compare"):
        assert main([command, str(bad)]) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.startswith(f"{bad}: $.turns[0].tokens is 0,") and len(err.splitlines()) == 1


def test_a_huge_file_is_refused_without_being_read(capsys, tmp_path):
    huge = tmp_path / "huge.json"
    with open(huge, "wb") as file:
        file.truncate(50 * 1024**2)
    assert main(["check", str(huge)]) == 2
    assert "52,428,800 bytes" in capsys.readouterr().err


def test_a_lesson_without_anything_says_what_that_means(capsys, tmp_path):
    empty = tmp_path / "empty.json"
    empty.write_bytes(encoded(made([], facts=[], probes=[])))
    for command in ("replay", "compare"):
        assert main([command, str(empty)]) == 0
        out = capsys.readouterr().out
        assert "no turns: nothing will arrive" in out and "no facts: there is nothing to prove" in out


def test_a_lessons_text_cannot_drive_the_terminal(capsys, tmp_path):
    sly = tmp_path / "sly.json"
    sly.write_bytes(encoded(made([turn("T1", "user", 3, text="a\x1b[2Jb\nc")], title="t\x1b]0;x\x07")))
    assert main(["replay", str(sly)]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_a_terminal_without_curly_quotes_gets_the_rest():
    done = run("replay", "report-preference", env={"PYTHONIOENCODING": "ascii", "PATH": ""})
    assert done.returncode == 0 and b"concise bullets" in done.stdout


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_reader_that_has_seen_enough_is_no_error(tmp_path, more):
    long = tmp_path / "long.json"
    long.write_bytes(encoded(made([turn(f"T{k}", "user", 9) for k in range(800)])))
    started = subprocess.Popen(
        [sys.executable, "-m", "sim", "replay", str(long), *more],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    started.stdout.readline()
    started.stdout.close()
    assert started.stderr.read() == b""
    assert started.wait(60) == 0
    started.stderr.close()


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["lessons"],
        ["replay", "report-preference"],
        ["replay", "code-review", "--json"],
        ["compare", "report-preference"],
        ["compare", "report-preference", "--every-budget"],
        ["guide", "report-preference"],
        ["check", LESSON],
    ],
)
def test_an_output_that_cannot_be_written_ends_with_2_and_one_line(arguments):
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sim", *arguments], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, timeout=60
        )
    assert (done.returncode, done.stderr.decode()) == (2, "The output cannot be written: no space left on device.\n")
