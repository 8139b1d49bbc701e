"""Compares the state behind all panels with the design. This needs no browser, because every panel follows from that state."""

import ast
import math
import subprocess
import sys
from pathlib import Path

import pytest
from engine.making import document, encoded, turn

from sim import describe
from sim.export.writing import document as exported
from sim.lesson.invalid import InvalidInput
from sim.library import find
from web.experiment import Experiment

from .table import FACT, TABLE

ROOT = Path(__file__).resolve().parents[2]
OTHER = document([turn("A", "user", 4, evidence=["f"]), turn("B", "assistant", 5)], id="other", title="Another lesson")


@pytest.fixture
def experiment() -> Experiment:
    return Experiment()


def everything(experiment: Experiment) -> dict:
    """All values that a panel could show, except the notice and the announcement."""
    return {name: value for name, value in experiment.param.values().items() if name not in ("notice", "said", "name")}


def test_it_begins_before_the_first_message_with_the_lessons_own_settings(experiment):
    assert experiment.fixture == find("report-preference")
    assert (experiment.settings.budget, experiment.settings.policy, experiment.settings.fidelity) == (
        24,
        "evict-oldest",
        "preserve",
    )
    assert (experiment.seconds, experiment.frame.index, experiment.frame.tokens) == (0, 0, 0)
    assert (experiment.baseline, experiment.notice, experiment.said, experiment.ready) == (None, "", (0, ""), False)


@pytest.mark.parametrize("row", TABLE, ids=str)
def test_choosing_and_moving_gives_the_numbers_of_the_design(experiment, row):
    experiment.choose(budget=row.budget, policy=row.policy, fidelity=row.fidelity)
    experiment.move(row.seconds)
    frame = experiment.frame
    assert " ".join(frame.context.ids) == row.context
    assert frame.tokens == row.tokens
    assert " ".join(frame.facts[FACT].mentioned_by) == row.mentioned_by
    assert " ".join(frame.facts[FACT].backed_by) == row.backed_by
    assert (" ".join(frame.evicted), " ".join(frame.covered)) == (row.evicted, row.folded)


@pytest.mark.parametrize(
    "change", [{"budget": 36}, {"policy": "summarize-older"}, {"fidelity": "drop"}, {"budget": 24}]
)
def test_a_chosen_setting_returns_to_zero_and_says_so(experiment, change):
    experiment.move(30)
    experiment.choose(**change)
    assert (experiment.seconds, experiment.frame.index) == (0, 0)
    assert experiment.frame.settings == experiment.replay.settings == experiment.settings
    assert experiment.said[1] == describe.announcements.recomputed(experiment.settings)


def test_a_control_of_the_transport_counts_from_where_the_playhead_is(experiment):
    arrivals = experiment.fixture.arrivals
    experiment.move(30)
    experiment.choose(budget=36)
    moments = []
    for name in (
        "next",
        "next",
        "previous",
        "previous",
        "previous",
        "end",
        "next",
        "second-back",
        "leap-back",
        "leap-on",
        "second-on",
        "start",
    ):
        experiment.press(name)
        moments.append(experiment.seconds)
    assert moments == [arrivals[0], arrivals[1], arrivals[0], 0, 0, 60, 60, 59, 49, 59, 60, 0]
    with pytest.raises(KeyError):
        experiment.press("nowhere")


def test_a_choice_that_does_not_fit_any_more_is_refused_in_a_sentence(experiment):
    experiment.move(30)
    before = everything(experiment)
    experiment.prefer(budget=65)
    assert everything(experiment) == before
    assert experiment.said[1].startswith("settings: budget is 65, which this lesson does not offer")
    assert experiment.said[1].endswith("What was chosen before stays.")


def test_what_a_link_or_back_shows_is_said(experiment):
    experiment.visit("?lesson=report-preference&budget=36&policy=evict-oldest&t=30")
    assert experiment.said[1] == (
        f"{experiment.fixture.title}, 30 seconds. {describe.lesson.choices(experiment.settings)}. {describe.arrival(experiment.frame)}"
    )
    assert describe.arrival(experiment.frame).startswith("T4 arrived")


