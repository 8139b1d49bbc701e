"""Tests the commands, which a contributor uses first: each must do what it says, and say clearly what it cannot do."""

import importlib.util
import re
import subprocess
import sys
from argparse import Namespace

import pytest

from web.runtime import checks, tools

# Options that make a check print less, because several checks run at once.
QUIETER = {"--quiet", "--output-format=concise", "--diff", ".", "--no-error-summary", "--hide-error-context"}
DOCUMENTS = ["README.md", "CONTRIBUTING.md"]
spec = importlib.util.spec_from_file_location("commands", tools.ROOT / "build.py")  # `import build` finds this folder
build = importlib.util.module_from_spec(spec)
spec.loader.exec_module(build)

REFUSALS = {
    "sys.platform = 'win32'; sys.modules['fcntl'] = None": "not on Windows",
    "sys.version_info = (3, 10, 0)": "needs Python 3.11 or newer",
}


@pytest.mark.parametrize("here", REFUSALS)
def test_what_cannot_run_it_is_refused_in_a_sentence(here):
    code = f"import runpy, sys; {here}; runpy.run_path('build.py', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", code], cwd=tools.ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert REFUSALS[here] in done.stderr and len(done.stderr.splitlines()) == 1


def test_each_check_has_a_line_and_below_it_what_is_wrong(monkeypatch, capfd):
    monkeypatch.setattr(checks, "COMMANDS", {"good": ["calendar", "2026", "1"], "bad": ["nothing_of_that_name"]})
    assert not checks.run(tools.Tools(tools.ROOT / ".build/env"))
    said, complaint = capfd.readouterr()
    good, bad = said.splitlines()
    assert good.startswith("good ...") and bad.startswith("bad FAILED")
    assert "No module named nothing_of_that_name" in complaint and "January" not in complaint
    monkeypatch.setattr(checks, "COMMANDS", {"good": ["calendar", "2026", "1"]})
    assert checks.run(tools.Tools(tools.ROOT / ".build/env"))


@pytest.mark.parametrize("command", checks.COMMANDS.values(), ids=checks.COMMANDS)
def test_each_check_has_its_program(command):
    """The programs must be in the environment, because a check that cannot start would look like a failed one."""
    done = subprocess.run([sys.executable, "-m", command[0], "--version"], capture_output=True, text=True)
    assert done.returncode == 0 and command[0] in done.stdout


@pytest.fixture
def ran(monkeypatch) -> list[str]:
    """The commands that `test` would run. Nothing is really built, checked or run."""
    done: list[str] = []

    def run(command: list[str], **_) -> Namespace:
        done.append(" ".join(command[2:]))
        return Namespace(returncode=0)

    monkeypatch.setattr(tools, "prepare", lambda folder, *_: tools.Tools(folder))
    monkeypatch.setattr(checks, "run", lambda _: done.append("checks") or "lint" not in done)
    monkeypatch.setattr(build, "_ready", lambda: done.append("site and browser"))
    monkeypatch.setattr(build.subprocess, "run", run)
    monkeypatch.delenv("PALIMPSEST_EXAMPLES", raising=False)
    return done


def test_a_quick_test_needs_no_site_and_no_browser(ran):
    assert build.test(build.arguments(["test", "--quick"])) == 0
    first, second = ran
    assert first == "checks" and "--durations" in second
    assert build.os.environ["PALIMPSEST_EXAMPLES"] == "quick"
    files = [word for word in second.split() if word.startswith("tests/")]
    assert "tests/engine" in files and "tests/interface/test_state.py" in files
    assert [name for name in files if not (tools.ROOT / name).exists()] == []


def test_what_follows_goes_to_pytest(ran):
    assert build.test(build.arguments(["test", "tests/interface/test_notes.py", "-x"])) == 0
    assert ran[:2] == ["checks", "site and browser"]
    assert ran[2].endswith("tests/interface/test_notes.py -x") and "--numprocesses" not in ran[2]
    assert build.TOGETHER in ran[2].split()


def test_a_failed_check_fails_the_test_after_all_tests_ran(ran):
    ran.append("lint")
    assert build.test(build.arguments(["test"])) != 0
    assert ran[-1].startswith("pytest") and "--numprocesses" in ran[-1]


def test_no_other_command_takes_arguments_that_it_does_not_know(capsys):
    with pytest.raises(SystemExit):
        build.arguments(["serve", "-x"])
    assert "not understood: -x" in capsys.readouterr().err


def test_the_contributors_page_names_every_command(capsys):
    with pytest.raises(SystemExit):
        build.arguments(["--help"])
    commands = re.findall(r"^    (\w+) ", capsys.readouterr().out, re.MULTILINE)
    assert {"serve", "dev", "test", "site", "bench", "lock"} == set(commands)
    told = (tools.ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert [name for name in commands if f"`python3 build.py {name}" not in told] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_is_named_is_there(document):
    text = (tools.ROOT / document).read_text("utf-8")
    places = set(re.findall(r"\b(?:sim|web|tests|fixtures)/[\w./-]*\w", text)) - {
        "sim/policies/your_policy.py",
        "web/views/your_panel.py",
        "fixtures/your-lesson.json",
    }
    assert len(places) > 10
    assert sorted(name for name in places if not (tools.ROOT / name).exists()) == []
    modules = set(re.findall(r"python3? -m ((?:sim|tests|web)[\w.]*)", text))
    assert [name for name in modules if importlib.util.find_spec(name) is None] == []


def test_hooks_and_checks_are_the_same():
    hooks = re.findall(
        r"entry: \.build/env/bin/python -m (.*)", (tools.ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    )
    run = [" ".join(word for word in command if word not in QUIETER) for command in checks.COMMANDS.values()]
    assert hooks == run


def test_the_public_host_runs_what_anybody_runs_and_publishes_the_site():
    workflow = (tools.ROOT / ".github/workflows/check.yml").read_text("utf-8")
    commands = re.findall(r"- run: (.*)", workflow)
    assert commands == [".ci/run", "python3 build.py site --out site"]
    assert build.arguments(commands[1].split()[2:]).out.name == "site"
    assert re.search(r"upload-pages-artifact@v\d+\n\s+with:\n\s+path: site\n", workflow)
