"""The command line: exit codes, formats, messages."""

from __future__ import annotations

import errno
import json
import os
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from goanalyze.archives import sources
from goanalyze.cli import app

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
CLEAN = SAMPLE / "gnugo" / "009x009-chinese-0001.sgf"


def call(*arguments: object) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A record with one error (GO101)."""
    path = tmp_path / "faulty.sgf"
    path.write_text("(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]RE[B+R]DT[2020-01-01];B[ee];W[ee])")
    return path


def test_a_clean_archive_exits_with_0() -> None:
    """Nothing to report is exit 0."""
    result = call("check", CLEAN)
    assert result.exit_code == 0
    assert "1 game " in result.stdout


def test_an_error_finding_exits_with_1(faulty: Path) -> None:
    """Findings at --fail-on decide the exit code."""
    assert call("check", faulty).exit_code == 1
    assert call("check", faulty, "--fail-on", "never").exit_code == 0


def test_fail_on_warning(tmp_path: Path) -> None:
    """A warning fails only when asked to."""
    (tmp_path / "w.sgf").write_text("(;SZ[9]KM[6.5]RU[Japanese]RE[B+R];B[ee]")
    assert call("check", tmp_path / "w.sgf").exit_code == 0
    assert call("check", tmp_path / "w.sgf", "--fail-on", "warning").exit_code == 1


def test_ignored_codes_do_not_fail(faulty: Path) -> None:
    """--ignore and --select determine the listed findings and the exit code."""
    ignored = call("check", faulty, "--ignore", "GO101")
    assert ignored.exit_code == 0
    assert "GO101" not in ignored.stdout
    assert call("check", faulty, "--select", "GO2").exit_code == 0
    assert call("check", faulty, "--select", "101,GO2").exit_code == 1


def test_tables_keep_ignored_codes(faulty: Path, tmp_path: Path) -> None:
    """The dataset is complete with any output options."""
    import goanalyze as ga

    call("check", faulty, "--ignore", "GO101", "-o", tmp_path / "out")
    assert "GO101" in set(ga.open(tmp_path / "out").findings.code)


def test_json_is_json(faulty: Path) -> None:
    """--format json prints one object."""
    data = json.loads(call("check", faulty, "--format", "json").stdout)
    assert data["games"] == 1
    assert data["findings"][0]["code"] == "GO101"


def test_github_annotations(faulty: Path) -> None:
    """--format github prints workflow commands that name the file."""
    lines = call("check", faulty, "--format", "github").stdout.splitlines()
    assert any(line.startswith("::error file=") and "title=GO101" in line for line in lines)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("check", "no-such-path"), "'no-such-path' was not found"),
        (("check", CLEAN, "--select", "GO7"), "'GO7' is not a valid code of a finding"),
        (("check", CLEAN, "--select", ","), "has no code. Expected codes"),
        (("check", CLEAN, "--encoding", "klingon"), "'klingon' is not a valid charset"),
        (("check", CLEAN, "--encoding", "rot13"), "'rot13' is not a valid charset"),
        (("check", CLEAN, "-o", CLEAN), "is a file. Expected a folder"),
        (("check", CLEAN, "--engine", "no-such-engine"), "engine 'no-such-engine' was not found"),
        (("explain", "GO999"), "'GO999' is not a code, and no text contains it"),
        (("show", CLEAN, "6"), "game 6 is not found"),
        (("show", CLEAN, "--move", "5000"), "move 5000 is not found"),
        (("show", CLEAN, "--ruleset", "martian"), "'martian' is not a known ruleset"),
        (("show", "no-such-path"), "was not found"),
    ],
)
def test_wrong_usage_is_one_sentence_and_2(arguments: tuple[object, ...], says: str) -> None:
    """A command that cannot run prints one sentence that names the cause, with exit code 2."""
    result = call(*arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert "Traceback" not in result.output


def test_nothing_readable_is_2(tmp_path: Path) -> None:
    """An archive without a game is not a success."""
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    result = call("check", tmp_path / "empty.zip")
    assert result.exit_code == 2
    assert "nothing was readable" in result.stderr


def test_what_is_not_the_files_fault_is_no_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failing disk is reported, with exit code 2. Unreadable parts are not written, all others are.

    The same command on a working disk completes the dataset, and its rows are those of an undisturbed run.
    """
    for name in ("a", "b"):
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w") as archive:
            archive.writestr("1.sgf", "(;SZ[9];B[ee])" * 100)
    paths, how = (tmp_path / "a.zip", tmp_path / "b.zip"), ("--shard", "0.001", "--jobs", 1, "--format", "json")
    call("check", *paths, "-o", tmp_path / "whole", *how)

    def failing(path: str) -> object:
        if path.endswith("b.zip"):
            raise OSError(errno.EIO, "Input/output error")
        return real(path)

    real = sources.open_file
    monkeypatch.setattr(sources, "open_file", failing)
    result = call("check", *paths, "-o", tmp_path / "out", *how)
    monkeypatch.undo()
    why = f"{tmp_path / 'b.zip'} cannot be read: Input/output error"
    assert result.exit_code == 2
    assert f"b.zip: not checked, because {why}" in result.stderr
    printed = json.loads(result.stdout)
    assert (printed["games"], [finding["code"] for finding in printed["findings"] if finding["code"] < "GO4"]) == (
        100,
        [],
    )
    assert printed["not_checked"] == [{"input": str(tmp_path / "b.zip"), "because": why}]
    assert not (tmp_path / "out" / "_SUCCESS.json").exists()
    assert call("check", *paths, "-o", tmp_path / "out", *how).exit_code == 0
    for table in ("games", "files"):
        ours, theirs = (pq.read_table(tmp_path / out / table) for out in ("out", "whole"))
        assert ours.to_pylist() == theirs.to_pylist()