def test_an_address_is_counted_when_it_was_followed_though_nothing_of_it_applies(experiment):
    experiment.visit("?budget=65")
    assert (experiment.visited, experiment.awaits, "budget=65" in experiment.address) == (1, False, False)
    experiment.visit("?file=0123456789abcdef&lesson=own")
    assert (experiment.visited, experiment.awaits) == (1, True)
    experiment.missing("?file=0123456789abcdef&lesson=own")
    assert (experiment.visited, experiment.awaits) == (1, False)


def test_a_panel_never_sees_a_frame_of_other_settings(experiment):
    seen = []

    def look(*_):
        same = experiment.frame.settings == experiment.settings == experiment.replay.settings
        seen.append(same and experiment.frame.seconds <= experiment.seconds)

    experiment.param.watch(look, ["fixture", "settings", "replay", "frame", "seconds", "visited"])
    experiment.move(60)
    experiment.choose(budget=48)
    experiment.visit("?policy=summarize-older&t=45")
    experiment.open(encoded(OTHER), "other.json")
    assert len(seen) >= 4 and all(seen)


@pytest.mark.parametrize(
    "change", [{"budget": 65}, {"budget": "24"}, {"policy": "keep"}, {"fidelity": ""}, {"budget": True}]
)
def test_a_setting_that_is_not_offered_changes_nothing(experiment, change):
    experiment.move(30)
    before = everything(experiment)
    with pytest.raises(InvalidInput):
        experiment.choose(**change)
    assert everything(experiment) == before


@pytest.mark.parametrize(("asked", "given_"), [(-1, 0), (61, 60), (math.inf, 60), (-math.inf, 0), (59.999, 59.999)])
def test_the_playhead_stays_within_the_lesson(experiment, asked, given_):
    experiment.move(asked)
    assert experiment.seconds == given_
    assert experiment.frame == experiment.replay.at(given_)


def test_a_drag_is_quiet_and_a_step_is_not(experiment):
    experiment.move(30, quiet=True)
    assert experiment.said == (0, "")
    assert experiment.frame.index == 4
    experiment.move(37.5)
    assert experiment.said == (1, describe.arrival(experiment.frame))


def test_every_announcement_has_the_next_number_so_that_a_repeated_sentence_is_heard(experiment):
    said = []
    experiment.param.watch(lambda event: said.append(event.new), "said")
    experiment.move(30)
    experiment.move(31)  # the same frame, so nothing is announced
    experiment.capture()
    experiment.capture()
    experiment.choose(budget=36)
    experiment.forget_baseline()
    experiment.lesson("report-preference")
    assert [number for number, _ in said] == [1, 2, 3, 4, 5, 6]
    assert said[1][1] == said[2][1] and len({sentence for _, sentence in said}) == 5


def test_a_baseline_outlives_settings_and_moments_and_goes_when_it_is_cleared(experiment):
    experiment.move(30)
    experiment.capture()
    captured = experiment.baseline
    experiment.choose(policy="summarize-older")
    experiment.move(60)
    assert experiment.baseline is captured
    assert (captured.seconds, captured.frame.tokens, captured.settings.policy) == (30, 21, "evict-oldest")
    experiment.visit("?budget=64&t=15")
    assert experiment.baseline is captured
    experiment.capture()
    assert (experiment.baseline.seconds, experiment.baseline.settings.budget) == (15, 64)
    experiment.forget_baseline()
    assert experiment.baseline is None


@pytest.mark.parametrize("opening", ["file", "export", "lesson"])
def test_a_baseline_goes_when_another_fixture_opens(experiment, opening):
    experiment.capture()
    if opening == "lesson":
        experiment.lesson("report-preference")
    else:
        experiment.open(encoded(OTHER) if opening == "file" else exported(experiment.replay, 30), "file.json")
    assert experiment.baseline is None


def test_a_fixture_opens_with_its_own_settings_from_its_start(experiment):
    experiment.choose(budget=48)
    experiment.move(60)
    before = experiment.opening
    experiment.open(encoded(OTHER), "other.json")
    assert (experiment.fixture.id, experiment.origin, experiment.settings.budget) == ("other", "other.json", 24)
    assert (experiment.seconds, experiment.frame.index, experiment.notice) == (0, 0, "")
    assert experiment.opening > before
    experiment.lesson("report-preference")
    assert (experiment.fixture.id, experiment.origin) == ("report-preference", "")


def test_an_export_opens_with_its_settings_and_moment(experiment):
    experiment.choose(budget=48, policy="summarize-older", fidelity="drop")
    experiment.move(45)
    text = experiment.export().encode()
    again = Experiment()
    again.open(text, "export.json")
    assert (again.settings, again.seconds, again.frame.index) == (experiment.settings, 45, 6)
    assert again.export().encode() == text


@pytest.mark.parametrize(
    ("data", "field", "value"),
    [
        (b"", "$", "empty"),
        (b"{", "byte", "{"),
        (b'{"id": "\xe9"}', "byte 8", "0xe9"),
        (encoded(OTHER | {"version": 2}), "$.version", "2"),
        (encoded(OTHER | {"colour": "green"}), "$.colour", "'green'"),
    ],
)
def test_a_bad_file_is_named_with_field_and_value_and_leaves_everything_as_it_was(experiment, data, field, value):
    experiment.choose(policy="summarize-older")
    experiment.move(45)
    experiment.capture()
    before, said = everything(experiment), experiment.said
    experiment.open(data, "mine.json")
    assert everything(experiment) == before and experiment.said == said
    for part in ("mine.json", field, value):
        assert part in experiment.notice
    assert len(experiment.notice.splitlines()) == 1


def test_a_good_file_puts_the_notice_about_a_bad_one_away(experiment):
    experiment.open(b"", "mine.json")
    assert experiment.notice
    experiment.open(encoded(OTHER), "mine.json")
    assert experiment.notice == ""


def test_a_notice_stays_until_it_is_dismissed(experiment):
    experiment.open(b"", "mine.json")
    experiment.move(30)
    experiment.choose(budget=36)
    assert "mine.json" in experiment.notice
    experiment.dismiss()
    assert experiment.notice == ""


def test_an_address_sets_lesson_settings_and_moment(experiment):
    experiment.visit("?lesson=report-preference&budget=48&policy=summarize-older&fidelity=drop&t=37.5")
    assert (experiment.settings.budget, experiment.settings.policy, experiment.settings.fidelity) == (
        48,
        "summarize-older",
        "drop",
    )
    assert (experiment.seconds, experiment.frame.index, experiment.notice) == (37.5, 5, "")


def test_an_address_without_a_lesson_leads_back_to_the_first(experiment):
    experiment.lesson("code-review")
    experiment.visit("")
    assert (experiment.fixture.id, experiment.seconds, experiment.notice) == ("report-preference", 0.0, "")


def test_an_address_that_says_nothing_gives_the_lessons_start(experiment):
    experiment.choose(budget=48)
    experiment.move(60)
    for query in ("", "?"):
        experiment.visit(query)
        assert (experiment.settings.budget, experiment.seconds, experiment.notice) == (24, 0, "")


def test_an_empty_address_leads_back_from_a_file_to_nothing_else(experiment):
    experiment.open(encoded(OTHER), "other.json")
    experiment.visit("?lesson=other&t=30")
    assert (experiment.fixture.id, experiment.origin, experiment.seconds) == ("other", "other.json", 30)
    experiment.visit("?lesson=report-preference")
    assert (experiment.fixture.id, experiment.origin) == ("report-preference", "")


BAD = [
    ("lesson=nowhere", "lesson", "'nowhere'"),
    ("lesson=", "lesson", "''"),
    ("lesson=../../etc/passwd", "lesson", "'../../etc/passwd'"),
    ("budget=65", "budget", "65"),
    ("budget=", "budget", "''"),
    ("budget=24.0", "budget", "'24.0'"),
    ("budget=-24", "budget", "'-24'"),
    ("budget=" + "9" * 5000, "budget", "'999"),
    ("budget=%F0%9F%92%A9", "budget", "'\N{PILE OF POO}'"),
    ("budget=\N{SUPERSCRIPT TWO}", "budget", "'\N{SUPERSCRIPT TWO}'"),
    ("policy=forget", "policy", "'forget'"),
    ("policy=%00", "policy", r"'\x00'"),
    ("policy=%FF%FE", "policy", "'\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}'"),
    ("fidelity=Preserve", "fidelity", "'Preserve'"),
    ("fidelity=%3Cimg%20src%3Dx%3E", "fidelity", "'<img src=x>'"),
    ("t=nan", "t", "'nan'"),
    ("t=inf", "t", "'inf'"),
    ("t=-1", "t", "'-1'"),
    ("t=1e309", "t", "'1e309'"),
    ("t=61", "t", "'61'"),
    ("t=", "t", "''"),
    ("t=soon%0Anow", "t", r"'soon\nnow'"),
]