def test_an_existing_dataset_is_not_replaced_unasked(tmp_path: Path) -> None:
    """A run over other files into the same folder is refused, with the way out in the message."""
    (tmp_path / "other.sgf").write_bytes(CLEAN.read_bytes())
    assert call("check", tmp_path / "other.sgf", "-o", tmp_path / "out").exit_code == 0
    result = call("check", CLEAN, "-o", tmp_path / "out")
    assert (result.exit_code, "--overwrite" in result.stderr) == (2, True)
    assert call("check", CLEAN, "-o", tmp_path / "out", "--overwrite").exit_code == 0


def test_an_input_left_out_is_not_dropped_unasked(tmp_path: Path) -> None:
    """A run over one of two inputs is refused while the other one is there, and done when it is gone."""
    paths = [tmp_path / "a.sgf", tmp_path / "b.sgf"]
    for path in paths:
        path.write_bytes(CLEAN.read_bytes())
    assert call("check", *paths, "-o", tmp_path / "out").exit_code == 0
    result = call("check", paths[0], "-o", tmp_path / "out")
    assert (result.exit_code, "b.sgf" in result.stderr, "again" in result.stderr) == (2, True, False)
    paths[1].unlink()
    assert call("check", paths[0], "-o", tmp_path / "out").exit_code == 0


def test_the_same_check_again_keeps_what_is_done(tmp_path: Path) -> None:
    """The second run over the same files does nothing anew, and says the same."""
    first, second = (call("check", CLEAN, "-o", tmp_path / "out") for _ in range(2))
    assert '"kept": true' in (tmp_path / "out" / "_manifest.jsonl").read_text()
    assert first.exit_code == second.exit_code == 0
    assert first.stdout.splitlines()[1:] == [
        line for line in second.stdout.splitlines()[1:] if "earlier run" not in line
    ]


def test_terminal_escapes_in_names_are_not_printed(tmp_path: Path) -> None:
    """A hostile file name or value cannot act on the terminal."""
    (tmp_path / "x\x1b[31m.sgf").write_text("(;SZ[9]KM[\x1b[2J];B[aa])")
    result = call("check", tmp_path)
    assert "\x1b" not in result.stdout


def test_show_prints_board_and_findings(faulty: Path, tmp_path: Path) -> None:
    """`show` gives diagram, verdict and findings, and writes SVG."""
    svg = tmp_path / "board.svg"
    result = call("show", faulty, "--move", "2", "--ruleset", "aga", "--svg", svg)
    assert result.exit_code == 0
    assert "Under aga: this move is illegal (occupied)" in result.stdout
    assert "GO101" in result.stdout
    assert svg.read_text(encoding="utf-8").startswith("<svg")


def test_show_agrees_with_a_check_of_the_same_options(tmp_path: Path) -> None:
    """Charset and use of markup are those asked for."""
    record = tmp_path / "a.sgf"
    name = "本因坊秀策"
    board = "(;GM[1]SZ[5]KM[0]PB[{}];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[];W[]TB[aa]TW[ea])"
    record.write_bytes(board.format(name).encode("cp932"))
    assert name in call("show", record, "--encoding", "cp932").stdout
    marked, ignored = (call("show", record, "--ruleset", "aga", "--markup", way).stdout for way in ("full", "ignore"))
    assert marked != ignored
    assert "--encoding" not in call("show", record, "--encoding", "klingon").stdout
    assert "'klingon' is not a valid charset" in call("show", record, "--encoding", "klingon").stderr


def test_show_at_the_start(faulty: Path) -> None:
    """Move 0 is the board before the first move."""
    result = call("show", faulty, "--move", "0")
    assert result.exit_code == 0
    assert "start" in result.stdout


def test_explain_tells_meaning_and_rulesets() -> None:
    """`explain` names the rulesets that object, the short way."""
    said = "Forbidden by all rulesets except basic, basic-played-out, tromp-taylor, ing, ing-simplified, new-zealand."
    assert said in " ".join(call("explain", "104").stdout.split())