@pytest.mark.parametrize(("part", "field", "value"), BAD, ids=[part[:24] for part, _, _ in BAD])
def test_a_bad_value_in_the_address_is_named_and_the_rest_applies(experiment, part, field, value):
    rest = {"lesson": "report-preference", "budget": "36", "policy": "summarize-older", "fidelity": "drop", "t": "30"}
    good = "&".join(f"{name}={text}" for name, text in rest.items() if name != field)
    experiment.visit(f"?{part}&{good}")
    assert f"{field} is {value}" in experiment.notice
    assert len(experiment.notice.splitlines()) == 1 and len(experiment.notice) < 500
    applied = {
        "lesson": experiment.fixture.id,
        "budget": str(experiment.settings.budget),
        "policy": experiment.settings.policy,
        "fidelity": experiment.settings.fidelity,
        "t": f"{experiment.seconds:g}",
    }
    fallback = {
        "lesson": "report-preference",
        "budget": "24",
        "policy": "evict-oldest",
        "fidelity": "preserve",
        "t": "0",
    }
    assert applied == {**rest, field: fallback[field]}


def test_every_bad_value_of_an_address_is_named(experiment):
    experiment.visit("?lesson=x&budget=1&policy=y&fidelity=z&t=99")
    for name, value in (("lesson", "'x'"), ("budget", "1"), ("policy", "'y'"), ("fidelity", "'z'"), ("t", "'99'")):
        assert f"{name} is {value}" in experiment.notice


def test_a_good_address_puts_the_notice_about_a_bad_one_away(experiment):
    experiment.visit("?t=99")
    assert experiment.notice
    experiment.visit("?t=30")
    assert experiment.notice == ""


@pytest.mark.parametrize(
    "junk", ["?%", "?&&&;=", "?=24", "?budget", "?%ZZ=%", "?utm=1&budget=36#x", "??budget=36", "?" + "a&" * 50_000]
)
def test_junk_in_an_address_is_no_accident(experiment, junk):
    experiment.visit(junk)
    assert experiment.fixture.id == "report-preference"
    assert experiment.seconds == 0


def test_of_a_key_given_twice_one_value_applies(experiment):
    experiment.visit("?budget=36&budget=48")
    assert experiment.settings.budget in (36, 48) and experiment.notice == ""
    experiment.visit("?budget=36&budget=65")
    assert experiment.settings.budget == 36 or "budget is 65" in experiment.notice


@pytest.mark.parametrize("budget", [24, 36, 48, 64])
@pytest.mark.parametrize("policy", ["evict-oldest", "summarize-older"])
def test_the_address_leads_back_to_the_same_settings_and_moment(budget, policy):
    there = Experiment()
    there.choose(budget=budget, policy=policy, fidelity="drop")
    there.move(37.5)
    back = Experiment()
    back.visit("?" + there.address)
    assert back.notice == ""
    assert (back.settings, back.seconds, back.frame.index) == (there.settings, 37.5, 5)


@pytest.mark.parametrize(("duration", "arrival"), [(60, 30.0), (1_000_000, 123_456.75)])
def test_the_address_leads_back_to_the_frame_however_close_the_next_one_is(duration, arrival):
    lesson = OTHER | {"duration": duration, "turns": [turn("A", "user", 4, at=arrival)], "facts": [], "probes": []}
    there = Experiment()
    there.open(encoded(lesson), "long.json")
    there.move(math.nextafter(arrival, 0))
    before = there.frame.index
    there.visit("?" + there.address)
    assert (before, there.frame.index) == (0, 0)


def test_the_address_has_the_names_of_the_design(experiment):
    experiment.move(30)
    assert experiment.address == "lesson=report-preference&budget=24&policy=evict-oldest&fidelity=preserve&t=30"


def imported(path: Path) -> set[str]:
    """The first name of every module that a file imports. A relative import counts as an import of the file's own package."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(path.relative_to(ROOT).parts[0] if node.level else node.module.partition(".")[0])
    return names


def test_the_engine_knows_nothing_of_the_page():
    modules = sorted((ROOT / "sim").rglob("*.py"))
    assert len(modules) > 20
    for path in modules:
        assert not imported(path) & {"web", "panel", "bokeh", "param"}, path


def test_the_state_and_the_keys_need_no_panel():
    code = (
        "import sys, web.experiment, web.keys\n"
        "web.experiment.Experiment().move(30)\n"
        "print(sorted({'panel', 'bokeh', 'tornado', 'js', 'pyodide'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


FILE = encoded(document([turn(name, "user", 8) for name in "ABCD"], id="mine", title="Mine", budgets=[24, 36]))


def asked() -> str:
    """The query that asks for the file with budget 36 at 30 seconds."""
    known = Experiment()
    known.open(FILE, "mine.json")
    known.choose(budget=36)
    known.move(30)
    return known.address


def test_an_address_of_a_file_waits_for_it_and_then_opens_it_at_its_settings_and_moment(experiment):
    before = everything(experiment)
    experiment.visit(asked())
    number, file, query = experiment.wanted
    assert (number, query) == (1, asked()) and f"file={file}" in query
    assert everything(experiment) == {**before, "wanted": experiment.wanted} and experiment.notice == ""
    assert experiment.open(FILE, "mine.json", query)
    assert (experiment.fixture.title, experiment.settings.budget, experiment.seconds) == ("Mine", 36, 30)
    assert (experiment.origin, experiment.file, experiment.address) == ("mine.json", file, asked())


def test_a_file_that_is_not_to_be_had_is_named_and_may_come_later(experiment):
    experiment.visit(asked())
    experiment.missing(asked())
    assert experiment.notice == describe.announcements.file_missing("mine", broken=False)
    assert experiment.fixture == find("report-preference")
    assert experiment.open(encoded(OTHER), "other.json")  # not the file that the address asked for
    experiment.visit(asked())
    experiment.missing(asked())
    assert experiment.open(FILE, "mine.json")
    assert (experiment.settings.budget, experiment.seconds, experiment.notice) == (36, 30, "")
    assert experiment.open(FILE, "mine.json")  # opened by hand, like any other file
    assert (experiment.settings.budget, experiment.seconds) == (24, 0)


def test_a_file_that_comes_when_the_person_has_gone_elsewhere_is_not_opened(experiment):
    experiment.visit(asked())
    experiment.lesson("summary-drift")
    assert not experiment.open(FILE, "mine.json", asked())
    experiment.missing(asked())
    assert (experiment.fixture.id, experiment.notice) == ("summary-drift", "")


def test_files_of_one_id_are_told_apart_and_a_bundled_lesson_is_none_of_them(experiment):
    files = []
    for title in ("One", "Another"):
        experiment.open(encoded(document([], id="report-preference", title=title)), "mine.json")
        files.append(experiment.file)
        assert f"file={experiment.file}" in experiment.address
    assert len(set(files)) == 2
    experiment.visit("?lesson=report-preference")
    assert (experiment.fixture, experiment.file, experiment.origin) == (find("report-preference"), "", "")


def test_a_new_setting_keeps_the_moment_where_that_is_chosen():
    experiment = Experiment()
    experiment.switch_stay()
    experiment.move(30)
    experiment.choose(budget=36)
    assert (experiment.seconds, experiment.frame.index) == (30, 4)
    assert experiment.said[1].endswith("Recomputed, at 30 seconds.")
    assert experiment.address.endswith("t=30&stay=1")
    experiment.switch_stay()
    experiment.choose(budget=48)
    assert experiment.seconds == 0 and "stay" not in experiment.address


def test_an_address_says_whether_the_moment_stays():
    experiment = Experiment()
    experiment.visit("?lesson=report-preference&t=30&stay=1")
    assert experiment.stay and not experiment.notice
    experiment.visit("?lesson=report-preference&stay=yes")
    assert not experiment.stay
    assert "stay is 'yes'" in experiment.notice