def test_explain_without_a_code_lists_all() -> None:
    """`explain` alone is the catalogue."""
    assert "GO201" in call("explain").stdout


def test_version() -> None:
    """--version prints the version."""
    import goanalyze

    assert goanalyze.__version__ in call("--version").stdout


@pytest.mark.parametrize(
    ("expected", "command"),
    [
        ("1", "check {sample} --format jsonl -o {out}"),
        ("0", "--help"),  # a number is not a command
        ("2", "nosuch 2>&1"),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (
                ("0", "check {clean}"),
                ("0", "compare {clean_out}"),
                ("0", "dups {clean_out}"),
                ("0", "show {clean}"),
                ("0", "explain"),
                ("0", "rules japanese --format json"),
                ("0", "check --help"),
                ("0", "--version"),
                ("2", "show {out}.sgf 2>&1"),
            )
        ),
    ],
)
def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path, expected: str, command: str) -> None:
    """A closed pipe ends no command: it says nothing more, does all of its work, and its exit code is its own."""
    if "{clean_out}" in command:
        call("check", CLEAN, "-o", tmp_path / "clean")
    places = {"sample": SAMPLE / "findings", "clean": CLEAN, "clean_out": tmp_path / "clean", "out": tmp_path / "out"}
    given = command.format_map({name: shlex.quote(str(place)) for name, place in places.items()})
    code = f"{shlex.quote(sys.executable)} -m goanalyze {given} | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == (expected, "")
    assert expected != "1" or (tmp_path / "out" / "_SUCCESS.json").exists()


@pytest.mark.parametrize(
    "closed",
    ["<&- >&- 2>&-", *(pytest.param(each, marks=pytest.mark.slow) for each in ("<&-", ">&-", "2>&-", "2>/dev/full"))],
)
def test_streams_that_are_closed_at_the_start(tmp_path: Path, closed: str) -> None:
    """Without a reader of its output the command finishes its work, with its own exit code."""
    if "full" in closed and not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    command = [sys.executable, "-m", "goanalyze", "check", str(SAMPLE / "findings"), "-o", str(tmp_path / "out")]
    code = f"{shlex.join(command)} {closed}"
    done = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert bool(done.stdout) == (">&-" not in closed.replace("2>&-", ""))
    assert (tmp_path / "out" / "_SUCCESS.json").exists()


def test_a_profiler_writes_what_it_measured(tmp_path: Path) -> None:
    """Python's documentation: `python -m cProfile -o FILE -m MODULE`; a command that ends the process leaves none."""
    measured = ["-m", "cProfile", "-o", str(tmp_path / "profile"), "-m", "goanalyze", "--version"]
    subprocess.run([sys.executable, *measured], capture_output=True, check=True)
    assert (tmp_path / "profile").exists()


def test_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    """Output that cannot be written is exit 2 and a sentence."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "goanalyze", "check", str(CLEAN)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "could not be written" in done.stderr


def test_the_dataset_is_no_input(tmp_path: Path) -> None:
    """OUT inside PATH is not read."""
    (tmp_path / "a.sgf").write_bytes(CLEAN.read_bytes())
    for _ in range(2):
        result = call("check", tmp_path, "-o", tmp_path / "out", "--overwrite")
        assert (result.exit_code, "1 game " in result.stdout, "in 1 file " in result.stdout) == (0, True, True)


def test_names_that_are_no_utf8_stay_apart(tmp_path: Path) -> None:
    """Two files whose names differ in undecodable bytes differ in the tables."""
    import goanalyze as ga

    for byte in (b"\xfe", b"\xff"):
        with open(os.fsencode(tmp_path) + b"/bad" + byte + b".sgf", "wb") as file:
            file.write(CLEAN.read_bytes())
    assert sorted(name[-8:] for name in ga.check(tmp_path).files.source) == [r"\xfe.sgf", r"\xff.sgf"]


def test_only_the_rulesets_asked_for_are_told_of(tmp_path: Path) -> None:
    """The list of games with forbidden moves has the chosen rulesets, one's own among them, and no other."""
    (tmp_path / "club.toml").write_text('[club]\nbase = "japanese"\nsuicide = "any"\n')
    chosen = f"japanese,{tmp_path / 'club.toml'}"
    result = call("check", SAMPLE / "findings", "--rulesets", chosen, "--fail-on", "never", "-v")
    told = result.stdout[result.stdout.index("Games with a move") : result.stdout.index("Outcomes")]
    assert "japanese" in told
    assert "club" in told
    assert "tromp-taylor" not in told


def test_one_is_said_in_the_singular() -> None:
    """A file with one game is not a valid input."""
    assert call("check", CLEAN).stdout.startswith("1 game with ")
